import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { csv } from '../../../tests/support/csv.ts'
import { random } from '../../../tests/support/random.ts'
import { IS_LONG } from '../../../tests/support/slow.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { dateOfDay } from '../../platform/rules/base/calendar.ts'
import { historyOfYears, yearOfDraws } from '../rules/draw-years.ts'
import { allYears, drawAt, type History, withChanges } from '../rules/history.ts'

// A phone caches the history of all draws and follows its changes. These tests act as a phone, by API calls alone.
const server = testServer()
let admin: Visitor
let phone: Visitor

interface Manifest {
  seq: number
  years: { year: number; version: string }[]
  draws: number
}
const manifest = async () => (await phone.get<Manifest>('/api/history')).body
const addressOf = ({ year, version }: Manifest['years'][number]) =>
  `/api/history/years/${year}?version=${version}`

/** The history that a phone without a cache reads. */
async function readFullHistory(): Promise<{ seq: number; history: History }> {
  const { seq, years } = await manifest()
  for (const year of years)
    if (!known.has(year.version)) known.set(year.version, (await phone.get(addressOf(year))).body)
  return { seq, history: historyOfYears(years.map(({ version }) => known.get(version))) }
}
/** A version names one content. */
const known = new Map<string, any>()

/** Applies the changes to the history of an earlier version, as a phone does. */
async function follow(history: History, since: number): Promise<History> {
  const { body } = await phone.get(`/api/history/changes?since=${since}`)
  expect(body.reset).toBe(false)
  return withChanges(history, body.written, body.removed)
}

/** A history as texts, to compare every draw at once. */
const packed = (history: History) =>
  allYears(history).map((year) => {
    const { games } = yearOfDraws(history, year)
    return JSON.stringify([year, games.sort((a, b) => (a.game < b.game ? -1 : 1))])
  })

const GAMES = ['diamond', 'peoples', '06']
const NUMBERS = { winning: [7, 12, 45, 60, 89], machine: [3, 9, 27, 33, 81] }

beforeAll(async () => {
  admin = await server().as('admin')
  phone = await server().as('free')
})

describe('the years', () => {
  test('hold exactly the draws of the database', async () => {
    const seed = random(1)
    for (let i = 0; i < 30; i++) {
      const date = dateOfDay(19_350 + i * 9)
      const more =
        i % 4 ? { winning: seed.balls(), machine: i % 3 ? seed.balls() : [] } : { status: 'no_draw' }
      const body = { game: GAMES[i % 3], date, serial: i % 5 ? i : null, ...more }
      expect((await admin.post('/api/admin/draws', body)).status).toBe(201)
    }
    const rows = await server().rows`select * from draws where deleted_at is null order by game_key, date`
    const { history } = await readFullHistory()
    const inYears = [...history.games.values()]
      .sort((a, b) => (a.game < b.game ? -1 : 1))
      .flatMap((draws) => Array.from({ length: draws.length }, (_, i) => drawAt(draws, i)))
    expect(inYears).toEqual(
      rows.map(({ game_key: game, date, state, serial, winning, machine }) => {
        return { game, date, state, serial, winning, machine, sample: false }
      }),
    )
  })

  test('are listed with their versions and the number of all draws', async () => {
    const { seq, years, draws } = await manifest()
    expect(years.map(({ year }) => year)).toEqual([2023, 2022])
    const [{ count }] = (await server()
      .rows`select count(*)::int from draws where deleted_at is null and state <> 'no_draw'`) as any
    expect(draws).toBe(count)
    for (const listed of years) {
      const { headers, body } = await phone.get(addressOf(listed))
      expect(body).toMatchObject({ ...listed, seq })
      expect(headers.get('cache-control')).toBe('private, no-cache')
      const headersOfOld = { 'if-none-match': headers.get('etag')! }
      expect((await phone.get(addressOf(listed), { headers: headersOfOld })).status).toBe(304)
    }
    const gone = await phone.get('/api/history/years/1999')
    expect([gone.status, gone.body.title]).toEqual([404, 'There are no draws of 1999.'])
  })

  test('get another version when their draws change; the others keep theirs', async () => {
    const before = await manifest()
    await admin.post('/api/admin/draws', { game: 'king', date: '2022-12-31', ...NUMBERS })
    const after = await manifest()
    expect(after.seq).toBeGreaterThan(before.seq)
    expect(after.years[0]).toEqual(before.years[0])
    expect(after.years[1]!.version).not.toBe(before.years[1]!.version)
    // A phone that asks for the old version gets the new one, and its name.
    expect((await phone.get(addressOf(before.years[1]!))).body).toMatchObject(after.years[1]!)
  })

  test('answer 304 while nothing is new', async () => {
    const { headers } = await phone.get('/api/history')
    const again = await phone.get('/api/history', { headers: { 'if-none-match': headers.get('etag')! } })
    expect([again.status, again.text, headers.get('cache-control')]).toEqual([304, '', 'private, no-cache'])
  })
})

describe('following the changes', () => {
  test.each(IS_LONG ? [11, 22] : [11])('from any version equals a fresh read (seed %i)', async (seed) => {
    const { below, pick, balls } = random(seed)
    const dates = Array.from({ length: 14 }, (_, i) => dateOfDay(18_256 + seed + i))
    const rows = () =>
      server()
        .rows`select id, version, date from draws where deleted_at is null and date = any(${sql.param(dates)})`
    const reason = 'test'
    const versions = [await readFullHistory()]
    const done: number[] = []
    for (let step = 0; step < 35; step++) {
      const row = pick([...(await rows()), undefined])
      const path = `/api/admin/draws/${row?.id}`
      const kind = row ? below(4) : 3
      const body = {
        version: row?.version,
        reason,
        winning: balls(),
        date: kind === 1 ? pick(dates) : row?.date,
      }
      const answer = await (kind < 2
        ? admin.request('PUT', path, { body })
        : kind === 2
          ? admin.request('DELETE', path, { body: { version: row?.version, reason } })
          : below(3)
            ? admin.post('/api/admin/draws', { game: pick(GAMES), date: pick(dates), winning: balls() })
            : importSome(GAMES, pick(dates), balls()))
      done.push(answer.status)
      const fresh = await readFullHistory()
      const last = versions[versions.length - 1]!
      expect(packed(await follow(last.history, last.seq))).toEqual(packed(fresh.history))
      versions.push(fresh)
    }
    expect(done.filter((status) => status < 300).length).toBeGreaterThan(15)
    const newest = packed(versions[versions.length - 1]!.history)
    for (const { seq, history } of versions) expect(packed(await follow(history, seq))).toEqual(newest)
  })

  const importSome = (games: string[], date: string, balls: number[]) => {
    const content = csv(...games.map((game) => `${game},${date},,,ok,${balls.join()},,,,,`))
    return admin.request('POST', '/api/admin/draws/import', { raw: { type: 'text/csv', content } })
  }

  test('answers no changes to a client with the newest version, and a reset to one that has a later version', async () => {
    const { seq } = await manifest()
    for (const since of [seq, seq + 1, 999_999_999_999_999]) {
      const { body } = await phone.get(`/api/history/changes?since=${since}`)
      expect(body).toEqual({ seq, reset: since > seq, written: [], removed: [] })
    }
  })

  test('refers to the years when the changes would be larger', async () => {
    const { seq } = await manifest()
    const lines = Array.from(
      { length: 2001 },
      (_, i) => `national,${dateOfDay(10_000 + i)},,,ok,1,2,3,4,5,,,,,`,
    )
    await admin.request('POST', '/api/admin/draws/import', {
      raw: { type: 'text/csv', content: csv(...lines) },
    })
    const { body } = await phone.get(`/api/history/changes?since=${seq}`)
    expect(body).toMatchObject({ reset: true, written: [], removed: [] })
    expect((await phone.get('/api/history/changes?since=0')).body.reset).toBe(true)
    const after = await manifest()
    expect((await phone.get(`/api/history/changes?since=${after.seq}`)).body.reset).toBe(false)
  })
})
