import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { addDays, instantAt, type LagosDate, lagosDate } from '../../domain/calendar.ts'
import type { PaymentMode } from '../../domain/payments.ts'
import { opens, PLAN_KEYS } from '../../domain/plans.ts'
import { USAGE_LIMITS, type UsagePage, type UsageSource } from '../../domain/usage.ts'
import type { Services } from '../api/services.ts'
import type { Db } from '../db/connect.ts'
import { users } from '../tables/accounts.ts'
import { periods } from '../tables/ledger.ts'
import { payments } from '../tables/payments.ts'
import { usageCounts } from '../tables/usage.ts'
import type { usageAnswer } from './shapes.ts'

/** The days of the charts; the last is today. */
interface Days {
  dates: readonly LagosDate[]
  /** The start of each day, and of the day after the last. */
  edges: readonly Date[]
}

/** Visits come from our counts; people and money from the tables of accounts and payments, and from the ledger. */
export async function usageFigures(
  { db, paystack }: Pick<Services, 'db' | 'paystack'>,
  now: number,
): Promise<z.input<typeof usageAnswer>> {
  const today = lagosDate(now)
  const count = USAGE_LIMITS.chartDays
  const dates = Array.from({ length: count }, (_, i) => addDays(today, i - count + 1))
  const days = { dates, edges: [...dates, addDays(today, 1)].map((date) => new Date(instantAt(date, 0))) }
  const [viewed, signUps, firstPayments, basic, pro, sources, pages] = await Promise.all([
    viewsByDay(db, days),
    countByDay(db, days, sql`select ${users.createdAt} as at from ${users} where not ${users.isSample}`),
    countByDay(db, days, firstPaymentsOf(days, paystack?.mode ?? 'live')),
    holdersByDay(db, days, 'basic', now),
    holdersByDay(db, days, 'pro', now),
    db.execute<{ source: UsageSource; visits: number }>(sql`
      select source, sum(n)::int as visits from ${usageCounts}
      where hour >= ${days.edges[0]} and event = 'view' and source <> 'own' group by 1 order by 2 desc, 1`),
    db.execute<{ page: UsagePage; views: number }>(sql`
      select page, sum(n)::int as views from ${usageCounts}
      where hour >= ${days.edges[0]} and event = 'view' group by 1 order by 2 desc, 1 limit ${USAGE_LIMITS.pagesShown}`),
  ])
  return {
    days: dates.map((date, i) => ({
      date,
      ...viewed[i]!,
      signUps: signUps[i]!,
      firstPayments: firstPayments[i]!,
      basic: basic[i]!,
      pro: pro[i]!,
    })),
    sources: sources.rows,
    pages: pages.rows,
  }
}

const instants = (edges: readonly Date[]) =>
  sql`${sql.param(edges.map((edge) => edge.toISOString()))}::timestamptz[]`

/** The plans for which a view of the Prediction screen shows forecasts. */
const READERS = PLAN_KEYS.filter((plan) => opens({ plan, role: 'user' }, 'prediction'))

async function viewsByDay(db: Db, { dates, edges }: Days) {
  const { rows } = await db.execute<{ day: number; visits: number; views: number; forecasts: number }>(sql`
    select width_bucket(hour, ${instants(edges)}) as day, sum(n)::int as views,
      coalesce(sum(n) filter (where source <> 'own'), 0)::int as visits,
      coalesce(sum(n) filter (where page = 'publicForecast'
        or page = 'prediction' and plan = any(${sql.param(READERS)})), 0)::int as forecasts
    from ${usageCounts} where hour >= ${edges[0]} and event = 'view' group by 1`)
  const byDay = new Map(rows.map(({ day, visits, views, forecasts }) => [day, { visits, views, forecasts }]))
  return dates.map((_, i) => byDay.get(i + 1) ?? { visits: 0, views: 0, forecasts: 0 })
}

/** @param events a query with a column `at` */
async function countByDay(db: Db, { dates, edges }: Days, events: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await db.execute<{ day: number; n: number }>(sql`
    select width_bucket(at, ${instants(edges)}) as day, count(*)::int as n
    from (${events}) events where at >= ${edges[0]} group by 1`)
  const byDay = new Map(rows.map(({ day, n }) => [day, n]))
  return dates.map((_, i) => byDay.get(i + 1) ?? 0)
}

/** Each person's first settled payment, if it is of these days. Samples and the other mode's payments do not count. */
function firstPaymentsOf({ edges }: Days, mode: PaymentMode) {
  const counts = (table: string) => sql`${sql.identifier(table)}.settled_at is not null
    and ${sql.identifier(table)}.mode = ${mode} and ${sql.identifier(table)}.source = 'checkout'`
  return sql`select paid.settled_at as at from ${payments} as paid
    where ${counts('paid')} and paid.settled_at >= ${edges[0]}
      and not exists (select from ${payments} as earlier where earlier.user_id = paid.user_id and ${counts('earlier')}
        and (earlier.settled_at, earlier.reference) < (paid.settled_at, paid.reference))`
}

/** People with a running plan at the end of each day, and now for today: periods that have started less those that ended. */
async function holdersByDay(db: Db, { edges }: Days, plan: 'basic' | 'pro', now: number): Promise<number[]> {
  const ends = edges.slice(1).map((end) => new Date(Math.min(end.getTime() - 1, now)))
  const counted = sql`${periods} where ${periods.plan} = ${plan}
    and not exists (select from ${users} where ${users.id} = ${periods.userId}
      and (${users.deletedAt} is not null or ${users.isSample}))`
  const { rows } = await db.execute<{ place: number; n: number }>(sql`
    select width_bucket(at, ${instants(ends)}) as place, sum(step)::int as n from (
      select ${periods.startsAt} - interval '1 millisecond' as at, 1 as step from ${counted}
        and ${periods.endsAt} > ${ends[0]} and ${periods.startsAt} <= ${ends[ends.length - 1]}
      union all
      select ${periods.endsAt} - interval '1 millisecond', -1 from ${counted}
        and ${periods.endsAt} > ${ends[0]} and ${periods.endsAt} <= ${ends[ends.length - 1]}) steps
    group by 1`)
  // A step in bucket i happens at or after ends[i - 1] and before ends[i]: it counts from ends[i] on.
  const steps = new Map(rows.map(({ place, n }) => [place, n]))
  let held = 0
  return ends.map((_, i) => (held += steps.get(i) ?? 0))
}
