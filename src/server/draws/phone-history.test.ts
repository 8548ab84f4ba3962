import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { csv } from '../../../tests/support/csv.ts'
import { rowsOf } from '../../../tests/support/database.ts'
import { random } from '../../../tests/support/random.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { dateOfDay } from '../../domain/calendar.ts'
import { decodeYear, historyOfYears } from '../../domain/draw-files.ts'
import { encodeAll } from '../../domain/encode-years.ts'
import { drawAt, type History, withChanges } from '../../domain/history.ts'

// A phone caches the history of all draws and follows its changes. These tests act as a phone, by API calls alone.
const server = testServer()
let admin: Visitor
let phone: Visitor

interface Manifest {
  seq: number
  years: { year: number; hash: string; bytes: number }[]
  draws: number
}
const manifest = async () => (await phone.get<Manifest>('/api/history')).body
const fileOf = ({ year, hash }: Manifest['years'][number]) => `/api/history/files/${year}-${hash}.bin`

async function bytesOf(path: string): Promise<Uint8Array> {
  const cookie = [...phone.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(server().url + path, { headers: { cookie } })
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

/** The history that a phone without a cache reads. */
async function readFullHistory(): Promise<{ seq: number; history: History }> {
  const { seq, years } = await manifest()
  for (const file of years)
    if (!fileBytes.has(file.hash)) fileBytes.set(file.hash, await bytesOf(fileOf(file)))
  return { seq, history: historyOfYears(years.map(({ hash }) => decodeYear(fileBytes.get(hash)!))) }
}
/** The content of a file never changes. */
const fileBytes = new Map<string, Uint8Array>()

/** Applies the changes to the history of an earlier version, as a phone does. */
async function follow(history: History, since: number): Promise<History> {
  const { body } = await phone.get(`/api/history/changes?since=${since}`)
  expect(body.reset).toBe(false)
  return withChanges(history, body.written, body.removed)
}

/** A history as bytes, to compare every draw at once. */
const packed = (history: History) =>
  encodeAll(history).map(({ year, bytes }) => `${year} ${Buffer.from(bytes).toString('base64')}`)

const GAMES = ['diamond', 'peoples', '06']
const NUMBERS = { winning: [7, 12, 45, 60, 89], machine: [3, 9, 27, 33, 81] }

beforeAll(async () => {
  admin = await server().as('admin')
  phone = await server().as('free')
})

describe('the files of the years', () => {
  test('hold exactly the draws of the database', async () => {
    const seed = random(1)
    for (let i = 0; i < 30; i++) {
      const date = dateOfDay(19_350 + i * 9)
      const more =
        i % 4 ? { winning: seed.balls(), machine: i % 3 ? seed.balls() : [] } : { status: 'no_draw' }
      const body = { game: GAMES[i % 3], date, serial: i % 5 ? i : null, ...more }
      expect((await admin.post('/api/admin/draws', body)).status).toBe(201)
    }
    const rows = await rowsOf(
      server(),
      sql`select * from draws where deleted_at is null order by game_key, date`,
    )
    const { history } = await readFullHistory()
    const inFiles = [...history.games.values()]
      .sort((a, b) => (a.game < b.game ? -1 : 1))
      .flatMap((draws) => Array.from({ length: draws.length }, (_, i) => drawAt(draws, i)))
    expect(inFiles).toEqual(
      rows.map(({ game_key: game, date, state, serial, winning, machine }) => {
        return { game, date, state, serial, winning, machine, sample: false }
      }),
    )
  })

  test('are named by their content and report their sizes', async () => {
    const { years, draws } = await manifest()
    expect(years.map(({ year }) => year)).toEqual([2023, 2022])
    const [{ count }] = (await rowsOf(
      server(),
      sql`select count(*)::int from draws where deleted_at is null and state <> 'no_draw'`,
    )) as any
    expect(draws).toBe(count)
    for (const file of years) {
      const bytes = await bytesOf(fileOf(file))
      expect(bytes.length).toBe(file.bytes)
      const hash = createHash('sha256').update(bytes).digest().subarray(0, 12).toString('base64url')
      expect(hash).toBe(file.hash)
      expect(bytes.length / 30).toBeLessThan(40)
      const { headers } = await phone.get(fileOf(file))
      expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
      expect(headers.get('content-type')).toBe('application/octet-stream')
      const headersOfOld = { 'if-none-match': headers.get('etag')! }
      expect((await phone.get(fileOf(file), { headers: headersOfOld })).status).toBe(304)
    }
  })

  test('get a new name when their content changes; the others keep theirs, and the old name is gone', async () => {
    const before = await manifest()
    await admin.post('/api/admin/draws', { game: 'king', date: '2022-12-31', ...NUMBERS })
    const after = await manifest()
    expect(after.seq).toBeGreaterThan(before.seq)
    expect(after.years[0]).toEqual(before.years[0])
    expect(after.years[1]!.hash).not.toBe(before.years[1]!.hash)
    const gone = await phone.get(fileOf(before.years[1]!))
    expect([gone.status, gone.body.title]).toEqual([404, 'This file has been replaced by a newer one.'])
    expect((await phone.get(fileOf({ ...after.years[1]!, year: 2023 }))).status).toBe(404)
  })

  test('answer 304 while nothing is new', async () => {
    const { headers } = await phone.get('/api/history')
    const again = await phone.get('/api/history', { headers: { 'if-none-match': headers.get('etag')! } })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})

describe('following the changes', () => {
  test.each([11, 22])('from any version equals a fresh read (seed %i)', async (seed) => {
    const { below, pick, balls } = random(seed)
    const dates = Array.from({ length: 14 }, (_, i) => dateOfDay(18_256 + seed + i))
    const rows = () =>
      rowsOf(
        server(),
        sql`select id, version, date from draws where deleted_at is null and date = any(${sql.param(dates)})`,
      )
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
      expect(body).toEqual({ reset: since > seq, written: [], removed: [] })
    }
  })

  test('refers to the files when the changes would be larger', async () => {
    const { seq } = await manifest()
    const lines = Array.from(
      { length: 2001 },
      (_, i) => `national,${dateOfDay(10_000 + i)},,,ok,1,2,3,4,5,,,,,`,
    )
    await admin.request('POST', '/api/admin/draws/import', {
      raw: { type: 'text/csv', content: csv(...lines) },
    })
    const { body } = await phone.get(`/api/history/changes?since=${seq}`)
    expect(body).toEqual({ reset: true, written: [], removed: [] })
    expect((await phone.get('/api/history/changes?since=0')).body.reset).toBe(true)
    const after = await manifest()
    expect((await phone.get(`/api/history/changes?since=${after.seq}`)).body.reset).toBe(false)
  })
})
