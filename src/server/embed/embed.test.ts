import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { RATE_LIMITS } from '../../domain/accounts/rate-limits.ts'
import { addDays, type LagosDate, lagosDate } from '../../domain/base/calendar.ts'
import { linksOf, tagsOf, textOf } from '../../../tests/support/html.ts'
import { expectRefused } from '../../../tests/support/refusals.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'

// What other sites get: oEmbed, the slip in a frame, and data without a key.
const server = testServer()
const LONG = 'Long & <b>bold</b> "name" of a game'
let admin: Visitor
let stranger: Visitor
let today: LagosDate
let correctedId: number

beforeAll(async () => {
  admin = await server().as('admin')
  stranger = server().anonymous()
  today = lagosDate(await server().now())
  const record = async (game: string, date: string, more: object) =>
    (await admin.post('/api/admin/draws', { game, date, ...more })).body.id as number
  const { version, operator, active } = (await admin.get('/api/admin/games')).body.games.find(
    ({ key }: { key: string }) => key === 'metro',
  )
  const renamed = { version, name: LONG, operator, active, reason: 'test' }
  expect((await admin.request('PUT', '/api/admin/games/metro', { body: renamed })).status).toBe(200)
  await record('diamond', '2024-06-24', { winning: [1, 2, 3, 4, 5] })
  await record('metro', '2025-06-23', { winning: [61, 62, 63, 64, 65] })
  correctedId = await record('diamond', '2025-06-23', {
    serial: 49,
    winning: [20, 42, 89, 13, 50],
    machine: [6, 7, 8, 9, 10],
  })
})

const correct = (version: number, last: number) =>
  admin.request('PUT', `/api/admin/draws/${correctedId}`, {
    body: {
      version,
      date: '2025-06-23',
      serial: 49,
      winning: [20, 42, 89, 13, last],
      machine: [6, 7, 8, 9, 10],
      reason: 'Typed wrongly',
    },
  })

const oembed = (path: string, more = '', visitor = stranger) =>
  visitor.get(`/oembed?url=${encodeURIComponent(server().url + path)}${more}`)

describe('oEmbed', () => {
  test.each([
    '/d/diamond.2025-06-23',
    '/results',
    '/results/2025-06-23',
    '/results/diamond',
    '/d/day/2025-06-23',
  ])('is named in the head of %s, and answers there', async (path) => {
    const { text } = await stranger.get(path)
    const head = text.slice(0, text.indexOf('</head>'))
    // WordPress reads the first 150 kB.
    expect(head.length).toBeLessThan(150_000)
    const { href, title } = tagsOf(head).find(
      ({ attributes }) => attributes.type === 'application/json+oembed',
    )!.attributes
    expect(title).toMatch(/\S/)
    const { status, body, headers } = await stranger.get(href!.slice(server().url.length))
    expect([status, body.version]).toEqual([200, '1.0'])
    expect(headers.get('content-type')).toMatch(/^application\/json/)
  })

  test.each(['/results/diamond/2025', '/results/nothing', '/methods'])('is not named on %s', async (path) => {
    expect((await stranger.get(path)).text).not.toContain('json+oembed')
  })

  test('shows a draw as a picture whose address follows a correction', async () => {
    const { body } = await oembed('/d/diamond.2025-06-23')
    expect(body).toEqual({
      version: '1.0',
      type: 'photo',
      title: 'Diamond, Mon 23 Jun 2025. Winning: 20 - 42 - 89 - 13 - 50. Machine: 6 - 7 - 8 - 9 - 10',
      url: expect.stringMatching(/\/latest\.png$/),
      width: 1200,
      height: 630,
      provider_name: 'Lotto Forecast',
      provider_url: server().url,
      cache_age: 60,
    })
    const shown = async () => {
      const { status, headers } = await stranger.get(body.url.slice(server().url.length))
      expect([status, headers.get('cache-control')]).toEqual([302, 'public, no-cache'])
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      const picture = await stranger.get(headers.get('location')!)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      return headers.get('location')
    }
    const before = await shown()
    expect((await correct(1, 49)).status).toBe(200)
    expect(await shown()).not.toBe(before)
    const after = (await oembed('/d/diamond.2025-06-23')).body
    expect(after.url).toBe(body.url)
    expect(after.title).toContain('20 - 42 - 89 - 13 - 49')
  })

  test('shows a day, a game and a draw before its result as the slip, which answers', async () => {
    const monday = [0, 1, 2, 3, 4, 5, 6]
      .map((days) => addDays(today, -days))
      .find((day) => new Date(day).getUTCDay() === 1)!
    for (const path of [
      '/results',
      '/results/',
      '/results/diamond',
      '/d/day/2025-06-23',
      `/d/diamond.${monday}`,
    ]) {
      const { status, body } = await oembed(path)
      expect([path, status, body.type]).toEqual([path, 200, 'rich'])
      const [frame, ...others] = tagsOf(body.html)
      expect([frame!.name, others]).toEqual(['iframe', []])
      expect(frame!.attributes).toMatchObject({ width: String(body.width), height: String(body.height) })
      const slip = await stranger.get(frame!.attributes.src!.slice(server().url.length))
      expect([path, slip.status]).toEqual([path, 200])
    }
  })

  test.each([
    ['/d/diamond.2025-06-23', '&maxwidth=600', 600, 315],
    ['/d/diamond.2025-06-23', '&maxheight=63', 120, 63],
    ['/d/diamond.2025-06-23', '&maxwidth=600&maxheight=63', 120, 63],
    ['/d/diamond.2025-06-23', '&maxwidth=1', 1, 1],
    ['/d/diamond.2025-06-23', '&maxwidth=999999999', 1200, 630],
    ['/results', '&maxwidth=280', 280, 700],
    ['/results', '&maxheight=100&maxwidth=5000', 480, 100],
    ['/results', '&dnt=1&format=json&unknown=x&callback=alert(1)', 480, 700],
  ])('of %s%s is %i wide and %i high', async (path, more, width, height) => {
    const { status, body } = await oembed(path, more)
    expect([status, body.width, body.height]).toEqual([200, width, height])
  })

  test.each([
    ['/results', '&format=xml', 501],
    ['/results', '&format=', 501],
    ['/results/nothing', '', 404],
    ['/results/diamond/2025', '', 404],
    ['/d/nothing', '', 404],
    ['/d/diamond.2025-06-24', '', 404],
    ['/d/diamond.9999-12-27', '', 404],
    ['/dashboard', '', 404],
    ['/record/1', '', 404],
    ['.evil.example/results', '', 404],
    ['@evil.example/results', '', 404],
    ['/results', '&maxwidth=0', 400],
    ['/results', '&maxwidth=-1', 400],
    ['/results', '&maxwidth=1e9', 400],
    ['/results', '&maxheight=wide', 400],
    ['/results', '&url=x', 400],
  ])('refuses %s%s with %i', async (path, more, status) => {
    const answer = await oembed(path, more)
    expect(answer.status).toBe(status)
    expect(answer.body.status).toBe(status)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each(['', 'url=', 'url=x', 'url=javascript:alert(1)', 'url=%00', `url=${'x'.repeat(3000)}`])(
    'refuses the query %j',
    async (query) => expectRefused(await stranger.get(`/oembed?${query}`)),
  )
})

describe('the slip', () => {
  test('is HTML and CSS for every site: its own headers, no cookie, no script', async () => {
    const { status, headers, text } = await stranger.get('/embed/results/2025-06-23')
    expect(status).toBe(200)
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)![1]!
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors *; sandbox allow-popups allow-popups-to-escape-sandbox`,
    )
    expect(headers.get('x-frame-options')).toBeNull()
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(headers.getSetCookie()).toEqual([])
    const names = tagsOf(text).map(({ name }) => name)
    for (const name of ['script', 'img', 'link', 'iframe', 'form', 'object'])
      expect(names).not.toContain(name)
    expect(text).not.toMatch(/ style=| on\w+=|url\(/)
    expect(text.length).toBeLessThan(20_000)
  })

  test('shows the draws of a day, when it was read, and links to their pages in a new tab', async () => {
    const { text } = await stranger.get('/embed/results/2025-06-23')
    const words = textOf(text)
    for (const part of [
      'Mon 23 Jun 2025',
      '20 - 42 - 89 - 13',
      '6 - 7 - 8 - 9 - 10',
      '61 - 62 - 63 - 64 - 65',
      'draw 49',
      '18+',
      'Not run by Premier Lotto (Baba Ijebu)',
    ])
      expect(words).toContain(part)
    expect(words).toMatch(/Read at \w{3} \d+ \w{3} \d{4}, \d\d:\d\d ?, Lagos time/)
    expect(linksOf(text)).toEqual(
      ['/d/diamond.2025-06-23', '/d/metro.2025-06-23', '/results/2025-06-23'].map(
        (path) => server().url + path,
      ),
    )
    for (const { name, attributes } of tagsOf(text))
      if (name === 'a') expect(attributes).toMatchObject({ target: '_blank', rel: 'noopener' })
  })

  test('escapes a long name of a game', async () => {
    const { text } = await stranger.get('/embed/results/metro')
    expect(text).not.toContain('<b>bold')
    expect(textOf(text)).toContain(`${LONG} results`)
  })

  test.each([
    ['diamond', 'Diamond results'],
    ['diamond.2025-06-23', 'Diamond result'],
  ])('of %s is about %s', async (of, title) => {
    const words = textOf((await stranger.get(`/embed/results/${of}`)).text)
    expect(words).toContain(title)
    expect(words).toContain('20 - 42 - 89 - 13')
    expect(words).not.toContain('61 - 62')
  })

  test('says that there is no result yet', async () => {
    const { status, text } = await stranger.get('/embed/results/peoples')
    expect([status, textOf(text)]).toEqual([200, expect.stringContaining('No result yet.')])
  })

  test('of a date without draws, tomorrow or a made-up name says so in the frame', async () => {
    for (const of of [
      'nothing',
      addDays(today, 1),
      '2025-02-30',
      'diamond.2025-06-24',
      'x.y.z',
      '..%2F..%2Fapi',
      '%00',
      '%zz',
    ]) {
      const { status, headers, text } = await stranger.get(`/embed/results/${of}`)
      expect([of, status]).toEqual([of, 404])
      expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
      expect(linksOf(text)).toEqual([`${server().url}/results`])
    }
  })

  test('is the same for a player, and unchanged for who has it', async () => {
    const { headers, text } = await stranger.get('/embed/results/diamond')
    const own = await admin.get('/embed/results/diamond', {
      headers: { 'if-none-match': headers.get('etag')! },
    })
    // A new minute makes a new slip.
    expect(
      own.status === 304 || own.text.replace(/Read at .*?Lagos/, '') === text.replace(/Read at .*?Lagos/, ''),
    ).toBe(true)
    expect(own.headers.get('account')).toBeNull()
  })

  test('answers HEAD, and no other method', async () => {
    const head = await stranger.request('HEAD', '/embed/results')
    expect([head.status, head.text]).toEqual([200, ''])
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect([method, (await stranger.request(method, '/embed/results')).status]).toEqual([method, 405])
  })
})

describe('the data', () => {
  test('of one draw are its facts and its page', async () => {
    const { status, body } = await stranger.get('/api/open/results/diamond.2025-06-23')
    expect(status).toBe(200)
    expect(body).toEqual({
      terms: `${server().url}/embed`,
      page: `${server().url}/d/diamond.2025-06-23`,
      draws: [
        {
          game: 'diamond',
          name: 'Diamond',
          operator: 'Premier Lotto',
          date: '2025-06-23',
          serial: 49,
          state: 'drawn',
          winning: [20, 42, 89, 13, 49],
          machine: [6, 7, 8, 9, 10],
          sample: false,
          corrected: true,
          page: `${server().url}/d/diamond.2025-06-23`,
        },
      ],
    })
  })

  test.each([
    ['', '/results', []],
    ['/2025-06-23', '/results/2025-06-23', ['diamond 2025-06-23', 'metro 2025-06-23']],
    ['/diamond', '/results/diamond', ['diamond 2025-06-23', 'diamond 2024-06-24']],
    ['/diamond/2024', '/results/diamond/2024', ['diamond 2024-06-24']],
    ['/peoples', '/results/peoples', []],
  ])('at %j are those of %s', async (path, page, draws) => {
    const { body } = await stranger.get(`/api/open/results${path}`)
    expect(body.page).toBe(server().url + page)
    expect(body.draws.map(({ game, date }: any) => `${game} ${date}`)).toEqual(draws)
    expect((await stranger.get(page)).status).toBe(200)
  })

  test.each([
    'nothing',
    'diamond/2023',
    'diamond/x',
    '2025-06-23/2025',
    'diamond.2025-06-23/2025',
    'diamond.2025-06-24',
    'diamond.diamond',
    'constructor',
    '2999-01-01',
    '%00',
  ])('of %s do not exist', async (of) => {
    const answer = await stranger.get(`/api/open/results/${of}`)
    expectRefused(answer)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('are for scripts of every site, without a session, and kept for a minute', async () => {
    const headers = { origin: 'https://blog.example' }
    const { headers: given, text } = await admin.get('/api/open/results/diamond', { headers })
    expect(Object.fromEntries(given)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'etag,retry-after,server-time',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=60',
    })
    for (const name of ['access-control-allow-credentials', 'set-cookie', 'account', 'minimum-client'])
      expect([name, given.get(name)]).toEqual([name, null])
    // Only what may not be kept says whose it is.
    expect((await admin.get('/api/open/results/nothing')).headers.get('account')).toBe('nobody')
    const again = await stranger.get('/api/open/results/diamond', {
      headers: { 'if-none-match': given.get('etag')! },
    })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers.get('access-control-allow-origin')).toBe('*')
    expect(text).toBe((await stranger.get('/api/open/results/diamond')).text)
    expect((await correct(2, 48)).status).toBe(200)
    expect(
      (await stranger.get('/api/open/results/diamond', { headers: { 'if-none-match': given.get('etag')! } }))
        .status,
    ).toBe(200)
  })

  test('may be asked with fields of a script’s own, and with no other method', async () => {
    const ask = {
      origin: 'https://blog.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'content-type',
    }
    const { status, headers } = await stranger.request('OPTIONS', '/api/open/results', { headers: ask })
    expect(status).toBe(204)
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,HEAD',
      'access-control-allow-headers': 'content-type',
    })
    expect((await stranger.post('/api/open/results')).status).toBe(405)
    expect((await stranger.request('HEAD', '/api/open/results')).status).toBe(200)
  })

  test('no other call is for scripts of other sites', async () => {
    for (const path of [
      '/api/site',
      '/api/public/results',
      '/api/me',
      '/api/openapi.json',
      '/embed',
      '/results',
    ]) {
      const { headers } = await admin.get(path, { headers: { origin: 'https://blog.example' } })
      expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null])
      expect([path, headers.get('x-frame-options')]).toEqual([path, 'DENY'])
    }
  })

  test('are limited for each network, and the pages are not', async () => {
    const eager = server().anonymous()
    const { limits } = server().services
    for (let i = 0; i < RATE_LIMITS.otherSites.points; i++) await limits.consume('otherSites', eager.address)
    for (const path of ['/api/open/results', '/oembed?url=x']) {
      const { status, headers, body } = await eager.get(path)
      expect([status, body.title]).toEqual([429, 'Too many requests. Please try again in a minute.'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(headers.get('access-control-allow-origin')).toBe('*')
    }
    for (const path of ['/embed', '/embed/results', '/results'])
      expect((await eager.get(path)).status).toBe(200)
    expect((await stranger.get('/api/open/results')).status).toBe(200)
  })
})

describe('the page for other sites', () => {
  test('has code whose addresses answer, the limit and the terms', async () => {
    const { status, text } = await stranger.get('/embed')
    expect(status).toBe(200)
    const words = textOf(text)
    const code = words.match(new RegExp(`${server().url}/[\\w./-]+`, 'g'))!
    expect(code).toEqual([`${server().url}/embed/results`, `${server().url}/api/open/results`])
    for (const address of code)
      expect((await stranger.get(address.slice(server().url.length))).status).toBe(200)
    for (const part of [
      `${RATE_LIMITS.otherSites.points} times a minute`,
      `frame-src ${server().url}`,
      '18+',
      'not the operator',
      'no guarantee',
    ])
      expect(words.replaceAll(/\s+/g, ' ')).toContain(part)
    expect(text).not.toContain('<script')
  })

  test('is linked from the foot of the public pages', async () => {
    for (const path of ['/results', '/results/diamond', '/d/diamond.2025-06-23', '/record', '/methods'])
      expect([path, linksOf((await stranger.get(path)).text)]).toEqual([
        path,
        expect.arrayContaining(['/embed']),
      ])
  })
})
