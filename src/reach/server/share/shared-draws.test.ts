import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { linksOf, tagsOf, textOf } from '../../../../tests/support/html.ts'
import { upload } from '../../../../tests/support/pictures.ts'
import { fetchPicture, metaOf, pathOf, SHARED_DRAW, WINNING } from '../../../../tests/support/shares.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

// Share pictures and the pages that name them, over HTTP and signed out.

/** How many of a picture's pixels inside a square area are darker than the middle between white and the deep ground. */
async function darkPixels(picture: Buffer, left: number, top: number, side: number): Promise<number> {
  const area = { left, top, width: side, height: side }
  const { data } = await sharp(picture).extract(area).greyscale().raw().toBuffer({ resolveWithObject: true })
  return data.filter((value) => value < 128).length
}

const server = testServer()

describe('a draw', () => {
  let admin: Visitor
  let id: number
  let publicId: string
  const page = async () => (await server().anonymous().get(`/d/${publicId}`)).text
  const imagePath = async () => pathOf(server(), metaOf(await page())['og:image']!)

  beforeAll(async () => {
    admin = await server().as('admin')
    id = (await admin.post('/api/admin/draws', SHARED_DRAW)).body.id
    publicId = (await server().rows`select public_id from draws where id = ${id}`)[0]!.public_id
  })

  test('unfurls with its picture, whose address, size and text the page names', async () => {
    const tags = metaOf(await page())
    const text = 'Diamond, Mon 23 Jun 2025. Winning: 20 - 42 - 89 - 13 - 49. Machine: 17 - 33 - 41 - 34 - 32'
    expect(tags).toMatchObject({
      'og:site_name': 'Lotto Forecast',
      'og:title': 'Premier Lotto (Baba Ijebu) Diamond result, Monday 23 June 2025',
      'og:url': `${server().url}/d/${publicId}`,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': text,
      'twitter:card': 'summary_large_image',
      'twitter:image': tags['og:image'],
      'twitter:image:alt': text,
    })
  })

  test('leads to WhatsApp with its numbers and its public page, without script', async () => {
    const sentFrom = async (path: string) => {
      const { text } = await server().anonymous().get(path)
      return linksOf(text)
        .filter((link) => link.startsWith('https://wa.me/'))
        .map((link) => new URL(link).searchParams.get('text'))
    }
    const numbers = '20 - 42 - 89 - 13 - 49'
    const lines = `Winning: ${numbers}\nMachine: 17 - 33 - 41 - 34 - 32`
    for (const [path, message] of [
      ['/d/diamond.2025-06-23', `Diamond, Mon 23 Jun 2025\n${lines}`],
      ['/results/2025-06-23', `Results of Mon 23 Jun 2025\nDiamond: ${numbers}`],
      ['/results/diamond', `Diamond results\nMon 23 Jun 2025\n${lines}`],
      ['/results/diamond/2025', 'Diamond results of 2025'],
    ] as const)
      expect(await sentFrom(path)).toEqual([`${message}\n${server().url}${path}`])
    expect(await sentFrom('/d/diamond.2025-06-24')).toEqual([])
  })

  test('is a PNG of that size which every site may show and every cache may keep', async () => {
    const { status, headers, bytes } = await fetchPicture(server(), await imagePath())
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(await sharp(bytes).metadata()).toMatchObject({
      format: 'png',
      width: 1200,
      height: 630,
      isPalette: true,
    })
    expect(bytes.length).toBeLessThanOrEqual(30_000)
  })

  test('has its numbers drawn: deep figures on white balls', async () => {
    const { bytes } = await fetchPicture(server(), await imagePath())
    // The middles of the five winning balls, each without its edge.
    for (const [i, x] of [140, 370, 600, 830, 1060].entries()) {
      const dark = await darkPixels(bytes, x - 44, 316 - 44, 88)
      expect([WINNING[i], dark > 900 && dark < 5000]).toEqual([WINNING[i], true])
    }
    // The same place of another number has other pixels.
    expect(await darkPixels(bytes, 96, 272, 88)).not.toBe(await darkPixels(bytes, 326, 272, 88))
  })

  test('gets another picture address with a correction, and the page says so', async () => {
    const before = await imagePath()
    const body = {
      ...SHARED_DRAW,
      game: undefined,
      version: 1,
      winning: [20, 42, 89, 13, 50],
      reason: 'Read wrongly',
    }
    expect((await admin.request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
    const html = await page()
    const after = await imagePath()
    expect(after).not.toBe(before)
    expect(metaOf(html)['og:description']).toMatch(
      /^Corrected on \w{3} \d+ \w{3} \d{4}\. Winning: 20 - 42 - 89 - 13 - 50\./,
    )
    expect(textOf(html)).toContain('20 - 42 - 89 - 13 - 49 became 20 - 42 - 89 - 13 - 50')
    expect(textOf(html)).not.toContain('Read wrongly')
    const old = await fetchPicture(server(), before)
    expect(old.status).toBe(302)
    expect(old.headers.get('location')).toEqual(after)
    expect(old.headers.get('cache-control')).toBe('public, no-cache')
    expect(old.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect((await fetchPicture(server(), after)).status).toBe(200)
  })

  test('fits a name of any characters', async () => {
    const name = '<Ẹ̀gbá & "₦" royal special evening draw>'
    const change = { version: 1, name, active: true, operator: 'Premier Lotto' }
    expect((await admin.request('PUT', '/api/admin/games/bingo', { body: change })).status).toBe(200)
    const bingo = { ...SHARED_DRAW, game: 'bingo', machine: [] }
    const other = (await admin.post('/api/admin/draws', bingo)).body.id as number
    const [row] = await server().rows`select public_id from draws where id = ${other}`
    const tags = metaOf((await server().anonymous().get(`/d/${row!.public_id}`)).text)
    expect(tags['og:title']).toBe(`Premier Lotto (Baba Ijebu) ${name} result, Monday 23 June 2025`)
    const { status, bytes } = await fetchPicture(server(), pathOf(server(), tags['og:image']!))
    expect([status, (await sharp(bytes).metadata()).width]).toEqual([200, 1200])
  })

  test('is drawn while uploads of SVG stay refused', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    expect((await fetchPicture(server(), await imagePath())).status).toBe(200)
    expect((await admin.request('POST', '/api/admin/images', { raw: upload(svg) })).status).toBe(400)
    await expect(sharp(Buffer.from(svg)).png().toBuffer()).rejects.toThrow()
  })

  test('answers 404 once it is deleted, with its page', async () => {
    const path = await imagePath()
    const gone = { version: 2, reason: 'By mistake' }
    expect((await admin.request('DELETE', `/api/admin/draws/${id}`, { body: gone })).status).toBe(200)
    for (const address of [path, `/d/${publicId}`, `/api/public/draws/${publicId}`])
      expect([address, (await server().anonymous().get(address)).status]).toEqual([address, 404])
  })
})

describe('a day', () => {
  const record = async (game: string) => {
    const draw = { ...SHARED_DRAW, date: '2025-06-30', game, serial: null }
    expect((await (await server().as('admin')).post('/api/admin/draws', draw)).status).toBe(201)
  }
  beforeAll(async () => {
    for (const game of ['diamond', 'msp', 'bingo']) await record(game)
  })

  test('has a page for everyone with its results, their links and the picture', async () => {
    const { status, text, headers } = await server().anonymous().get('/results/2025-06-30')
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    const tags = metaOf(text)
    expect(tags['og:title']).toBe('Premier Lotto (Baba Ijebu) and Ghana NLA results, Monday 30 June 2025')
    expect(tags['og:image:alt']).toContain('Diamond: 20 - 42 - 89 - 13 - 49')
    expect(textOf(text)).toContain('Winning numbers: 20 - 42 - 89 - 13 - 49')
    expect(
      tagsOf(text).filter(({ attributes }) => /^\/d\/\w+\.2025-06-30$/.test(attributes.href ?? '')),
    ).toHaveLength(3)
    const picture = await fetchPicture(server(), pathOf(server(), tags['og:image']!))
    expect([picture.status, picture.bytes.length < 30_000]).toEqual([200, true])
  })

  test('gets another picture address with another result', async () => {
    const imageOf = async () =>
      metaOf((await server().anonymous().get('/results/2025-06-30')).text)['og:image']
    const before = await imageOf()
    await record('peoples')
    expect(await imageOf()).not.toBe(before)
  })

  test.each(['2025-02-30', 'today', '2199-01-01', 'day', '%2e%2e'])('%s is no day', async (date) => {
    expect((await server().anonymous().get(`/share/days/${date}/0123456789abcdef.png`)).status).toBe(404)
  })

  /** Records a draw of Gold on 60 days. @returns the addresses of their pictures */
  async function manyPictures(from: string): Promise<string[]> {
    const rows = await server()
      .rows`insert into draws (game_key, date, state, winning, machine, source, recorded_at)
        select 'gold', ${from}::date + n, 'drawn', array[1, 2, 3, 4, 10 + n], '{}', 'import', now()
        from generate_series(1, 60) as n returning public_id`
    const visitor = server().anonymous()
    const answers = rows.map(({ public_id: id }) => visitor.get(`/api/public/draws/${id}`))
    return (await Promise.all(answers)).map(({ body }) => body.picture.path)
  }

  test('one network that asks for many pictures leaves room for those of others', async () => {
    const paths = await manyPictures('2010-01-01')
    const greedy = server().anonymous()
    const asked = paths.slice(0, 50).map((path) => greedy.get(path))
    const others = await Promise.all(paths.slice(50).map((path) => server().anonymous().get(path)))
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
    const refused = (await Promise.all(asked)).filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, headers } of refused)
      expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  })

  test('refuses pictures beyond its queue, and says when to try again', async () => {
    const paths = await manyPictures('2012-01-01')
    const answers = await Promise.all(paths.map((path) => fetchPicture(server(), path)))
    const refused = answers.filter(({ status }) => status === 503)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    expect(refused.map(({ headers }) => headers.get('retry-after'))).toEqual(refused.map(() => '2'))
    // A refused picture is drawn later.
    const again = paths[answers.findIndex(({ status }) => status === 503)]!
    expect((await fetchPicture(server(), again)).status).toBe(200)
  })
})

describe('a search', () => {
  const QUERY = 'number=20&type=winning&position=first_box&game=diamond'

  test('unfurls with its words and the picture of the product, without its answer', async () => {
    const bot = server().anonymous()
    const { status, headers } = await bot.get(`/dashboard/past-results?${QUERY}&notice=reset-sent`)
    expect([status, headers.get('location')]).toEqual([302, `/login?${QUERY}`])
    const login = await bot.get(headers.get('location')!)
    const tags = metaOf(login.text)
    expect(tags).toMatchObject({
      'og:title': 'Number search: "20" in First box (winning). Diamond',
      'og:description': 'Log in to Lotto Forecast to see the answer. 18+',
      'og:url': `${server().url}/dashboard/past-results?${QUERY}`,
      'twitter:card': 'summary_large_image',
    })
    expect(login.text).not.toContain('is found')
    const { bytes, ...picture } = await fetchPicture(server(), pathOf(server(), tags['og:image']!))
    expect(picture.status).toBe(200)
    expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(bytes.length).toBeLessThanOrEqual(30_000)
    expect((await fetchPicture(server(), '/share/product/other/0123456789abcdef.png')).status).toBe(404)
  })

  test.each([
    ['/dashboard', '/login'],
    ['/dashboard/past-results', '/login?from=%2Fdashboard%2Fpast-results'],
    [
      '/dashboard/past-results?number=91&type=winning&position=any_box',
      '/login?number=91&type=winning&position=any_box',
    ],
    ['/dashboard/past-results?number=%22%3E%3Cscript%3E&type=winning&position=any_box', null],
  ])('%s unfurls as the product', async (path, wanted) => {
    const { headers } = await server().anonymous().get(path)
    const location = headers.get('location')!
    if (wanted) expect(location).toBe(wanted)
    const { text } = await server().anonymous().get(location)
    expect(metaOf(text)).toMatchObject({
      'og:title': 'Lotto Forecast',
      'og:description': 'Nigerian lotto results, and forecasts that can be checked. 18+',
      'og:url': `${server().url}/`,
      'og:image': expect.stringContaining('/share/product/lotto-forecast/'),
      'og:image:alt': 'Lotto Forecast. Nigerian lotto results, and forecasts that can be checked.',
    })
    expect(text).not.toContain('<script>')
  })
})
