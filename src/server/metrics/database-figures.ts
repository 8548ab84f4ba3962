import { sql } from 'drizzle-orm'
import { LATE_DRAW } from '../../domain/alarms/alarm-kinds.ts'
import type { Db } from '../db/connect.ts'
import { itemAt } from '../../domain/base/lists.ts'

/** Figures of the database, read for each scrape, with their help texts. Every process reports the same ones. */
export const DATABASE_FIGURES = {
  lotto_jobs_due: 'Jobs that are due and not started.',
  lotto_job_oldest_due_seconds: 'How long the oldest due job has waited for its first attempt.',
  lotto_jobs_failed: 'Jobs that failed and will be retried.',
  lotto_jobs_given_up: 'Jobs that failed in their last attempt.',
  lotto_webhooks_unprocessed: 'Webhooks that were received and not processed yet.',
  lotto_webhook_oldest_unprocessed_seconds: 'The age of the oldest unprocessed webhook.',
  lotto_payments_open: 'Payments that were started and not settled.',
  lotto_alarms_open: 'Open alarms about money.',
  lotto_late_draws_open: 'Scheduled draws without a result, of which staff were alerted.',
  lotto_late_draw_oldest_seconds:
    'How long the result of the oldest late draw is overdue. Draws that staff acknowledged are left out.',
  lotto_payments_closed_seconds: 'How long payments have been closed after a restore; 0 while they are open.',
  lotto_mails_unsent: 'Mails that wait to be sent.',
  lotto_mail_oldest_unsent_seconds: 'The age of the oldest mail that waits to be sent.',
  lotto_wal_archive_failing:
    'Whether the last attempt of the database to archive its write-ahead log failed.',
} as const
export type DatabaseFigure = keyof typeof DATABASE_FIGURES

/** @param now milliseconds */
export async function readDatabaseFigures(db: Db, now: number): Promise<Record<DatabaseFigure, number>> {
  const at = new Date(now)
  /** Seconds from the oldest of some instants until now; 0 without any. */
  const secondsSince = (oldest: ReturnType<typeof sql>) =>
    sql`greatest(0, coalesce(extract(epoch from ${at}::timestamptz - ${oldest}), 0))::float8`
  const dueJobs = sql`attempts = 0 and run_at <= ${at} and locked_at is null`
  const { rows } = await db.execute<Record<DatabaseFigure, number>>(sql`select
    jobs.*, webhooks.*, late.*, unsent.*,
    (select count(*)::int from payments where state = 'open') as lotto_payments_open,
    (select count(*)::int from alarms where closed_at is null and kind <> ${LATE_DRAW}) as lotto_alarms_open,
    (select ${secondsSince(sql`min(at)`)} from restores where payments_opened_at is null)
      as lotto_payments_closed_seconds,
    (select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)::int
      from pg_stat_archiver) as lotto_wal_archive_failing
  from
    (select
      count(*) filter (where ${dueJobs})::int as lotto_jobs_due,
      ${secondsSince(sql`min(run_at) filter (where ${dueJobs})`)} as lotto_job_oldest_due_seconds,
      count(*) filter (where attempts > 0 and attempts < max_attempts)::int as lotto_jobs_failed,
      count(*) filter (where attempts >= max_attempts)::int as lotto_jobs_given_up
      from graphile_worker.jobs) jobs,
    (select count(*)::int as lotto_webhooks_unprocessed,
      ${secondsSince(sql`min(received_at)`)} as lotto_webhook_oldest_unprocessed_seconds
      from webhook_deliveries where processed_at is null) webhooks,
    (select count(*)::int as lotto_late_draws_open,
      greatest(0, coalesce(${now}::float8 - min((details ->> 'expectedAt')::float8)
        filter (where acknowledged_at is null), 0) / 1000) as lotto_late_draw_oldest_seconds
      from alarms where closed_at is null and kind = ${LATE_DRAW}) late,
    (select count(*)::int as lotto_mails_unsent,
      ${secondsSince(sql`min(created_at)`)} as lotto_mail_oldest_unsent_seconds
      from mails where state = 'queued' and held_at is null) unsent`)
  return itemAt(rows, 0)
}
