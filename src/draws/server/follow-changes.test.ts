import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { holdAnswers } from '../../../tests/support/late-answers.ts'
import { type TestServer, testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { createLog } from '../../platform/server/base/log.ts'
import { connect } from '../../platform/server/db/connect.ts'
import { latestSeq } from '../../platform/server/changes/append.ts'
import { type Change, followChanges } from './follow-changes.ts'

const one = testServer({ pollIntervalMs: 1000 })
let two: TestServer
let admin: Visitor
let reader: Visitor
/** The listening connections of server one; any other belongs to server two. */
let subscribersOfOne: number[]

const subscribers = async () =>
  (
    await one()
      .rows`select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
  ).map(({ pid }) => pid as number)

/** Cuts server two's listening connection. It reconnects within its poll interval. */
async function cutSubscriberOfTwo(): Promise<void> {
  for (const pid of await subscribers())
    if (!subscribersOfOne.includes(pid)) await one().rows`select pg_terminate_backend(${pid})`
}

let day = 10
/** Records a draw at server one. @returns its date */
async function recordAtOne(): Promise<string> {
  const date = `2020-05-${day++}`
  const answer = await admin.post('/api/admin/draws', { game: 'gold', date, winning: [1, 2, 3, 4, 5] })
  expect(answer.status).toBe(201)
  return date
}
const seenAtTwo = async (date: string, headers: Record<string, string> = {}) => {
  const { body } = await reader.get(`/api/days/${date}`, { headers })
  return body.games.some((line: { key: string; draw: unknown }) => line.key === 'gold' && line.draw)
}

beforeAll(async () => {
  subscribersOfOne = await subscribers()
  expect(subscribersOfOne).toHaveLength(1)
  two = await one().another()
  admin = await one().as('admin')
  reader = await two.as('free')
})

test('a server that is behind catches up before it answers a client that has seen more', async () => {
  for (let i = 0; i < 5; i++) {
    await cutSubscriberOfTwo()
    const date = await recordAtOne()
    const { seq } = (await admin.get('/api/history')).body
    expect(await seenAtTwo(date, { 'if-none-match': `"${seq}-of another page"` })).toBe(true)
  }
})

test('a server that is behind catches up with the version that a live screen has heard of', async () => {
  await cutSubscriberOfTwo()
  const date = await recordAtOne()
  const { seq } = (await admin.get('/api/history')).body
  expect(await seenAtTwo(date, { 'history-version': String(seq) })).toBe(true)
  for (const odd of ['x', '-1', '1e400', '9007199254740993'])
    expect((await reader.get('/api/days/today', { headers: { 'history-version': odd } })).status).toBe(200)
})

test('a server that is behind catches up with the version of the phone’s manifest', async () => {
  await cutSubscriberOfTwo()
  const before = (await reader.get('/api/history')).body.seq
  await recordAtOne()
  const { seq } = (await admin.get('/api/history')).body
  expect(seq).toBeGreaterThan(before)
  const etag = `"${seq}-history"`
  expect((await reader.get('/api/history', { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('a route declared fresh sees the draws of another server without a notification', async () => {
  await cutSubscriberOfTwo()
  const staffAtTwo = await two.as('admin')
  const goldAtTwo = async (date: string) =>
    (await staffAtTwo.get(`/api/admin/desk?date=${date}`)).body.games.find(
      ({ key }: { key: string }) => key === 'gold',
    ).draw?.winning
  const date = await recordAtOne()
  expect(await goldAtTwo(date)).toEqual([1, 2, 3, 4, 5])

  const ofTwo = `2020-05-${day++}`
  const draw = { game: 'gold', date: ofTwo, winning: [1, 2, 3, 4, 5] }
  expect((await staffAtTwo.post('/api/admin/draws', draw)).status).toBe(201)
  expect(await seenAtTwo(ofTwo)).toBe(true)
})

test('a server that misses a notification polls after its interval', async () => {
  await cutSubscriberOfTwo()
  const date = await recordAtOne()
  await expect.poll(() => seenAtTwo(date)).toBe(true)
})

test('a server listens again after a lost connection', async () => {
  await expect.poll(async () => (await subscribers()).length).toBe(2)
  await sleep(50)
  const date = await recordAtOne()
  await expect.poll(() => seenAtTwo(date)).toBe(true)
})

test('readers that come during a read share the next one, which sees what was written before them', async () => {
  const connection = connect(one().database.app, { max: 1 })
  const applied: number[] = []
  const silent = { subscribe: () => Promise.resolve(), stop: () => Promise.resolve() }
  const options = {
    subscriber: silent,
    db: connection.db,
    log: createLog('silent'),
    pollIntervalMs: 600_000,
    checkPlace: () => Promise.resolve(),
  }
  const noLoss = () => Promise.reject(new Error('No change was lost.'))
  const from = await latestSeq(connection.db)
  const answers = holdAnswers(connection.pool)
  const apply = async (changes: Change[]) => void applied.push(...changes.map(({ seq }) => seq))
  const follower = await followChanges(options, from, apply, noLoss)
  await answers.ran(1)
  await recordAtOne()
  const late = [follower.catchUp(), follower.catchUp()]
  answers.deliver()
  await Promise.all(late)
  expect(applied).toEqual([await latestSeq(connection.db)])
  await follower.stop()
  await connection.close()
})

test('an impossible version changes nothing', async () => {
  const odd = ['"99999999999999999999-x"', '"9007199254740993"', 'W/"12"', '*', '"-5"', 'x'.repeat(5000)]
  for (const etag of odd) {
    const { status } = await reader.get('/api/getResults', { headers: { 'if-none-match': etag } })
    expect([200, 304]).toContain(status)
  }
})
