import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { asOwner, rowsOf } from '../../../../tests/support/database.ts'
import { give, newPerson } from '../../../../tests/support/people.ts'
import { random } from '../../../../tests/support/random.ts'
import { testServer } from '../../../../tests/support/test-server.ts'
import { DAY } from '../../../platform/rules/base/calendar.ts'
import { rebuildPeriods } from './grant.ts'

const server = testServer()
const now = () => server().now()
afterEach(() => server().services.clock.setOffset(0))

const periodsOf = (uid: string) =>
  server().rows<{
    plan: string
    starts_at: string
    ends_at: string
    grant_id: number
  }>`select plan, starts_at, ends_at, grant_id::int from periods where user_id = ${uid} order by starts_at, plan`

async function revoke(grantId: number, uid: string, at: number): Promise<void> {
  await server().services.db.transaction(async (tx) => {
    await tx.execute(sql`select from users where id = ${uid} for update`)
    await tx.execute(
      sql`insert into reversals (grant_id, at, reason) values (${grantId}, ${new Date(at).toISOString()}, 'test')`,
    )
    await rebuildPeriods(tx, uid)
  })
}

/** The plan at an instant and the end of its gapless time, computed by Postgres's ranges. */
async function entitlementAt(uid: string, at: number) {
  const [row] = await server().rows`with stretches as (
          select plan, unnest(range_agg(tstzrange(starts_at, ends_at))) as stretch
          from periods where user_id = ${uid} group by plan)
        select plan, extract(epoch from upper(stretch)) * 1000 as expiry,
          ceil(extract(epoch from upper(stretch)) / 86400 - ${at / DAY}::numeric)::int as days
        from stretches where stretch @> ${new Date(at).toISOString()}::timestamptz
        order by plan = 'pro' desc limit 1`
  return row
    ? {
        subscription: row.plan,
        subscriptionExpiry: new Date(Number(row.expiry)).toISOString(),
        daysLeft: row.days,
      }
    : { subscription: 'free', subscriptionExpiry: null, daysLeft: null }
}

describe('the ledger', () => {
  const seeds = [1, 2, 3, 4, 5].map((seed) => [seed] as const)
  test.each(seeds)('decides what the account shows at any time (seed %i)', async (seed) => {
    const { pick, below } = random(seed)
    const { visitor, uid } = await newPerson(server())
    const today = await now()
    const first = today - 150 * DAY
    for (let at = first; at < today - DAY; at += below(40) * DAY + below(DAY)) {
      const length = pick([{ months: 1 }, { months: 1 }, { days: 1 + below(9) }])
      await give(server(), uid, at, { plan: pick(['basic', 'pro']), length })
      const given = await server().rows`select id::int from grants g where user_id = ${uid}
            and not exists (select from reversals r where r.grant_id = g.id)`
      if (below(3) === 0) await revoke(pick(given).id, uid, at + below(20 * DAY))
    }
    const instants = (await periodsOf(uid)).flatMap(({ starts_at, ends_at }) => [
      new Date(starts_at).getTime() + 60_000,
      new Date(ends_at).getTime() - 60_000,
      new Date(ends_at).getTime() + 60_000,
    ])
    for (let i = 0; i < 10; i++) instants.push(first + below(150 * DAY))
    const seen = new Set<string>()
    for (const instant of instants.filter((at) => at < today + DAY)) {
      server().services.clock.setOffset(0)
      server().services.clock.setOffset(instant - (await now()))
      const { body, headers } = await visitor.get('/api/me')
      const { subscription, subscriptionExpiry, daysLeft } = body
      expect({ subscription, subscriptionExpiry, daysLeft }).toEqual(
        await entitlementAt(uid, Number(headers.get('server-time'))),
      )
      seen.add(subscription)
    }
    expect(seen.size).toBeGreaterThan(1)
  })

  test('lays out ten concurrent payments as ten consecutive months', async () => {
    const { uid } = await newPerson(server())
    const at = await now()
    await Promise.all(Array.from({ length: 10 }, () => give(server(), uid, at)))
    const periods = await periodsOf(uid)
    expect(periods).toHaveLength(10)
    for (const [i, { starts_at }] of periods.entries())
      expect(new Date(starts_at).getTime()).toBe(i === 0 ? at : new Date(periods[i - 1]!.ends_at).getTime())
  })

  test('rebuilds identical periods after they were deleted', async () => {
    const { uid } = await newPerson(server())
    const at = await now()
    for (const plan of ['basic', 'pro', 'pro'] as const) await give(server(), uid, at, { plan })
    const before = await periodsOf(uid)
    await server().rows`delete from periods where user_id = ${uid}`
    await server().services.db.transaction((tx) => rebuildPeriods(tx, uid))
    expect(await periodsOf(uid)).toEqual(before)
  })

  test('keeps nothing of a transaction that is rolled back', async () => {
    const { visitor, uid } = await newPerson(server())
    await expect(give(server(), uid, await now(), { plan: 'basic', length: { days: -1 } })).rejects.toThrow()
    await expect(give(server(), uid, await now(), { kind: 'payment' })).rejects.toThrow()
    const [{ n }] = (await server().rows`select count(*)::int as n from grants where user_id = ${uid}`) as any
    expect(n).toBe(0)
    expect(await periodsOf(uid)).toEqual([])
    expect((await visitor.get('/api/me')).body.subscription).toBe('free')
  })
})

describe('the database', () => {
  /** Inserts a grant with any period, as faulty code might. */
  async function insertPeriod(uid: string, plan: string, from: string, to: string): Promise<string> {
    try {
      await server().rows`with given as (insert into grants (user_id, plan, months, kind, paid_at, reason)
              values (${uid}, ${plan}, 1, 'gift', ${from}, 'test') returning id)
            insert into periods (grant_id, user_id, plan, starts_at, ends_at)
              select id, ${uid}, ${plan}, ${from}, ${to} from given`
      return 'taken'
    } catch (error) {
      const { code, constraint } = (error as { cause: { code: string; constraint: string } }).cause
      return `${code} ${constraint}`
    }
  }

  test('refuses overlapping periods of one user and plan, and no others', async () => {
    const [{ uid }, other] = [await newPerson(server()), await newPerson(server())]
    const overlap = '23P01 periods_apart'
    expect(await insertPeriod(uid, 'pro', '2024-01-10Z', '2024-02-10Z')).toBe('taken')
    expect(await insertPeriod(uid, 'pro', '2024-02-09T23:59:59.999Z', '2024-03-10Z')).toBe(overlap)
    expect(await insertPeriod(uid, 'pro', '2024-01-20Z', '2024-01-21Z')).toBe(overlap)
    expect(await insertPeriod(uid, 'pro', '2023-01-01Z', '2025-01-01Z')).toBe(overlap)
    expect(await insertPeriod(uid, 'pro', '2024-02-10Z', '2024-03-10Z')).toBe('taken')
    expect(await insertPeriod(uid, 'basic', '2024-01-10Z', '2025-01-10Z')).toBe('taken')
    expect(await insertPeriod(other.uid, 'pro', '2024-01-10Z', '2024-02-10Z')).toBe('taken')
    expect(await insertPeriod(uid, 'pro', '2026-02-10Z', '2026-02-10Z')).toBe('23514 periods_order')
    expect(await periodsOf(uid)).toHaveLength(3)
  })

  test.each(['grants', 'reversals', 'audit'])('never changes or deletes a row of %s', async (table) => {
    const { uid, visitor } = await newPerson(server())
    await give(server(), uid, await now())
    const [{ id }] = (await server()
      .rows`select max(id)::int as id from grants where user_id = ${uid}`) as any
    await revoke(id, uid, await now())
    await visitor.post('/api/plans/free')
    for (const statement of [`update ${table} set id = default`, `delete from ${table}`])
      for (const [run, code] of [
        [rowsOf, '42501'],
        [asOwner, '23001'],
      ] as const)
        await expect(run(server(), sql.raw(statement))).rejects.toMatchObject({ cause: { code } })
  })
})
