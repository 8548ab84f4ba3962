import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { rebuildPeriods } from '../../src/money/server/ledger/grant.ts'
import { give, newPerson } from '../support/people.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// Changes of role, plan and session apply to the next request, and plans and sessions end at their exact instant.
const server = testServer()
const now = () => server().now()

afterEach(() => server().services.clock.setOffset(0))

/** Long enough for several requests. */
const BEFORE_MS = 2000
/** Long enough for one request on the busiest machine. */
const LONG_BEFORE_MS = 50_000

/** Sends requests until the server's clock has passed an instant. @returns the statuses before it and from it on */
async function aroundInstant(visitor: Visitor, path: string, instant: number) {
  const answers = { before: new Set<number>(), after: new Set<number>() }
  // Recent use keeps the session alive.
  const at = new Date(instant - 60_000).toISOString()
  await server().rows`update sessions set created_at = ${at}, seen_at = ${at}`
  // The first answer may have to be computed, which takes long on a busy machine.
  const { clock } = server().services
  clock.setOffset(instant - LONG_BEFORE_MS - (await realNow()))
  answers.before.add((await visitor.get(path)).status)
  clock.setOffset(instant - BEFORE_MS - (await realNow()))
  for (let asked = await now(); answers.after.size === 0 || asked < instant + 100; await sleep(5)) {
    const { status } = await visitor.get(path)
    const answered = await now()
    if (answered < instant) answers.before.add(status)
    if (asked >= instant) answers.after.add(status)
    asked = answered
  }
  return answers
}
async function realNow(): Promise<number> {
  server().services.clock.setOffset(0)
  return now()
}

describe('time', () => {
  test('a plan opens its screens until the instant at which it ends', async () => {
    const { visitor, uid } = await newPerson(server())
    await give(server(), uid, await now(), { plan: 'basic' })
    const { subscription, subscriptionExpiry } = (await visitor.get('/api/me')).body
    expect(subscription).toBe('basic')
    const answers = await aroundInstant(visitor, '/api/frequentNumbers', Date.parse(subscriptionExpiry))
    expect(answers).toEqual({ before: new Set([200]), after: new Set([402]) })
    expect((await visitor.get('/api/me')).body).toMatchObject({ subscription: 'free', daysLeft: null })
  })

  test('when a Pro month ends, a Basic year continues', async () => {
    const { visitor, uid } = await newPerson(server())
    await give(server(), uid, await now(), { plan: 'basic', length: { months: 12 } })
    await give(server(), uid, await now())
    const end = Date.parse((await visitor.get('/api/me')).body.subscriptionExpiry)
    expect(await aroundInstant(visitor, '/api/movingNumbers', end)).toEqual({
      before: new Set([200]),
      after: new Set([402]),
    })
    expect((await visitor.get('/api/frequentNumbers')).status).toBe(200)
    expect((await visitor.get('/api/me')).body.subscription).toBe('basic')
  })

  test('the days left are rounded up and follow the clock', async () => {
    const { visitor, uid } = await newPerson(server())
    await give(server(), uid, await now(), { length: { days: 5 } })
    const end = Date.parse((await visitor.get('/api/me')).body.subscriptionExpiry)
    const offset = end - (await realNow())
    for (const [left, hours] of [
      [1, 0.1],
      [1, 23.9],
      [2, 24.1],
      [4, 73],
    ]) {
      server().services.clock.setOffset(offset - hours! * 3_600_000)
      expect((await visitor.get('/api/me')).body.daysLeft).toBe(left)
    }
  })
})

describe('the next request', () => {
  const record = (visitor: Visitor) => visitor.post('/api/admin/draws', {})

  test('of an admin with an unverified e-mail is refused until it is verified', async () => {
    const { visitor, uid } = await newPerson(server(), { verified: false })
    await server().rows`update users set role = 'admin' where id = ${uid}`
    expect((await record(visitor)).status).toBe(403)
    expect((await visitor.get('/admin')).headers.get('location')).toBe('/dashboard')
    expect((await visitor.get('/api/me')).body).toMatchObject({ role: 'user', admin: false })
    await server().rows`update users set email_verified = true where id = ${uid}`
    expect((await record(visitor)).status).toBe(400)
  })

  test('EXP-01: of a user whose payment was reversed is refused, even with a matching ETag', async () => {
    const { visitor, uid } = await newPerson(server())
    await give(server(), uid, await now())
    const { status, headers } = await visitor.get('/api/movingNumbers')
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    await server().services.db.transaction(async (tx) => {
      await tx.execute(
        sql`insert into reversals (grant_id, at, reason) select id, now(), 'refund' from grants where user_id = ${uid}`,
      )
      await rebuildPeriods(tx, uid)
    })
    const after = await visitor.get('/api/movingNumbers', { headers: { 'if-none-match': '*' } })
    expect(after.status).toBe(402)
  })
})
