import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { DAY } from '../../domain/calendar.ts'
import { LIMITS } from '../../domain/limits.ts'
import type { PaymentMode } from '../../domain/payments.ts'
import { PAID_PLANS, type PaidPlan } from '../../domain/plans.ts'
import { users } from '../tables/accounts.ts'
import { disputes, payments, refunds } from '../tables/payments.ts'
import { grants, periods } from '../tables/ledger.ts'
import type { Db } from '../db/connect.ts'

/** Sums of `amount` between each two neighbours of `edges`, which are instants in milliseconds. */
async function sumsBetween(
  db: Db,
  edges: readonly number[],
  events: ReturnType<typeof sql>,
): Promise<number[]> {
  const instants = sql.param(edges.map((edge) => new Date(edge).toISOString()))
  const first = new Date(edges[0]!).toISOString()
  const { rows } = await db.execute<{ place: number; sum: string }>(sql`
    select width_bucket(at, ${instants}::timestamptz[]) as place, sum(amount) as sum
    from (${events}) as events where at >= ${first}::timestamptz group by 1`)
  const sums = new Map(rows.map(({ place, sum }) => [place, Number(sum)]))
  return edges.slice(1).map((_, i) => sums.get(i + 1) ?? 0)
}

/** How many people came in each stretch of time; those who left since count too. */
export function newUsers(db: Db, edges: readonly number[]): Promise<number[]> {
  const since = new Date(edges[0]!)
  return sumsBetween(
    db,
    edges,
    sql`select ${users.createdAt} as at, 1 as amount from ${users} where ${users.createdAt} >= ${since}`,
  )
}

/**
 * Kobo that stayed in each stretch of time: payments when they were settled, less refunds when they went through, less
 * what a lost dispute took when it was lost.
 * @param mode of the keys in use: test payments are no money where live ones are taken
 */
export function revenue(db: Db, edges: readonly number[], mode: PaymentMode): Promise<number[]> {
  const counts = sql`${payments.settledAt} is not null and ${payments.mode} = ${mode}`
  const refunded = sql`select coalesce(sum(${refunds.kobo}), 0) from ${refunds}
    where ${refunds.reference} = ${payments.reference} and ${refunds.state} = 'processed'`
  return sumsBetween(
    db,
    edges,
    sql`select ${payments.settledAt} as at, ${payments.kobo} as amount from ${payments} where ${counts}
      union all
      select ${refunds.updatedAt}, -${refunds.kobo} from ${refunds}
      join ${payments} on ${payments.reference} = ${refunds.reference}
      where ${counts} and ${refunds.state} = 'processed'
      union all
      select ${disputes.updatedAt}, -greatest(${payments.kobo} - (${refunded}), 0) from ${disputes}
      join ${payments} on ${payments.reference} = ${disputes.reference}
      where ${counts} and ${disputes.state} = 'lost'`,
  )
}

/** How many people hold each plan as their highest one, apart by whether a running period of it was paid for. */
export async function holders(db: Db, now: number) {
  const at = new Date(now)
  const order = sql`array_position(${sql.param([...PAID_PLANS])}::text[], ${periods.plan})`
  const highest = db
    .selectDistinctOn([periods.userId], {
      plan: periods.plan,
      paid: sql<boolean>`bool_or(${grants.kind} = 'payment')`.as('paid'),
    })
    .from(periods)
    .innerJoin(grants, eq(grants.id, periods.grantId))
    .innerJoin(users, and(eq(users.id, periods.userId), isNull(users.deletedAt)))
    .where(and(lte(periods.startsAt, at), gt(periods.endsAt, at)))
    .groupBy(periods.userId, periods.plan)
    .orderBy(periods.userId, desc(order))
    .as('highest')
  const rows = await db
    .select({ plan: highest.plan, paid: highest.paid, people: sql<number>`count(*)::int` })
    .from(highest)
    .groupBy(highest.plan, highest.paid)
  const counts = (paid: boolean) =>
    Object.fromEntries(
      PAID_PLANS.map((plan) => [
        plan,
        rows.find((row) => row.plan === plan && row.paid === paid)?.people ?? 0,
      ]),
    ) as Record<PaidPlan, number>
  return { paying: counts(true), given: counts(false) }
}

/** How many of those that end soon are named. */
const NAMED = 5

/** Plans whose whole chain of periods ends within {@link LIMITS.expiringDays} days, the soonest first. */
export async function expiring(db: Db, now: number) {
  const until = new Date(now + LIMITS.expiringDays * DAY)
  const { rows } = await db.execute<{
    uid: string
    email: string
    plan: PaidPlan
    at: number
    all: number
  }>(sql`
    with ends as (
      select ${periods.userId} as user_id, ${periods.plan} as plan, max(${periods.endsAt}) as ends_at
      from ${periods} where ${periods.endsAt} > ${new Date(now)} group by 1, 2
    )
    select ${users.id} as uid, ${users.email} as email, ends.plan,
      (extract(epoch from ends.ends_at) * 1000)::float8 as at, (count(*) over ())::int as all
    from ends join ${users} on ${users.id} = ends.user_id and ${users.deletedAt} is null
    where ends.ends_at <= ${until} order by ends.ends_at, ${users.id} limit ${NAMED}`)
  return {
    count: rows[0]?.all ?? 0,
    first: rows.map(({ uid, email, plan, at }) => ({ uid, email, plan, endsAt: at })),
  }
}
