import { XMLParser, XMLValidator } from 'fast-xml-parser'
import robotsParser from 'robots-parser'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Feature, FEATURES, opens } from '../../src/platform/rules/access/plans.ts'
import { api } from '../../src/app/server/routes.ts'
import { PAGES } from '../../src/app/web/pages.ts'
import { linksOf, scriptsOf, tagsOf, textOf } from '../support/html.ts'
import { IS_LONG } from '../support/slow.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// What a search engine and a stranger get, on the installation with sample draws and forecasts.
const server = testServer({ template: 'samples' })
let stranger: Visitor
let pro: Visitor
let addresses: string[]

const BROTLI = { headers: { 'accept-encoding': 'br' } }
/** The limit of the protocol. */
const MOST_ADDRESSES = 50_000
const MOST_BYTES = 15_000

beforeAll(async () => {
  stranger = server().anonymous()
  stranger.cookies.clear()
  pro = await server().as('pro')
  const index = await locationsIn('/sitemap.xml', 'sitemapindex', 'sitemap')
  const lists = await Promise.all(index.map((one) => locationsIn(pathOf(one), 'urlset', 'url')))
  addresses = lists.flat()
})

const pathOf = (address: string) => address.slice(server().url.length)
/** Of the days and the draws, some: the others have the same page. */
const someAddresses = () =>
  addresses.filter((one, i) => i % (IS_LONG ? 40 : 200) === 0 || !/\d{4}-/.test(one))
const read = new Map<string, ReturnType<Visitor['get']>>()
/** A public page as a stranger reads it. Two tests read each. */
function pageAt(path: string): ReturnType<Visitor['get']> {
  const found = read.get(path) ?? stranger.get(path, BROTLI)
  read.set(path, found)
  return found
}

/** The addresses of a sitemap, as its protocol has it: sitemaps.org, version 0.9. */
async function locationsIn(path: string, root: string, item: string): Promise<string[]> {
  const { status, headers, text } = await stranger.get(path)
  expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'application/xml; charset=utf-8'])
  expect(XMLValidator.validate(text)).toBe(true)
  const { [root]: document, ...rest } = new XMLParser({ ignoreAttributes: false }).parse(text)
  expect(Object.keys(rest)).toEqual(['?xml'])
  const { '@_xmlns': space, [item]: found, ...others } = document
  expect([space, others]).toEqual(['http://www.sitemaps.org/schemas/sitemap/0.9', {}])
  const items: { loc: string; lastmod?: string }[] = [found].flat()
  expect(items.length).toBeLessThan(MOST_ADDRESSES)
  const isWrong = ({ loc, lastmod = '2026-01-01T00:00:00.000Z', ...more }: (typeof items)[number]) =>
    !loc.startsWith(`${server().url}/`) ||
    new Date(lastmod).toISOString() !== lastmod ||
    Object.keys(more).length > 0
  expect(items.filter(isWrong)).toEqual([])
  return items.map(({ loc }) => loc)
}

const robots = async () =>
  robotsParser(`${server().url}/robots.txt`, (await stranger.get('/robots.txt')).text)

test('the sitemaps name each game, year, day and draw once, and robots may read them', async () => {
  expect(new Set(addresses).size).toBe(addresses.length)
  const { games, years } = (await pro.get('/api/history')).body
  const paths = addresses.map(pathOf)
  for (const path of linksOf((await stranger.get('/methods')).text))
    if (path.startsWith('/methods/')) expect(paths).toContain(path)
  for (const { key } of games) expect(paths).toContain(`/results/${key}`)
  for (const { year } of years) expect(paths.some((path) => path.endsWith(`/${year}`))).toBe(true)
  const rules = await robots()
  expect(addresses.filter((address) => !rules.isAllowed(address, 'Googlebot'))).toEqual([])
  expect(rules.getSitemaps()).toEqual([`${server().url}/sitemap.xml`])
})

/** Pages for one visitor, with a secret in the address, or about an error. */
const UNLISTED = new Set(
  '/ /forgot-password /reset-password /verify-email /popup-done /not-authorized /login/code'.split(' '),
)

test('robots.txt allows exactly the public pages and what they load', async () => {
  const rules = await robots()
  for (const { path, access, isPersonal, status } of PAGES.filter((page) => page.status === 200)) {
    const isPublic =
      ['anyone', 'signed-out'].includes(access) && !isPersonal && status === 200 && !UNLISTED.has(path)
    const address = server().url + path.replaceAll(/:\w+/g, 'x')
    expect([path, rules.isAllowed(address, 'Googlebot')]).toEqual([path, isPublic])
  }
  for (const path of ['/api/site', '/api/public/results', '/admin/users/7'])
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
  const listed = new Set(addresses)
  for (const address of someAddresses()) {
    const { status, text, headers } = await pageAt(pathOf(address))
    expect([address, status]).toEqual([address, 200])
    if (!/\/(results|d)(\/|$)/.test(pathOf(address))) continue
    expect(headers.getSetCookie()).toEqual([])
    expect(headers.get('content-encoding')).toBe('br')
    expect([address, Number(headers.get('content-length')) < MOST_BYTES]).toEqual([address, true])
    for (const link of linksOf(text)) if (/^\/(results|d)(\/|$)/.test(link)) links.add(server().url + link)
    expect(breadcrumbsOf(text)).toEqual(shownTrailOf(text))
  }
  expect([...links].filter((link) => !listed.has(link))).toEqual([])
})

test.each(['/methods/score', '/record/check'])('shows the pages above %s', async (path) => {
  const { text } = await stranger.get(path)
  const trail = shownTrailOf(text)
  expect([breadcrumbsOf(text), trail.at(-1)![0], trail.length]).toEqual([trail, path, 2])
})

/** What other sites may show: the data of today, and of each of some games with its newest day, draw and year. */
function openAddresses(draws: { game: string; date: string }[]): string[] {
  const subjects = draws.flatMap(({ game, date }) => [game, date, `${game}.${date}`])
  return [
    ...['', ...subjects.map((of) => `/${of}`)].map((of) => `/api/open/results${of}`),
    ...draws.map(({ game, date }) => `/api/open/results/${game}/${date.slice(0, 4)}`),
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
    expect(text, address).toEqual(expect.not.stringMatching(/players pay for|@lotto\.test|odds|Chidi/))
    expect((await pro.get(address)).text.replace(/Read at .*?Lagos/, '')).toBe(
      text.replace(/Read at .*?Lagos/, ''),
    )
    if (typeof body !== 'string') continue
    // A slip has no more numbers than its draws, their dates and serials, and its time.
    const rest = textOf(
      body.replace(/<ol\b[\s\S]*<\/ol>|<time[\s\S]*?<\/time>|<h1\b.*?<\/h1>|<a .*?<\/a>/g, ''),
    ).replace(/\w{3} \d+ \w{3} \d{4}|\d+ of \d+ in|18\+/g, '')
    expect([address, rest.match(/\d+/g)]).toEqual([address, null])
  }
  expect([...fields].sort().join(' ')).toBe(
    'corrected date draws game machine name operator page sample serial state terms winning',
  )
})

/** Paths and names of the breadcrumbs for search engines. */
const breadcrumbsOf = (html: string) => {
  const [data] = scriptsOf(html).filter(({ attributes }) => attributes.includes('application/ld+json'))
  const { itemListElement, ...list } = JSON.parse(data!.content)
  expect(list).toEqual({ '@context': 'https://schema.org', '@type': 'BreadcrumbList' })
  return itemListElement.map(({ name, item }: any) => [pathOf(item), name])
}
/** Those that a reader sees. The top has none. */
const shownTrailOf = (html: string) => {
  const [trail] = /<nav aria-label="Breadcrumbs">[\s\S]*?<\/nav>/.exec(html) ?? ['']
  const links = [...trail.matchAll(/<a href="(.*?)"[^>]*>(.*?)<\/a>/g)].map(([, path, name]) => [path, name])
  return trail ? links : [['/results', 'Results today']]
}

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
      .replace(/18\+|18 or older|At least 8 characters/g, '')
      // A game whose name is a number.
      .replace(/\b06\b/g, '')
    expect([key, rest.match(/\d+/g)]).toEqual([key, null])
    expect(text).not.toContain(username)
    expect(text).not.toMatch(/@lotto\.test|id="answers"|<script(?! type="application\/ld)/)
  }
})

test.each([
  ['/results', '/share/'],
  ['/results/diamond', '/share/draws/'],
  ['/results/diamond/2025', '/share/product/'],
  ['/record', '/share/product/'],
  ['/methods', '/share/product/'],
  ['/login', '/share/product/'],
])('%s is shared with a picture of at most 300 kB', async (path, start) => {
  const { text } = await stranger.get(path)
  const images = tagsOf(text).filter(({ attributes }) => attributes.property === 'og:image')
  expect(images).toHaveLength(1)
  const address = images[0]!.attributes.content!
  expect(address.startsWith(server().url + start)).toBe(true)
  const { status, headers } = await fetch(address)
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(Number(headers.get('content-length'))).toBeLessThan(300_000)
})

/** The lists of four and more numbers of the game in an answer, also as `{ number }` of each item. */
function listsIn(value: unknown): number[][] {
  if (value === null || typeof value !== 'object') return []
  const items = Array.isArray(value) ? value.map((item) => item?.number ?? item) : []
  const isList = items.length > 3 && items.every((item) => Number.isInteger(item) && item > 0 && item < 91)
  return [...(isList ? [items] : []), ...Object.values(value).flatMap(listsIn)]
}
const wordsOf = (numbers: readonly (number | string)[]) => ` ${numbers.join(' ')} `
/** Each four to eight numbers in a row. */
const runsOf = (numbers: readonly string[]) =>
  [4, 5, 6, 7, 8].flatMap((length) => numbers.map((_, i) => wordsOf(numbers.slice(i, i + length))))

test('no public address has a list of numbers that a plan opens', async () => {
  const isPaid = (access: string) =>
    access in FEATURES && !opens({ plan: 'free', role: 'user' }, access as Feature)
  const { games } = (await pro.get('/api/history')).body
  const routes = Object.entries(api).flatMap(([route, { access, answer }]) =>
    route.startsWith('GET ') && isPaid(access as string) && answer instanceof z.ZodType
      ? [route.slice(4)]
      : [],
  )
  expect(routes).toEqual(
    expect.arrayContaining(['/api/frequentNumbers/:game', '/api/movingNumbers', '/api/lab/:figure']),
  )
  const figures = new Set<string>()
  for (const route of routes)
    for (const { key } of route.includes(':game') ? games : games.slice(0, 1)) {
      const { status, body } = await pro.get(route.replace(':game', key).replace(':figure', 'frequency'))
      if (status === 200) for (const list of listsIn(body)) figures.add(wordsOf(list.slice(0, 8)))
    }
  expect(figures.size).toBeGreaterThan(games.length)
  const feeds = [...games.map(({ key }: any) => `/results/${key}/feed`), '/results/feed']
  const paths = [
    ...someAddresses().map(pathOf),
    ...feeds.flatMap((path) => [`${path}.xml`, `${path}.json`]),
    '/sitemap.xml',
    '/sitemap/pages.xml',
    '/robots.txt',
  ]
  const drawn = new Set<string>()
  const found: [string, string][] = []
  for (const path of paths) {
    const { text } = await pageAt(path)
    // A paid list may repeat the balls of one draw.
    for (const set of setsOf(text.replace(/<[^>]*>/g, ''))) drawn.add(wordsOf(set.split(' - ')))
    const numbers = text.replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/g, ' ').match(/\d+/g) ?? []
    for (const list of runsOf(numbers)) if (figures.has(list)) found.push([path, list])
  }
  expect(found.filter(([, list]) => !drawn.has(list))).toEqual([])
})
