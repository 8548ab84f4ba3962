import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import { instantAt, type LagosDate, lagosDate, monthStarts } from '../../../platform/rules/base/calendar.ts'
import { csvText } from '../../../platform/server/base/csv.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import { grants, periods } from '../tables/ledger.ts'

/** The counts of people of a Lagos month. Sample people are left out; time that staff gave for free is no paid time. */
export const growthMonth = z.strictObject({
  /** Its first day. */
  month: z.custom<LagosDate>(),
  signedUp: z.int(),
  /** Those who signed up in the month and have paid since, in whatever month. */
  paidSince: z.int(),
  /** Paid for the first time. */
  newPayers: z.int(),
  /** Had paid time at the end of the month, or have it now. */
  paying: z.int(),
  /** Their paid time ended in the month, and by {@link BILLING_LIMITS.renewalDays} days later more began, or not. */
  renewed: z.int(),
  lost: z.int(),
})
type GrowthMonth = z.infer<typeof growthMonth>
type Counts = Omit<GrowthMonth, 'month'>

/** The months up to the current one, oldest first, derived from accounts and the ledger. */
export async function growth(db: Db, now: number): Promise<GrowthMonth[]> {
  const starts = monthStarts(lagosDate(now), BILLING_LIMITS.growthMonths)
  const at = new Date(now)
  const iso = (time: number) => new Date(time).toISOString()
  const edges = sql.param(starts.map((date) => iso(instantAt(date, 0))))
  const monthOf = (time: ReturnType<typeof sql>) => sql`width_bucket(${time}, ${edges}::timestamptz[])`
  const { rows } = await db.execute<Counts & { place: number }>(sql`
    with paid as materialized (
      select ${periods.userId} as who, ${periods.startsAt} as starts, ${periods.endsAt} as ends
      from ${periods} join ${grants} on ${grants.id} = ${periods.grantId}
      where ${grants.kind} in ('payment', 'voucher') and ${periods.startsAt} <= ${at}
        and not exists (select from ${users} where ${users.id} = ${periods.userId} and ${users.isSample})
    ), firsts as (select who, min(starts) as starts from paid group by who),
    ended as (
      select distinct on (place, who) place, exists (select from paid as more where more.who = last.who
        and more.ends > last.ends and more.starts <= last.ends + interval '1 day' * ${BILLING_LIMITS.renewalDays}) as renewed
      from (select *, ${monthOf(sql`ends`)} as place from paid where ends <= ${at}) as last
      order by place, who, ends desc
    ), counts as (
      select ${monthOf(sql`${users.createdAt}`)} as place, 'signedUp' as name, count(*) as people
      from ${users} where not ${users.isSample} group by 1
      union all select ${monthOf(sql`${users.createdAt}`)}, 'paidSince', count(*)
      from firsts join ${users} on ${users.id} = who group by 1
      union all select ${monthOf(sql`starts`)}, 'newPayers', count(*) from firsts group by 1
      union all select place, case when renewed then 'renewed' else 'lost' end, count(*) from ended group by 1, 2
      union all select place::int, 'paying', count(distinct who)
      from unnest(${edges}::timestamptz[]) with ordinality as month (edge, place)
      join paid on starts <= least(edge, ${at}) and ends > least(edge, ${at}) group by 1
    )
    select place, ${sql.join(
      Object.keys(growthMonth.shape)
        .filter((name) => name !== 'month')
        .map(
          (name) =>
            sql`coalesce(sum(people) filter (where name = ${name}), 0)::int as ${sql.identifier(name)}`,
        ),
      sql`, `,
    )} from counts group by place`)
  const none = { signedUp: 0, paidSince: 0, newPayers: 0, paying: 0, renewed: 0, lost: 0 }
  const rowOf = (place: number) => rows.find((row) => row.place === place)
  return starts.slice(0, -1).map((month, i) => {
    const { place: _place, ...counts } = rowOf(i + 1) ?? { place: 0, ...none }
    // Those who pay at the end of a month pay at the beginning of the next.
    return { month, ...counts, paying: rowOf(i + 2)?.paying ?? 0 }
  })
}

/** The share of ended paid time that was renewed, in percent; null when none ended. */
const renewalRate = ({ renewed, lost }: Counts) =>
  renewed + lost === 0 ? null : Math.round((100 * renewed) / (renewed + lost))

export const growthCsv = (months: readonly GrowthMonth[]): string =>
  csvText([
    [
      'month',
      'signed up',
      'paid since',
      'first payment',
      'paying at its end',
      'renewed',
      'lost',
      'renewed in %',
    ],
    ...months.map((row) => [
      row.month.slice(0, 7),
      row.signedUp,
      row.paidSince,
      row.newPayers,
      row.paying,
      row.renewed,
      row.lost,
      renewalRate(row),
    ]),
  ])
