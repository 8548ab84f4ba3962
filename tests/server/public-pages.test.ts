import { brotliCompressSync, constants } from 'node:zlib'
import robotsParser from 'robots-parser'
import { beforeAll, expect, test } from 'vitest'
import { PAGES } from '../../src/web/pages.ts'
import { linksOf, tagsOf, textOf } from '../support/html.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// What a search engine and a stranger get, on the installation with sample draws and forecasts.
const server = testServer({ template: 'blank', settings: { SAMPLE_DATA: 'on' } })
let stranger: Visitor
let pro: Visitor
let addresses: string[]

/** The sitemap as its protocol has it: sitemaps.org, version 0.9. */
const SITEMAP =
  /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">\n(<url><loc>[^<>&"']+<\/loc>(<lastmod>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z<\/lastmod>)?<\/url>\n)+<\/urlset>\n$/
/** The limit of the protocol. */
const MOST_ADDRESSES = 50_000
const MOST_BYTES = 10_000

beforeAll(async () => {
  stranger = server().anonymous()
  stranger.cookies.clear()
  pro = await server().as('pro')
  const { status, headers, text } = await stranger.get('/sitemap.xml')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(text).toMatch(SITEMAP)
  addresses = [...text.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, loc]) => loc!)
})

const robots = async () =>
  robotsParser(`${server().url}/robots.txt`, (await stranger.get('/robots.txt')).text)

/** A document compressed as it is sent, without the style sheet that every page has. */
const sizeOf = (html: string) =>
  brotliCompressSync(html.replace(/<style>[\s\S]*?<\/style>/, ''), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6 },
  }).length

test('the sitemap names each game, year and day once, and robots may read them', async () => {
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses.length).toBeLessThan(MOST_ADDRESSES)
  const { games, years } = (await pro.get('/api/history')).body
  const paths = addresses.map((address) => address.slice(server().url.length))
  for (const { key } of games) expect(paths).toContain(`/results/${key}`)
  for (const { year } of years) expect(paths.some((path) => path.endsWith(`/${year}`))).toBe(true)
  const rules = await robots()
  expect(addresses.filter((address) => !rules.isAllowed(address, 'Googlebot'))).toEqual([])
  expect(rules.getSitemaps()).toEqual([`${server().url}/sitemap.xml`])
})

/** Pages for one visitor, with a secret in the address, or about an error. */
const UNLISTED = new Set([
  '/',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/popup-done',
  '/not-authorized',
  '/login/code',
])

test('robots.txt allows exactly the public pages and what they load', async () => {
  const rules = await robots()
  for (const { path, access, isPersonal, status } of PAGES.filter((page) => page.status === 200)) {
    const isPublic =
      ['anyone', 'signed-out'].includes(access) && !isPersonal && status === 200 && !UNLISTED.has(path)
    const address = server().url + path.replaceAll(/:\w+/g, 'x')
    expect([path, rules.isAllowed(address, 'Googlebot')]).toEqual([path, isPublic])
  }
  for (const path of [
    '/api/site',
    '/api/public/results',
    '/share/whatsapp/days/2025-06-23',
    '/admin/users/7',
  ])
    expect([path, rules.isAllowed(server().url + path, 'Googlebot')]).toEqual([path, false])
  for (const page of ['/results', '/login']) {
    const loaded = tagsOf((await stranger.get(page)).text).flatMap(({ name, attributes }) =>
      ['link', 'script', 'img'].includes(name) ? (attributes.src ?? attributes.href ?? []) : [],
    )
    expect(loaded.length).toBeGreaterThan(3)
    for (const file of loaded) {
      const { href } = new URL(file, server().url)
      expect([file, rules.isAllowed(href, 'Googlebot')]).toEqual([file, true])
    }
  }
})

test('every public page answers a stranger, and each link within the public pages leads to one', async () => {
  const links = new Set<string>()
  // Of the days, some: the others have the same page.
  for (const address of addresses.filter((one, i) => i % 40 === 0 || !/\/\d{4}-/.test(one))) {
    const { status, text, headers } = await stranger.get(address.slice(server().url.length))
    expect([address, status]).toEqual([address, 200])
    if (!address.includes('/results')) continue
    expect(headers.getSetCookie()).toEqual([])
    expect([address, sizeOf(text) < MOST_BYTES]).toEqual([address, true])
    for (const link of linksOf(text)) if (link.startsWith('/results')) links.add(server().url + link)
  }
  expect([...links].filter((link) => !addresses.includes(link))).toEqual([])
})

/** What other sites may show: the data and slip of today, and of each of some games with its newest day, draw and year. */
function openAddresses(draws: { game: string; date: string }[]): string[] {
  const subjects = draws.flatMap(({ game, date }) => [game, date, `${game}.${date}`])
  return [
    ...['', ...subjects.map((of) => `/${of}`)].flatMap((of) => [
      `/api/open/results${of}`,
      `/embed/results${of}`,
    ]),
    ...draws.map(({ game, date }) => `/api/open/results/${game}/${date.slice(0, 4)}`),
    ...draws.map(({ game, date }) => `/oembed?url=${server().url}/d/${game}.${date}`),
    `/oembed?url=${server().url}/results`,
  ]
}

test('what other sites may show has the facts of draws, nothing paid and nothing personal', async () => {
  const admin = await server().as('admin')
  const forecast = { gameName: 'Bingo', numbers: '7, 14', reasons: 'A reason that players pay for' }
  expect((await admin.post('/api/admin/predictions', forecast)).status).toBe(201)
  const { games } = (await pro.get('/api/history')).body
  const newest: { game: string; date: string }[] = []
  for (const { key } of games) {
    const { rows } = (await pro.get(`/api/results?game=${key}`)).body.table
    newest.push({ game: key, date: rows[0].date })
    const { draws } = (await stranger.get(`/api/open/results/${key}`)).body
    const facts = draws.map(
      ({ game: _, name: __, operator: ___, corrected: ____, page: _____, ...row }: any) => row,
    )
    expect(facts).toEqual(rows.slice(0, 20).map((row: object) => expect.objectContaining(row)))
  }
  const fields = new Set<string>()
  for (const address of openAddresses(newest.slice(0, 8))) {
    const { status, headers, text, body } = await stranger.get(address)
    expect([address, status, headers.getSetCookie()]).toEqual([address, 200, []])
    for (const { [0]: name } of text.matchAll(/"\w+":/g)) fields.add(name.slice(1, -2))
    expect([address, text]).toEqual([
      address,
      expect.not.stringMatching(/players pay for|@lotto\.test|odds|Chidi/),
    ])
    expect((await pro.get(address)).text.replace(/Read at .*?Lagos/, '')).toBe(
      text.replace(/Read at .*?Lagos/, ''),
    )
    if (typeof body !== 'string') continue
    // A slip has no more numbers than its draws, their dates and serials, and its time.
    const rest = textOf(
      body.replace(/<ol>[\s\S]*<\/ol>|<time[\s\S]*?<\/time>|<h1>.*?<\/h1>|<a .*?<\/a>/g, ''),
    ).replace(/\w{3} \d+ \w{3} \d{4}|\d+ of \d+ in|18\+/g, '')
    expect([address, rest.match(/\d+/g)]).toEqual([address, null])
  }
  expect([...fields].sort()).toEqual(
    [
      'cache_age',
      'corrected',
      'date',
      'draws',
      'game',
      'height',
      'html',
      'machine',
      'name',
      'operator',
      'page',
    ]
      .concat(['provider_name', 'provider_url', 'sample', 'serial', 'state', 'terms', 'title', 'type', 'url'])
      .concat(['version', 'width', 'winning']),
  )
})

/** The sets of five in a text. */
const setsOf = (text: string) => text.match(/\b\d{1,2}(?: - \d{1,2}){4}\b/g) ?? []

test('a page of results has the numbers of its draws, nothing paid and nothing personal', async () => {
  const { games } = (await pro.get('/api/history')).body
  const { username } = (await pro.get('/api/me')).body
  for (const { key } of games.slice(0, 6)) {
    const { table } = (await pro.get(`/api/results?game=${key}`)).body
    const drawn = table.rows
      .slice(0, 20)
      .flatMap(({ winning, machine }: any) =>
        [winning, machine].filter(({ length }) => length > 0).map((numbers) => numbers.join(' - ')),
      )
    const { text } = await stranger.get(`/results/${key}`)
    const words = textOf(text)
    expect(new Set(setsOf(words))).toEqual(new Set(drawn))
    // Apart from the draws, a page has no more numbers than its dates, serials, years and prices.
    const outside = textOf(text.replace(/<ol class="draw-rows[\s\S]*?<\/ol>/, ''))
    const rest = outside
      .replace(/\d+ \w{3} \d{4}, \d\d:\d\d/g, '')
      .replace(/₦[\d,]+/g, '')
      .replace(/\b(19|20)\d\d\b/g, '')
      .replace('18+', '')
      // A game whose name is a number.
      .replace(/\b06\b/g, '')
    expect([key, rest.match(/\d+/g)]).toEqual([key, null])
    expect(text).not.toContain(username)
    expect(text).not.toMatch(/@lotto\.test|id="answers"|<script/)
  }
})
