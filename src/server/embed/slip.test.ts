import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '../../domain/base/calendar.ts'
import { linksOf, tagsOf, textOf } from '../../../tests/support/html.ts'
import { publicDraws } from '../../../tests/support/public-draws.ts'

const { server, admin, stranger, today, record } = publicDraws()
const LONG = 'Long & <b>bold</b> "name" of a game'

beforeAll(async () => {
  const { games } = (await admin().get('/api/admin/games')).body
  const { version, operator, active } = games.find(({ key }: { key: string }) => key === 'metro')
  const body = { version, name: LONG, operator, active, reason: 'test' }
  expect((await admin().request('PUT', '/api/admin/games/metro', { body })).status).toBe(200)
  await record('metro', '2025-06-23', { winning: [61, 62, 63, 64, 65] })
})

describe('the slip', () => {
  test('is HTML and CSS for every site: its own headers, no cookie, no script', async () => {
    const { status, headers, text } = await stranger().get('/embed/results/2025-06-23')
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
    const { text } = await stranger().get('/embed/results/2025-06-23')
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
    const { text } = await stranger().get('/embed/results/metro')
    expect(text).not.toContain('<b>bold')
    expect(textOf(text)).toContain(`${LONG} results`)
  })

  test.each([
    ['diamond', 'Diamond results'],
    ['diamond.2025-06-23', 'Diamond result'],
  ])('of %s is about %s', async (of, title) => {
    const words = textOf((await stranger().get(`/embed/results/${of}`)).text)
    expect(words).toContain(title)
    expect(words).toContain('20 - 42 - 89 - 13')
    expect(words).not.toContain('61 - 62')
  })

  test('says that there is no result yet', async () => {
    const { status, text } = await stranger().get('/embed/results/peoples')
    expect([status, textOf(text)]).toEqual([200, expect.stringContaining('No result yet.')])
  })

  test('of a date without draws, tomorrow or a made-up name says so in the frame', async () => {
    for (const of of [
      'nothing',
      addDays(today(), 1),
      '2025-02-30',
      'diamond.2025-06-24',
      'x.y.z',
      '..%2F..%2Fapi',
      '%00',
      '%zz',
    ]) {
      const { status, headers, text } = await stranger().get(`/embed/results/${of}`)
      expect([of, status]).toEqual([of, 404])
      expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
      expect(linksOf(text)).toEqual([`${server().url}/results`])
    }
  })

  test('is the same for a player, and unchanged for who has it', async () => {
    const { headers, text } = await stranger().get('/embed/results/diamond')
    const own = await admin().get('/embed/results/diamond', {
      headers: { 'if-none-match': headers.get('etag')! },
    })
    // A new minute makes a new slip.
    expect(
      own.status === 304 || own.text.replace(/Read at .*?Lagos/, '') === text.replace(/Read at .*?Lagos/, ''),
    ).toBe(true)
    expect(own.headers.get('account')).toBeNull()
  })

  test('answers HEAD, and no other method', async () => {
    const head = await stranger().request('HEAD', '/embed/results')
    expect([head.status, head.text]).toEqual([200, ''])
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect([method, (await stranger().request(method, '/embed/results')).status]).toEqual([method, 405])
  })
})
