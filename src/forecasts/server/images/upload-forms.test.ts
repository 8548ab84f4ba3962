import { beforeAll, describe, expect, test } from 'vitest'
import { IMAGE_LIMITS } from '../../rules/images.ts'
import { BOUNDARY, form, picture, pngBomb, upload } from '../../../../tests/support/pictures.ts'
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
describe('invalid upload forms', () => {
  const PICTURE = pngBomb(8)
  const file = (content: Uint8Array | string = PICTURE) => ({ name: 'file', content, filename: 'a.png' })

  test('NET-02 a file over the limit, announced or not', async () => {
    const large = Buffer.alloc(IMAGE_LIMITS.bytes + 1)
    expect((await send(upload(large))).body.title).toBe('The file is too large: the limit is 8 MB.')
    expect((await send({ ...upload(PICTURE), content: Buffer.alloc(IMAGE_LIMITS.bytes * 2) })).status).toBe(
      413,
    )
  })

  test('NET-02 a gigabyte without a length is stopped soon after the limit', async () => {
    const piece = Buffer.alloc(64 * 1024)
    const head = Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
    )
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(head),
      pull(controller) {
        if (sent >= 1024 ** 3) return controller.close()
        sent += piece.length
        controller.enqueue(piece)
      },
    })
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${server().url}/api/admin/images`, {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { origin: server().url, cookie, 'content-type': upload(PICTURE).type },
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(IMAGE_LIMITS.bytes * 4)
  })

  test('NET-02 is refused to a user without the right before a byte is read', async () => {
    for (const [visitor, status] of [
      [server().anonymous(), 401],
      [pro, 403],
    ] as const) {
      const answer = await visitor.request('POST', '/api/admin/images', {
        raw: upload(Buffer.alloc(20_000_000)),
      })
      expect(answer.status).toBe(status)
    }
  })

  test.each<[string, number | string, () => { type: string; content: string | Uint8Array }]>([
    ['no boundary', 'The form is not valid.', () => ({ ...upload(PICTURE), type: 'multipart/form-data' })],
    ['another boundary', 400, () => ({ ...upload(PICTURE), type: 'multipart/form-data; boundary=other' })],
    [
      'an endless boundary',
      400,
      () => ({ ...upload(PICTURE), type: `multipart/form-data; boundary=${'x'.repeat(5000)}` }),
    ],
    ['no end', 400, () => ({ ...upload(PICTURE), content: upload(PICTURE).content.subarray(0, -10) })],
    ['nothing', 400, () => ({ ...upload(PICTURE), content: '' })],
    ['no part', 'Choose a file.', () => form([])],
    ['no file', 400, () => form([{ name: 'upload_preset', content: 'x' }])],
    ['the file as text', 400, () => form([{ name: 'file', content: 'x' }])],
    ['two files', 'Duplicate field.', () => form([file(), file()])],
    ['a file under another name', 400, () => form([file(), { ...file(), name: 'other' }])],
    ['an unknown field', 400, () => form([file(), { name: 'admin', content: 'true' }])],
    ['a field named __proto__', 400, () => form([file(), { name: '__proto__', content: 'x' }])],
    [
      'a duplicate preset',
      400,
      () => form([{ name: 'upload_preset', content: 'x' }, { name: 'upload_preset', content: 'x' }, file()]),
    ],
    ['an endless preset', 400, () => form([{ name: 'upload_preset', content: 'x'.repeat(101) }, file()])],
    ['a preset with NUL', 400, () => form([{ name: 'upload_preset', content: 'a\0b' }, file()])],
    ['a name with NUL', 400, () => form([{ ...file(), name: 'fi\0le' }])],
    ['10,000 parts', 400, () => form(Array.from({ length: 10_000 }, () => ({ name: 'x', content: '' })))],
    [
      '10,000 headers',
      400,
      () => form([{ ...file(), headers: Array.from({ length: 10_000 }, (_, i) => `X-${i}: y`) }]),
    ],
    [
      'a form within the form',
      400,
      () =>
        form([{ ...file(form([file()]).content), headers: ['Content-Type: multipart/mixed; boundary=x'] }]),
    ],
    [
      'another type',
      'Send this as multipart/form-data.',
      () => ({ type: 'application/json', content: '{}' }),
    ],
    [
      'another multipart type',
      415,
      () => ({ ...upload(PICTURE), type: `multipart/mixed; boundary=${BOUNDARY}` }),
    ],
    ['a picture as the body', 415, () => ({ type: 'image/png', content: pngBomb(8) })],
  ])('NET-03 %s', async (name, status, make) => {
    const answer = await send(make())
    expectRefused(answer, name)
    expect([name, answer.status, answer.body.title]).toContain(status)
  })

  test('the same file in a valid form is accepted', async () => {
    expect((await send(form([file()]))).status).toBe(200)
    expect((await send(form([{ name: 'upload_preset', content: 'anything' }, file()]))).status).toBe(200)
  })

  test('from another site', async () => {
    const raw = upload(await picture())
    const answer = await admin.request('POST', '/api/admin/images', { raw, foreign: true })
    expect(answer.status).toBe(403)
  })
})
