import { STAFF_LIMITS } from '../../platform/rules/access/staff.ts'
// The figures of the business: users, plan holders and revenue.
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { DAY } from '../../platform/rules/base/calendar.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'
import { BILLING_LIMITS } from '../../money/rules/limits.ts'
import { type PaymentMode } from '../../money/rules/payments.ts'
import { PAID_PLANS, type PaidPlan } from '../../platform/rules/access/plans.ts'
import { users } from '../../platform/server/tables/accounts.ts'
import { disputes, payments, refunds } from '../../money/server/tables/payments.ts'
import { grants, periods } from '../../money/server/tables/ledger.ts'
import type { Db } from '../../platform/server/db/connect.ts'

/** Sums of `amount` between each two neighbours of `edges`, which are instants in milliseconds. */
async function sumsBetween(
  db: Db,
  edges: readonly number[],
  events: ReturnType<typeof sql>,
): Promise<number[]> {
  const instants = sql.param(edges.map((edge) => new Date(edge).toISOString()))
  const first = new Date(itemAt(edges, 0)).toISOString()
  const { rows } = await db.execute<{ place: number; sum: string }>(sql`
    select width_bucket(at, ${instants}::timestamptz[]) as place, sum(amount) as sum
    from (${events}) as events where at >= ${first}::timestamptz group by 1`)
  const sums = new Map(rows.map(({ place, sum }) => [place, Number(sum)]))
  return edges.slice(1).map((_, i) => sums.get(i + 1) ?? 0)
}

/** New users between each two neighbours of `edges` (milliseconds); users who were deleted since count too, samples not. */
export function newUsers(db: Db, edges: readonly number[]): Promise<number[]> {
  const since = new Date(itemAt(edges, 0))
  return sumsBetween(
    db,
    edges,
    sql`select ${users.createdAt} as at, 1 as amount from ${users}
        where ${users.createdAt} >= ${since} and not ${users.isSample}`,
  )
}

/**
 * Revenue in kobo between each two neighbours of `edges` (milliseconds): payments by the time of their settlement, less
 * processed refunds, less lost disputes, each by its own time.
 * @param mode of the Paystack keys in use; payments in the other mode do not count, nor do samples
 */
export function revenue(db: Db, edges: readonly number[], mode: PaymentMode): Promise<number[]> {
  const counts = sql`${payments.settledAt} is not null and ${payments.mode} = ${mode} and ${payments.source} = 'checkout'`
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

/**
 * Excludes deleted users and sample people by their small indexes. A join with the others would read every user.
 * @param userId the column with the user id
 */
const isCounted = (userId: typeof periods.userId) =>
  sql`not exists (select from ${users} where ${users.id} = ${userId} and ${users.deletedAt} is not null)
    and not exists (select from ${users} where ${users.id} = ${userId} and ${users.isSample})`

/** The number of users by their highest plan, apart for paid and granted periods. */
export async function planHolders(db: Db, now: number) {
  const at = new Date(now)
  const rank = sql`array_position(${sql.param([...PAID_PLANS])}::text[], ${periods.plan})`
  const isPaid = sql`(${grants.kind} in ('payment', 'voucher'))::int`
  // One number orders the periods of a user: first by plan, then paid before granted.
  const highest = db
    .select({ best: sql<number>`max(2 * ${rank} + ${isPaid})`.as('best') })
    .from(periods)
    .innerJoin(grants, eq(grants.id, periods.grantId))
    .where(and(lte(periods.startsAt, at), gt(periods.endsAt, at), isCounted(periods.userId)))
    .groupBy(periods.userId)
    .as('highest')
  const rows = await db
    .select({ best: highest.best, people: sql<number>`count(*)::int` })
    .from(highest)
    .groupBy(highest.best)
  const counts = (paid: 0 | 1) =>
    Object.fromEntries(
      PAID_PLANS.map((plan, i) => [plan, rows.find(({ best }) => best === 2 * (i + 1) + paid)?.people ?? 0]),
    ) as Record<PaidPlan, number>
  return { paying: counts(1), given: counts(0) }
}

/** Plans whose last period ends within {@link BILLING_LIMITS.expiringDays} days, the soonest first. */
export async function expiringPlans(db: Db, now: number) {
  const until = new Date(now + BILLING_LIMITS.expiringDays * DAY)
  const { rows } = await db.execute<{
    uid: string
    email: string
    plan: PaidPlan
    at: number
    all: number
  }>(sql`
    with ends as (
      select ${periods.userId} as user_id, ${periods.plan} as plan, max(${periods.endsAt}) as ends_at
      from ${periods} where ${periods.endsAt} > ${new Date(now)} and ${isCounted(periods.userId)}
      group by 1, 2 having max(${periods.endsAt}) <= ${until}
    ), soonest as (
      select *, (count(*) over ())::int as all from ends order by ends_at, user_id limit ${STAFF_LIMITS.expiringShown}
    )
    select ${users.id} as uid, ${users.email} as email, soonest.plan, soonest.all,
      (extract(epoch from soonest.ends_at) * 1000)::float8 as at
    from soonest join ${users} on ${users.id} = soonest.user_id order by soonest.ends_at, ${users.id}`)
  return {
    count: rows[0]?.all ?? 0,
    first: rows.map(({ uid, email, plan, at }) => ({ uid, email, plan, endsAt: at })),
  }
}
