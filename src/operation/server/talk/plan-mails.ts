import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { DAY } from '../../../platform/rules/base/calendar.ts'
import { PAID_PLANS, type PaidPlan, PLANS } from '../../../platform/rules/access/plans.ts'
import { formatNaira } from '../../../platform/rules/base/words.ts'
import { LEFT_OUT, type LeftOut, PLAN_MAILS, type PlanMailGroup } from '../../rules/talk/plan-mails.ts'
import { type PersonalData, section } from '../../../people/server/personal-data.ts'
import { change, type Context, type SignedIn } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { cancelStoppable } from '../../../platform/server/mail/queue-mail.ts'
import { type MailData, renderMail } from '../../../platform/server/mail/render.ts'
import { addJobsSql, BULK_PRIORITY } from '../../../platform/server/queue/add-job.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import { mails } from '../../../platform/server/tables/mails.ts'
import { pricesAt } from '../../../money/server/ledger/prices.ts'
import { grants, periods, reversals } from '../../../money/server/tables/ledger.ts'
import { planMails } from './tables.ts'

/** The kind of these mails. */
export const PLAN_MAIL = 'about-plans'

/** The last end of each plan of a user. */
const lastEnds = sql`(
  select distinct on (${periods.plan}) ${periods.plan}, ${periods.endsAt}, ${periods.grantId} from ${periods}
  where ${periods.userId} = ${users.id} order by ${periods.plan}, ${periods.endsAt} desc) as last`

/** The plan that puts a user into a group, as `plan` and `ends_at`; no row for users outside of it. Time that was revoked is left out. */
function membership(group: PlanMailGroup, now: number): SQL {
  const [at, inDays] = [new Date(now), (days: number) => new Date(now + days * DAY)]
  const isKept = sql`not exists (select from ${reversals} where ${reversals.grantId} = last.grant_id)`
  const hasPlan = sql`exists (select from ${periods} where ${periods.userId} = ${users.id} and ${periods.endsAt} > ${at})`
  return {
    ending: sql`select plan, ends_at from ${lastEnds} where ends_at > ${at}
      and ends_at <= ${inDays(PLAN_MAILS.endingDays)} and ${isKept} order by ends_at limit 1`,
    ended: sql`select plan, ends_at from ${lastEnds} where not ${hasPlan}
      and ends_at > ${inDays(-PLAN_MAILS.endedDays)} and ${isKept} order by ends_at desc limit 1`,
    'never-paid': sql`select null::text as plan, null::timestamptz as ends_at where not ${hasPlan} and not exists (
      select from ${grants} where ${grants.userId} = ${users.id} and ${grants.kind} in ('payment', 'voucher'))`,
  }[group]
}

/**
 * The players of a group: `id`, `email`, `plan`, `ends_at`, and `left_out` with the first reason of {@link LEFT_OUT}.
 * @param accounts the users to look at; all by default
 */
function playersOf(group: PlanMailGroup, now: number, accounts = sql`${users}`): SQL {
  const at = new Date(now)
  return sql`
    select ${users.id}, ${users.email}, held.plan, held.ends_at, case
      when not ${users.emailVerified} or ${users.ageConfirmedAt} is null or ${users.suspendedUntil} > ${at} then 'closed'
      when ${users.breakUntil} > ${at} then 'break'
      when ${planMails.stoppedAt} is not null then 'stopped'
      when ${planMails.lastAt} > ${before(now)} then 'recent' end as left_out
    from ${accounts} join lateral (${membership(group, now)}) as held on true
      left join ${planMails} on ${planMails.userId} = ${users.id}
    where ${users.deletedAt} is null and not ${users.isSample} and ${users.role} = 'user'`
}

const before = (now: number) => new Date(now - PLAN_MAILS.apartDays * DAY)

/** How many players of a group get a mail, and how many do not, by the reason. */
async function count(db: Db, now: number, group: PlanMailGroup) {
  const { rows } = await db.execute<{ left_out: LeftOut | null; people: number }>(
    sql`select left_out, count(*)::int as people from (${playersOf(group, now)}) as player group by left_out`,
  )
  const of = (reason: LeftOut | null) => rows.find(({ left_out }) => left_out === reason)?.people ?? 0
  const reasons = Object.keys(LEFT_OUT) as LeftOut[]
  return { people: of(null), leftOut: reasons.map((reason) => ({ reason, people: of(reason) })) }
}

/** What each mail says besides the player's own plan. */
async function wordsOf(db: Db, now: number, text: string) {
  const prices = await pricesAt(db, now)
  const costs = PAID_PLANS.map(
    (plan) => `${PLANS[plan].name} costs ${formatNaira(prices[plan].kobo)} per ${PLANS[plan].per}`,
  )
  return { text, costs: `${costs.join(', ')}.` }
}

/** The count of a group, and the mail as the first player gets it; null for nobody. Its link stops nothing. */
export async function previewPlanMail(
  db: Db,
  { appUrl }: Settings,
  now: number,
  { group, text }: { group: PlanMailGroup; text: string },
) {
  const { rows } = await db.execute<{ plan: PaidPlan | null; ends: string | null }>(sql`
    select plan, extract(epoch from ends_at) * 1000 as ends from (${playersOf(group, now)}) as player
    where left_out is null order by id limit 1`)
  const counted = await count(db, now, group)
  const [first] = rows
  if (!first) return { ...counted, mail: null }
  const held = first.plan && { plan: first.plan, endsAt: Number(first.ends), isOver: group === 'ended' }
  const data: MailData<typeof PLAN_MAIL> = { held, ...(await wordsOf(db, now, text)) }
  const { subject, text: body } = await renderMail(PLAN_MAIL, data, appUrl, `${appUrl}/…`)
  return { ...counted, mail: { subject, text: body } }
}

/** Accounts of one statement, so that it stays far below the time that a statement may take. */
const BATCH = 2000

/**
 * Queues a mail to each player of a group who gets one. Who had one within a week, or stopped them, gets none: the row of the
 * player decides, also when two members of staff send at the same time.
 * @throws Refusal conflict if nobody gets one
 */
export function sendPlanMail(
  context: Context<SignedIn>,
  { group, text }: { group: PlanMailGroup; text: string },
): Promise<number> {
  return change(context, async (unit) => {
    const { tx, now } = unit
    const words = await wordsOf(tx, now, text)
    let [people, after]: [number, string | null] = [0, '']
    while (after !== null) {
      const batch: Batch = await queueBatch(tx, now, group, words, after)
      people += batch.queued
      after = batch.last
    }
    if (people === 0) throw new Refusal('conflict', 'Nobody of this group gets a mail now.')
    await recordAudit(unit, 'announcement.mail', 'players', { group, text, people })
    return people
  })
}

interface Batch extends Record<string, unknown> {
  queued: number
  /** The id of its last account; null for an empty one. */
  last: string | null
}

/** Looks at the next accounts, and claims their players by the rows, in the order of their ids, so that two sends never wait for each other in a circle. */
async function queueBatch(
  tx: Db,
  now: number,
  group: PlanMailGroup,
  words: { text: string; costs: string },
  after: string,
): Promise<Batch> {
  const at = new Date(now)
  const { rows } = await tx.execute<Batch>(sql`
    with batch as materialized (select * from ${users} where ${users.id} > ${after} order by ${users.id} limit ${BATCH}),
    chosen as materialized (
      select * from (${playersOf(group, now, sql`batch as ${users}`)}) as player where left_out is null
    ), claimed as (
      insert into ${planMails} (user_id, last_at) select id, ${at} from chosen order by id
      on conflict (user_id) do update set last_at = excluded.last_at where ${planMails.stoppedAt} is null
        and coalesce(${planMails.lastAt}, '-infinity') <= ${before(now)}
      returning user_id
    ), written as (
      insert into ${mails} (id, user_id, template, "to", data, created_at)
      select gen_random_uuid(), id, ${PLAN_MAIL}, email, ${JSON.stringify(words)}::jsonb || jsonb_build_object('held',
        case when plan is not null then jsonb_build_object('plan', plan, 'endsAt', extract(epoch from ends_at) * 1000,
          'isOver', ${group === 'ended'}::boolean) end), ${at}
      from claimed join chosen on id = user_id returning id
    )
    select (select count(*)::int from ${addJobsSql('send-mail', sql`select id from written`, BULK_PRIORITY)}) as queued,
      (select max(id) from batch) as last`)
  return rows[0] ?? { queued: 0, last: null }
}

/** Whether a player gets these mails. */
export async function wantsPlanMails(db: Db, userId: string): Promise<boolean> {
  return (await db.$count(planMails, and(eq(planMails.userId, userId), isNotNull(planMails.stoppedAt)))) === 0
}

/** Stops the mails to a player, also those that wait, or lets them come again. The same choice as before changes nothing. */
export function choosePlanMails(context: Context, userId: string, wanted: boolean): Promise<void> {
  return change(context, async (unit) => {
    const { tx, now } = unit
    const stoppedAt = wanted ? null : new Date(now)
    const changed = await tx
      .insert(planMails)
      .values({ userId, stoppedAt })
      .onConflictDoUpdate({
        target: planMails.userId,
        set: { stoppedAt },
        setWhere: wanted ? isNotNull(planMails.stoppedAt) : isNull(planMails.stoppedAt),
      })
      .returning()
    if (changed.length === 0) return
    if (!wanted) await cancelStoppable(tx, now, userId, 'stopped')
    await recordAudit(
      unit,
      wanted ? 'account.plan-mails' : 'account.plan-mails-stopped',
      `user:${userId}`,
      {},
    )
  })
}

export const PLAN_MAIL_DATA: PersonalData = {
  sections: {
    'mails about plans': section(planMails.userId, planMails.userId, {
      last: planMails.lastAt,
      stopped: planMails.stoppedAt,
    }),
  },
  erase: (tx, userId) => tx.delete(planMails).where(eq(planMails.userId, userId)),
}
