import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { IMAGE_LIMITS } from '../../rules/images.ts'
import { newFolder } from '../../../../tests/support/programs.ts'
import { picture, pngBomb, upload, withHidden } from '../../../../tests/support/pictures.ts'
import { expectRefused } from '../../../../tests/support/refusals.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
let pro: Visitor

beforeAll(async () => {
  admin = await server().as('admin')
  pro = await server().as('pro')
})

const send = (raw: { type: string; content: string | Uint8Array }) =>
  admin.request('POST', '/api/admin/images', { raw })
const names = async () =>
  (await server().rows`select name from pictures order by 1`).map(({ name }) => name as string)
const pathOf = (url: string) => new URL(url).pathname
/** Uploads a picture and reads the stored one. */
async function stored(content: Uint8Array): Promise<Buffer> {
  const { status, body } = await send(upload(content))
  expect(status).toBe(200)
  const response = await fetch(body.secure_url, {
    headers: { cookie: [...pro.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  return Buffer.from(await response.arrayBuffer())
}

/** Expects a refusal that stores nothing. */
async function expectNothing(content: Uint8Array | string, status = 400): Promise<string> {
  const before = await names()
  const answer = await send(upload(content))
  expectRefused(answer)
  expect(answer.status).toBe(status)
  expect(await names()).toEqual(before)
  return answer.body.title
}

describe('an upload', () => {
  test('is stored under the hash of the encoded picture, and the answer has its address', async () => {
    const { status, body } = await send(upload(await picture()))
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['secure_url'])
    const [, hash] = /^\/api\/images\/([0-9a-f]{64})\.webp$/.exec(pathOf(body.secure_url))!
    expect(body.secure_url.startsWith(`${server().url}/`)).toBe(true)
    const bytes = await stored(await picture())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash)
    expect(await names()).toContain(`${hash}.webp`)
  })

  test.each(['png', 'jpeg', 'webp'] as const)(
    'accepts %s and converts it to a WebP that looks the same',
    async (format) => {
      const { data, info } = await sharp(await stored(await picture(format)))
        .raw()
        .toBuffer({ resolveWithObject: true })
      expect([info.width, info.height]).toEqual([64, 32])
      const at = (x: number) => [...data.subarray(x * info.channels, x * info.channels + 3)]
      const [blue, red] = [at(8), at(56)]
      expect(blue[2]).toBeGreaterThan(200)
      expect(blue[0]).toBeLessThan(60)
      expect(red[0]).toBeGreaterThan(200)
      expect(red[2]).toBeLessThan(60)
    },
  )

  test('shrinks a large photo and does not enlarge a small one', async () => {
    const large = await sharp(await stored(await picture('jpeg', { width: 4000, height: 3000 }))).metadata()
    expect([large.format, large.width, large.height]).toEqual(['webp', IMAGE_LIMITS.side, 960])
    const small = await sharp(await stored(await picture())).metadata()
    expect(small.width).toBe(64)
  })

  test('of one picture twice stores it once', async () => {
    const content = await picture('png', { width: 40, height: 40 })
    const [first, second] = [await send(upload(content)), await send(upload(content, '../../etc/passwd'))]
    expect(second.body).toEqual(first.body)
  })

  test('is in the audit trail', async () => {
    const { body, headers } = await send(upload(await picture('png', { width: 50, height: 50 })))
    const subject = `image:${pathOf(body.secure_url).split('/').pop()!}`
    const rows = await server().rows`select * from audit where subject = ${subject}`
    const [{ bytes } = {}] = await server()
      .rows`select length(bytes)::int as bytes from pictures where name = ${subject.slice(6)}`
    expect(rows).toMatchObject([
      { action: 'image.upload', request_id: headers.get('x-request-id'), details: { bytes } },
    ])
  })

  test('is stored or refused as busy when many arrive at the same time', async () => {
    const content = await picture('png', { width: 3000, height: 2000 })
    const answers = await Promise.all(Array.from({ length: 24 }, () => send(upload(content))))
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].sort((a, b) => a - b)).toEqual([200, 503])
    expect((await send(upload(content))).status).toBe(200)
  })
})

describe('reading a picture', () => {
  test('answers an image, which the browser revalidates before it shows it again', async () => {
    const { body } = await send(upload(await picture()))
    const answer = await pro.get(pathOf(body.secure_url), { headers: { 'accept-encoding': 'br, gzip' } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('content-disposition')).toBe(
      `inline; filename="${pathOf(body.secure_url).split('/').pop()!}"`,
    )
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('content-encoding')).toBeNull()
  })

  test('needs the right to read predictions: 401 or 402 without it, and no 304 for a cached picture', async () => {
    const { body } = await send(upload(await picture()))
    const path = pathOf(body.secure_url)
    const etag = (await pro.get(path)).headers.get('etag')!
    expect((await pro.get(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    for (const [visitor, status] of [
      [server().anonymous(), 401],
      [await server().as('free'), 402],
      [await server().as('basic'), 402],
    ] as const) {
      const answer = await visitor.get(path, { headers: { 'if-none-match': etag } })
      expectRefused(answer)
      expect(answer.status).toBe(status)
    }
    expect((await admin.get(path)).status).toBe(200)
  })

  test.each([
    `${'0'.repeat(64)}.webp`,
    '..%2f..%2fauth-secret',
    '%2e%2e%2fauth-secret',
    `${'0'.repeat(64)}.webp%00.png`,
    `${'0'.repeat(64)}.svg`,
    'x',
  ])('of %s is refused', async (name) => {
    const answer = await pro.get(`/api/images/${name}`)
    expectRefused(answer)
    expect([answer.status, answer.text]).toEqual([
      expect.toBeOneOf([400, 404]),
      expect.stringMatching(/There is no such picture\.|This is not the name of a picture\.|cannot be/),
    ])
  })
})

describe('pictures and processes', () => {
  test('a picture that is uploaded to one process is served by another, and DATA_DIR holds none', async () => {
    const { body } = await send(upload(await picture('png', { width: 30, height: 30 })))
    const elsewhere = newFolder()
    const other = await server().another({ DATA_DIR: elsewhere.path })
    const answer = await (await other.as('pro')).get(pathOf(body.secure_url))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(existsSync(join(server().services.settings.dataDir, 'images'))).toBe(false)
    await other.stop()
    elsewhere.remove()
  })
})

describe('harmful files are refused or made harmless', () => {
  test('IMG-01, IMG-02 a bomb of 31 KB that unpacks to 256 million pixels, and a larger one', async () => {
    const bomb = pngBomb(16_000)
    expect(bomb.length).toBeLessThan(64 * 1024)
    expect(await expectNothing(bomb)).toBe(
      'The picture has more than 25 million pixels. Make it smaller first.',
    )
    expect(await expectNothing(pngBomb(30_000))).toMatch(/more than 25 million pixels/)
    expect((await send(upload(pngBomb(4000)))).status).toBe(200)
  })

  test('IMG-03 SVG with a script, with a reference to a file, under any name', async () => {
    const head =
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">'
    for (const inner of [
      '<script>alert(1)</script>',
      '<image xlink:href="file:///etc/passwd" width="9" height="9"/>',
      '<rect width="9" height="9" fill="red"/>',
    ]) {
      await expectNothing(`${head}${inner}</svg>`)
      await expectNothing(`<?xml version="1.0"?>\n${head}${inner}</svg>`)
    }
  })

  test('IMG-04 a picture that is also an HTML page: nothing of the page is left', async () => {
    const page = '<script>alert(document.domain)</script>'
    const bytes = await stored(withHidden(await picture(), page))
    expect(bytes.includes('<script')).toBe(false)
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
  })

  test('IMG-05 a photo loses its location and is turned upright', async () => {
    const photo = await sharp(await picture('jpeg'))
      .withExif({
        IFD0: { Orientation: '6', Copyright: 'Ada', Make: 'Camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const bytes = await stored(photo)
    const { width, height, exif, xmp, icc, orientation } = await sharp(bytes).metadata()
    expect([width, height]).toEqual([32, 64])
    expect({ exif, xmp, icc, orientation }).toEqual({})
    expect(bytes.includes('Ada')).toBe(false)
  })

  test('IMG-05 a GIF, a TIFF, half a JPEG, half a PNG, a zip, a PDF, text, nothing', async () => {
    for (const format of ['gif', 'tiff'] as const) await expectNothing(await picture(format))
    const jpeg = await sharp(await picture('jpeg', { width: 600, height: 600 }))
      .jpeg({ quality: 100 })
      .toBuffer()
    await expectNothing(jpeg.subarray(0, jpeg.length / 2))
    await expectNothing(jpeg.subarray(0, 20))
    const png = await picture('png', { width: 600, height: 600 })
    await expectNothing(png.subarray(0, png.length / 2))
    await expectNothing(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(500)]))
    await expectNothing('%PDF-1.4\n%%EOF')
    expect(await expectNothing('not a picture')).toBe(
      'This picture cannot be read. Choose a JPEG, PNG or WebP file.',
    )
    await expectNothing('')
  })

  test('IMG-05 a GIF of 10,000 pictures', async () => {
    const one = await picture('gif', { width: 2, height: 2 })
    const frame = one.subarray(one.indexOf(0x2c, 13), -1)
    const many = Buffer.concat([
      one.subarray(0, -1),
      ...Array.from({ length: 10_000 }, () => frame),
      one.subarray(-1),
    ])
    await expectNothing(many)
  })
})
