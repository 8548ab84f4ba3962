import { type SQL, sql } from 'drizzle-orm'
import { CLOCK_MARGIN } from '../../../forecasts/rules/stamps.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../platform/rules/base/calendar.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { alarms, openMoneyAlarms } from '../../../platform/server/tables/alarms.ts'
import { openLateDraws } from '../../../draws/server/late-draw-alarms.ts'
import { BULK_PRIORITY } from '../../../platform/server/queue/add-job.ts'
import { PLAN_MAIL } from '../talk/plan-mails.ts'
import { RED_FAILURES } from '../../rules/metrics/sweep-steps.ts'

/** A figure's query, and its text in `/metrics`; one without a text is in the control room alone. */
type Figure = readonly [query: (at: Date) => SQL, help?: string]

const countOf = (rows: SQL) => sql`select count(*)::int from ${rows}`
/** Seconds from the oldest of some instants until now; 0 without any. */
const ageOf = (at: Date, oldest: SQL, rows: SQL) =>
  sql`select greatest(0, coalesce(extract(epoch from ${at}::timestamptz - min(${oldest})), 0))::float8 from ${rows}`

const dueJobs = (at: Date) =>
  sql`graphile_worker.jobs where attempts = 0 and run_at <= ${at} and locked_at is null`
const newWebhooks = sql`webhook_deliveries where processed_at is null`
const unsentMails = sql`mails where state = 'queued' and held_at is null`
const lateDraws = sql`${alarms} where ${openLateDraws}`
const hourBefore = (at: Date) => new Date(at.getTime() - HOUR)
/** A figure of this hour's notifications and the last hour's. */
const ofPushes = (figure: SQL) => (at: Date) =>
  sql`select ${figure} from push_hours where hour > ${hourBefore(hourBefore(at))}`

/** The figures that the database has, each with its query. Every process reports the same ones. */
const DATABASE_FIGURES = {
  lotto_jobs_due: [(at) => countOf(dueJobs(at)), 'Jobs that are due and not started.'],
  lotto_job_oldest_due_seconds: [
    (at) => ageOf(at, sql`run_at`, sql`${dueJobs(at)} and priority < ${BULK_PRIORITY}`),
    'How long the oldest due job has waited for its first attempt.',
  ],
  lotto_jobs_failed: [
    () => countOf(sql`graphile_worker.jobs where attempts > 0 and attempts < max_attempts`),
    'Jobs that failed and will be retried.',
  ],
  lotto_jobs_given_up: [
    () => countOf(sql`graphile_worker.jobs where attempts >= max_attempts`),
    'Jobs that failed in their last attempt.',
  ],
  lotto_sweep_steps_failing: [
    () => countOf(sql`failing_steps where failures >= ${RED_FAILURES}`),
    'Steps of the sweep that failed at least three times in a row.',
  ],
  lotto_webhooks_unprocessed: [
    () => countOf(newWebhooks),
    'Webhooks that were received and not processed yet.',
  ],
  lotto_webhook_oldest_unprocessed_seconds: [
    (at) => ageOf(at, sql`received_at`, newWebhooks),
    'The age of the oldest unprocessed webhook.',
  ],
  lotto_payments_open: [
    () => countOf(sql`payments where state = 'open' and source = 'checkout'`),
    'Payments that were started and not settled.',
  ],
  lotto_alarms_open: [() => countOf(sql`${alarms} where ${openMoneyAlarms}`), 'Open alarms.'],
  lotto_late_draws_open: [
    () => countOf(lateDraws),
    'Scheduled draws without a result, of which staff were alerted.',
  ],
  lotto_late_draw_oldest_seconds: [
    (at) =>
      ageOf(
        at,
        sql`to_timestamp((details ->> 'expectedAt')::float8 / 1000)`,
        sql`${lateDraws} and acknowledged_at is null`,
      ),
    'How long the result of the oldest late draw is overdue. Draws that staff acknowledged are left out.',
  ],
  lotto_payments_closed_seconds: [
    (at) => ageOf(at, sql`at`, sql`restores where payments_opened_at is null`),
    'How long payments have been closed after a restore; 0 while they are open.',
  ],
  lotto_mails_unsent: [() => countOf(unsentMails), 'Mails that wait to be sent.'],
  lotto_mail_oldest_unsent_seconds: [
    (at) => ageOf(at, sql`created_at`, sql`${unsentMails} and template <> ${PLAN_MAIL}`),
    'The age of the oldest mail that waits to be sent. Mails to a group, which wait behind all others, are left out.',
  ],
  lotto_wal_archive_failing: [
    () =>
      sql`select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)::int
        from pg_stat_archiver`,
    'Whether the last attempt of the database to archive its write-ahead log failed.',
  ],
  unstampedCloses: [
    (at) =>
      countOf(
        sql`(select min(index) as size, at from log_leaves where chain = 'real' and kind = 'reveal' group by at) c
          where at between ${new Date(at.getTime() - DAY)} and ${new Date(at.getTime() - 5 * MINUTE)}
          and not exists (select from log_stamps s where s.chain = 'real' and s.size >= c.size
            and s.time >= c.at - make_interval(secs => ${CLOCK_MARGIN / SECOND}))`,
      ),
  ],
  opened: [(at) => countOf(sql`payments where source = 'checkout' and created_at > ${hourBefore(at)}`)],
  settled: [(at) => countOf(sql`payments where source = 'checkout' and settled_at > ${hourBefore(at)}`)],
  delivered: [ofPushes(sql`coalesce(sum(delivered), 0)::int`)],
  failed: [ofPushes(sql`coalesce(sum(failed), 0)::int`)],
  publicationToPhones: [ofPushes(sql`max(slowest)`)],
  backup: [(at) => sql`select extract(epoch from ${at}::timestamptz - backup_at)::float8 from installation`],
} satisfies Record<string, Figure>

type DatabaseFigure = keyof typeof DATABASE_FIGURES
const ALL = Object.entries<Figure>(DATABASE_FIGURES)

/** The figures of `/metrics`, with their texts. */
export const METRIC_FIGURES = ALL.flatMap(([name, [, help]]) => (help ? [{ name, help }] : []))

/** Reads the figures of `/metrics` in one query. @param now milliseconds */
export async function readMetricFigures(db: Db, now: number): Promise<Record<string, number | null>> {
  const columns = ALL.filter(([, [, help]]) => help).map(
    ([name, [query]]) => sql`(${query(new Date(now))}) as ${sql.identifier(name)}`,
  )
  const { rows } = await db.execute<Record<string, number | null>>(sql`select ${sql.join(columns, sql`, `)}`)
  return itemAt(rows, 0)
}

/**
 * Reads each figure by itself, so that a missing table leaves the others.
 * @param now milliseconds
 * @param orNull gives null for a query that fails
 */
export async function readFigures(
  db: Db,
  now: number,
  orNull: <T>(query: Promise<T>) => Promise<T | null>,
): Promise<Record<DatabaseFigure, number | null>> {
  const values = ALL.map(async ([name, [query]]) => {
    const read = db.execute<{ value: number | null }>(sql`select (${query(new Date(now))}) as value`)
    return [name, (await orNull(read))?.rows[0]?.value ?? null] as const
  })
  return Object.fromEntries(await Promise.all(values)) as Record<DatabaseFigure, number | null>
}
