import { and, eq, isNotNull, lt, ne, sql } from 'drizzle-orm'
import { DAY } from '../../../platform/rules/base/calendar.ts'
import { SERVER_LIMITS } from '../../../platform/rules/base/limits.ts'
import {
  RED_FAILURES,
  SWEEP_STEP_KEYS,
  type SweepStep,
} from '../../../operation/rules/metrics/sweep-steps.ts'
import { deleteExpired } from '../../../people/server/delete-expired.ts'
import { closeResolvedAlarm, raiseAlarm } from '../../../platform/server/alarms/alarms.ts'
import { mailAlarms } from '../../../operation/server/mail-alarms.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { expireAudit } from '../../../platform/server/audit/record.ts'
import { failuresIn } from '../../../platform/server/base/each.ts'
import {
  alertUnsentRefunds,
  alertUnsettled,
  checkLedger,
  closeResolvedAlarms,
} from '../../../money/server/payments/check-ledger.ts'
import { sweepComparison, sweepRestore } from '../../../money/server/payments/compare-payments.ts'
import { mailUnpaid, sweepPayments, sweepReminders } from '../../../money/server/sweep.ts'
import {
  queueDailyPosts,
  queueScheduleEdits,
  releaseClaims,
} from '../../../reach/server/channels/send-post.ts'
import type { Address, Db } from '../../../platform/server/db/connect.ts'
import { isDiskFull } from '../../../platform/server/db/space.ts'
import { raiseLateDraws } from '../../../draws/server/desk/late-draws.ts'
import { publishHeld, recordCancelled } from '../../../draws/server/desk/publish-held.ts'
import { addDueSamples } from '../../../draws/server/samples.ts'
import { isDatabaseUnavailable } from '../../../platform/server/db/outage.ts'
import { keepProofs } from '../../../statistics/server/lab/proof-days.ts'
import { revealDue } from '../../../forecasts/server/ledger/versions.ts'
import { eraseOldRecipients } from '../../../platform/server/mail/queue-mail.ts'
import { mailPowers } from '../../../operation/server/members/mail-powers.ts'
import { queueClosePosts } from '../../../forecasts/server/close-posts.ts'
import { bringClosesForward } from '../../../forecasts/server/bring-closes-forward.ts'
import { addDueSampleForecasts } from '../../../forecasts/server/samples.ts'
import { sweepPushes } from '../../../reach/server/push/deliver.ts'
import { removeLapsedDevices } from '../../../reach/server/push/devices.ts'
import type { JobName } from '../../../platform/server/queue/add-job.ts'
import { failingSteps } from '../../../platform/server/tables/failing-steps.ts'
import { mails } from '../../../platform/server/tables/mails.ts'
import { webhookDeliveries } from '../../../money/server/tables/payments.ts'

interface Sweep extends Services {
  /** Milliseconds. */
  now: number
  /** The database as its owner. */
  owner: Address
}

const daysAgo = (now: number, days: number) => new Date(now - days * DAY)
const gamesOf = ({ draws }: Sweep) => draws.current().games

const STEPS: Record<SweepStep, (sweep: Sweep) => Promise<unknown> | null> = {
  'release-jobs': ({ db }) => releaseAbandoned(db),
  'publish-results': (sweep) => publishHeld(sweep.db, sweep.now, gamesOf(sweep)),
  'cancelled-draws': (sweep) => recordCancelled(sweep.db, sweep.now, gamesOf(sweep)),
  'check-payments': ({ paystack, db, now }) => paystack && sweepPayments(db, now),
  'mail-unpaid': ({ paystack, db, now }) => paystack && mailUnpaid(db, now),
  'compare-payments': ({ paystack, db, now }) => paystack && sweepComparison(db, now),
  'compare-after-restore': ({ paystack, db }) => paystack && sweepRestore(db),
  'overdue-payments': ({ db, now }) => alertUnsettled(db, now),
  'overdue-refunds': ({ db, now }) => alertUnsentRefunds(db, now),
  'check-ledger': ({ db, now }) => checkLedger(db, now),
  'close-alarms': ({ db, now }) => closeResolvedAlarms(db, now),
  'sample-draws': (sweep) =>
    sweep.settings.sampleData ? addDueSamples(sweep.db, sweep.now, gamesOf(sweep)) : null,
  'sample-forecasts': (sweep) =>
    sweep.settings.sampleData ? addDueSampleForecasts(sweep.db, sweep.now, gamesOf(sweep)) : null,
  'move-closes': (sweep) => bringClosesForward(sweep.db, sweep.now, gamesOf(sweep)),
  // Its head precedes the reveals.
  'close-posts': (sweep) => queueClosePosts(sweep, sweep.now),
  'reveal-forecasts': ({ db, clock }) => revealDue(db, clock),
  'stamp-record': ({ stamps }) => stamps.sweep(),
  'late-draws': (sweep) => raiseLateDraws(sweep.db, sweep.now, gamesOf(sweep)),
  'mail-alarms': (sweep) => mailAlarms(sweep),
  'mail-powers': (sweep) => mailPowers(sweep.db, sweep.now, gamesOf(sweep)),
  'plan-reminders': ({ db, now }) => sweepReminders(db, now),
  notifications: ({ db, now }) => sweepPushes(db, now),
  'release-posts': (sweep) => releaseClaims(sweep, sweep.now),
  'daily-posts': (sweep) => queueDailyPosts(sweep, sweep.now),
  'changed-schedules': (sweep) => queueScheduleEdits(sweep, sweep.now),
  'keep-proofs': (sweep) => keepProofs(sweep, sweep.now),
  'lapsed-phones': ({ db, visits }) => removeLapsedDevices(db, visits),
  'erase-recipients': ({ db, now }) => eraseOldRecipients(db, now),
  // After the days that the privacy page names (domain/legal/retention.ts).
  'delete-webhooks': ({ db, now }) =>
    db
      .delete(webhookDeliveries)
      .where(
        and(
          isNotNull(webhookDeliveries.processedAt),
          lt(webhookDeliveries.processedAt, daysAgo(now, SERVER_LIMITS.webhookKeptDays)),
        ),
      ),
  'delete-mails': ({ db, now }) =>
    db
      .delete(mails)
      .where(and(ne(mails.state, 'queued'), lt(mails.endedAt, daysAgo(now, SERVER_LIMITS.mailRowKeptDays)))),
  'delete-expired': ({ db, now }) => deleteExpired(db, now),
  'expire-audit': ({ db, owner, now, log }) => expireAudit(db, owner, now, log),
}

/**
 * The work of each minute, which one server does. It asks the domain what is due at `now`, instead of scheduling far dates,
 * so it survives stops, restarts and changed rules. A step that fails leaves the others: it is logged, raises an alarm, and
 * becomes a red line of the control room at the third failure in a row.
 * @throws the error of a step during an outage of the database, which the other steps cannot survive
 */
export async function runSweep(services: Services, owner: Address): Promise<void> {
  const { db, clock, log, space } = services
  const sweep: Sweep = { ...services, owner, now: await clock.now(db) }
  const failing = await db
    .select({ step: failingSteps.step })
    .from(failingSteps)
    .catch(() => [])
  for (const step of SWEEP_STEP_KEYS) {
    try {
      await STEPS[step](sweep)
      if (failing.some((one) => one.step === step)) await recordSuccess(sweep, step)
    } catch (error) {
      for (const one of failuresIn(error)) {
        if (isDiskFull(one)) space.reportFull()
        log.error({ error: one, step }, 'a step of the sweep failed')
      }
      await recordFailure(sweep, step, error).catch((second: unknown) => {
        if (isDatabaseUnavailable(second)) throw error
        log.error({ error: second, step }, 'the failure of a step could not be stored')
      })
    }
  }
}

function recordSuccess({ db, now }: Sweep, step: SweepStep): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.delete(failingSteps).where(eq(failingSteps.step, step))
    await closeResolvedAlarm({ tx, now }, 'step-failing', step, 'The step works again.')
  })
}

/** The alarm has its own transaction, so that the red line does not depend on it. */
async function recordFailure({ db, now }: Sweep, step: SweepStep, error: unknown): Promise<void> {
  const [row] = await db
    .insert(failingSteps)
    .values({ step, failures: 1, since: new Date(now) })
    .onConflictDoUpdate({
      target: failingSteps.step,
      set: { failures: sql`${failingSteps.failures} + 1` },
    })
    .returning({ failures: failingSteps.failures })
  // A lost connection or a lock that took too long often ends by itself.
  if (isDatabaseUnavailable(error) && (row?.failures ?? 0) < RED_FAILURES) return
  await db.transaction((tx) => raiseAlarm({ tx, now }, 'step-failing', step, {}))
}

/** Jobs over all users, or over half a year of Paystack's payments. */
const LONG_JOBS: readonly JobName[] = ['compare-payments', 'compare-after-restore', 'give-days-back']

/** Unlocks the jobs of killed processes. The queue itself would wait four hours. */
async function releaseAbandoned(db: Db): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker.jobs
      where locked_at < clock_timestamp() - make_interval(mins =>
        case when task_identifier = any(${sql.param(LONG_JOBS)}) then ${SERVER_LIMITS.longAbandonedMinutes}::int else ${SERVER_LIMITS.abandonedMinutes}::int end)))`)
}
