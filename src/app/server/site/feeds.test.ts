import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { beforeAll, expect, test } from 'vitest'
import { addDays, parseDate } from '../../../platform/rules/base/calendar.ts'
import { tagsOf } from '../../../../tests/support/html.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
let stranger: Visitor
let id: number

beforeAll(async () => {
  admin = await server().as('admin')
  stranger = server().anonymous()
  const record = async (game: string, date: string, winning: number[]) =>
    (await admin.post('/api/admin/draws', { game, date, winning })).body.id as number
  await record('metro', '2025-06-23', [71, 72, 73, 74, 75])
  id = await record('diamond', '2025-06-23', [20, 42, 89, 13, 50])
  await record('diamond', '2025-06-30', [1, 2, 3, 4, 5])
})

/** RFC 4287: a feed has one id, title and updated, and so has each entry; the author of the feed is that of its entries. */
async function atomOf(path: string) {
  const { status, headers, text } = await stranger.get(path)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect(XMLValidator.validate(text)).toBe(true)
  const parser = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => ['entry', 'link'].includes(name),
  })
  const { feed } = parser.parse(text)
  expect(feed['@_xmlns']).toBe('http://www.w3.org/2005/Atom')
  expect(feed.author).toEqual({ name: 'Lotto Forecast' })
  for (const one of [feed, ...feed.entry]) {
    for (const name of ['id', 'title', 'updated']) expect([name, typeof one[name]]).toEqual([name, 'string'])
    expect(new Date(one.updated).toISOString()).toBe(one.updated)
    expect(one.link.filter((link: any) => link['@_rel'] === 'alternate').length).toBe(1)
  }
  expect(feed.id).toBe(server().url + path)
  expect(feed.link[0]).toMatchObject({ '@_rel': 'self', '@_href': server().url + path })
  expect(new Set(feed.entry.map((entry: any) => entry.id)).size).toBe(feed.entry.length)
  return feed
}

/** https://jsonfeed.org/version/1.1: the version, the title and the items' ids and contents are required. */
async function jsonOf(path: string) {
  const { status, headers, text } = await stranger.get(path)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/feed+json; charset=utf-8'])
  const feed = JSON.parse(text)
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: expect.any(String),
    feed_url: server().url + path,
    items: feed.items.map(() => ({ id: expect.any(String), content_text: expect.any(String) })),
  })
  return feed
}

test('both feeds have the same draws, of all games or of one', async () => {
  for (const [path, count, title] of [
    ['/results/feed', 3, 'Lotto results'],
    ['/results/diamond/feed', 2, 'Premier Lotto (Baba Ijebu) Diamond results'],
  ] as const) {
    const [atom, json] = [await atomOf(`${path}.xml`), await jsonOf(`${path}.json`)]
    expect([path, atom.entry.length, atom.title, json.title]).toEqual([path, count, title, title])
    expect(json.items).toEqual(
      atom.entry.map((entry: any) => ({
        id: entry.id,
        url: entry.link[0]['@_href'],
        title: entry.title,
        content_text: entry.content['#text'],
        date_modified: entry.updated,
      })),
    )
    expect(atom.updated).toBe(atom.entry[0].updated)
  }
})

test('a correction keeps the id of its entry, moves its time and puts it first', async () => {
  const find = (feed: any) => feed.items.find(({ url }: any) => url.endsWith('/d/diamond.2025-06-23'))
  const before = await jsonOf('/results/feed.json')
  const body = { version: 1, date: '2025-06-23', winning: [20, 42, 89, 13, 49], reason: 'misread' }
  expect((await admin.request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
  const after = await jsonOf('/results/feed.json')
  expect(find(after)).toMatchObject({
    id: find(before).id,
    title: 'Premier Lotto (Baba Ijebu) Diamond result, Monday 23 June 2025',
    content_text: 'Winning: 20 - 42 - 89 - 13 - 49',
  })
  expect(find(after).date_modified > find(before).date_modified).toBe(true)
  expect(after.items[0]).toEqual(find(after))
  expect((await stranger.get(new URL(find(after).id).pathname)).text).toContain('20')
})

test('proxies may keep a feed for a minute, and a reader that has it gets no second copy', async () => {
  const { headers } = await stranger.get('/results/feed.xml')
  expect(headers.get('cache-control')).toBe('public, max-age=60')
  const again = { headers: { 'if-none-match': headers.get('etag')! } }
  expect((await stranger.get('/results/feed.xml', again)).status).toBe(304)
})

test('there is none of an unknown game', async () => {
  for (const path of [
    '/results/nothing/feed.xml',
    '/results/2025-06-23/feed.json',
    '/results/diamond/feed.rss',
  ])
    expect([path, (await stranger.get(path)).status]).toEqual([path, 404])
})

test.each([
  ['/results', '/results/feed'],
  ['/results/diamond', '/results/diamond/feed'],
  ['/d/diamond.2025-06-23', '/results/diamond/feed'],
])('%s names its feeds', async (page, feed) => {
  const links = tagsOf((await stranger.get(page)).text).flatMap(({ attributes }) =>
    attributes.rel === 'alternate' && /atom|feed/.test(attributes.type ?? '') ? attributes.href : [],
  )
  expect(links).toEqual([`${server().url}${feed}.xml`, `${server().url}${feed}.json`])
})

test('a feed has the newest 40 draws', async () => {
  for (let day = 1; day <= 41; day++) {
    const draw = { game: 'gold', date: addDays(parseDate('2025-01-01')!, day), winning: [1, 2, 3, 4, 5] }
    expect((await admin.post('/api/admin/draws', draw)).status).toBe(201)
  }
  expect((await jsonOf('/results/gold/feed.json')).items).toHaveLength(40)
})
