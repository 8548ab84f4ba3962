import {
  type JobHelpers,
  Logger,
  run,
  type Runner,
  type RunnerOptions,
  runMigrations,
  runOnce,
  type SharedOptions,
  type Task,
  type TaskList,
} from 'graphile-worker'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { deleteExpired } from '../accounts/delete-expired.ts'
import { comparePayments } from '../billing/payments/compare-payments.ts'
import { refreshPayment } from '../billing/payments/refresh-payment.ts'
import { grantCompensation } from '../billing/admin/compensate-outage.ts'
import { mailAlarms } from '../billing/alarms/mail-alarms.ts'
import { sendRefund } from '../billing/admin/refund-payment.ts'
import { sweepBilling } from '../billing/sweep.ts'
import { expireAudit } from '../audit/expire.ts'
import type { Database } from '../db/app-role.ts'
import { clientConfig, type Address } from '../db/connect.ts'
import type { Db } from '../db/connect.ts'
import { isDiskFull } from '../db/space.ts'
import { addDueSamples } from '../draws/samples.ts'
import { type Log, messageOf } from '../base/log.ts'
import { eraseOldRecipients } from '../mail/erase-mails.ts'
import { sendMail } from '../mail/send-mail.ts'
import { createMailTransport } from '../mail/transport.ts'
import { bringClosesForward } from '../predictions/bring-closes-forward.ts'
import type { Services } from '../api/services.ts'
import { type JobName, type Jobs, EXTERNAL_FLAG } from '../queue/add-job.ts'

export interface JobRunner {
  stop(): Promise<void>
}

const CRONTAB = '* * * * * sweep ?max=1'
const INSIDE_AT_ONCE = 2
const OUTSIDE_AT_ONCE = 3
/** One for each job, and one for each runner's ear. */
const CONNECTIONS = INSIDE_AT_ONCE + OUTSIDE_AT_ONCE + 2
/** Minutes after which a job that still runs belongs to a process that was killed: none takes nearly as long. */
const ABANDONED = 5
/** Jobs that go through everybody, or through half a year at Paystack, and the minutes for these. */
const LONG: readonly JobName[] = ['compare-payments', 'give-days-back']
const LONG_ABANDONED = 60

/**
 * Everything that happens outside a request. A sweep is due each minute on one of the servers; it asks the domain
 * what is due at `now` instead of being scheduled for a far date, so it survives stops, restarts and changes of plan.
 */
function tasks(services: Services, owner: Address): TaskList {
  const { db, clock, draws, settings, log } = services
  const transport = createMailTransport(settings.smtpUrl, settings.mailFrom)
  const jobs: { [Name in JobName]: (payload: Jobs[Name], helpers: JobHelpers) => Promise<void> } = {
    'send-mail': ({ id }, { job, abortSignal }) =>
      sendMail(services, id, {
        transport,
        last: job.attempts >= job.max_attempts,
        signal: abortSignal,
      }),
    'follow-payment': ({ id }) => refreshPayment(services, id),
    'send-refund': ({ id }) => sendRefund(services, Number(id)),
    'compare-payments': ({ id }) => comparePayments(services, id),
    'give-days-back': ({ id }) => grantCompensation(services, Number(id)),
    'mail-alarms': () => mailAlarms(services),
  }
  return {
    ...(jobs as unknown as Record<JobName, Task>),
    async sweep() {
      const now = await clock.now(db)
      await releaseAbandoned(db)
      await eraseOldRecipients(db, now)
      await sweepBilling(services, now)
      await deleteExpired(db, now)
      await expireAudit(db, owner, now, log)
      if (settings.sampleData) await addDueSamples(db, now, draws.current().games)
      await bringClosesForward(db, now, draws.current().games)
    },
  }
}

/** The queue itself gives up on a job that was killed with its process after four hours only. */
async function releaseAbandoned(db: Db): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker.jobs
      where locked_at < clock_timestamp() - make_interval(mins =>
        case when task_identifier = any(${sql.param(LONG)}) then ${LONG_ABANDONED}::int else ${ABANDONED}::int end)))`)
}

/** Makes the queue's tables, beside ours in a schema of their own: without them no job can be added. */
export async function prepareJobs(address: Address, log: Log): Promise<void> {
  const pool = openPool(address)
  try {
    await runMigrations({ pgPool: pool, logger: loggerOf(log) })
  } finally {
    await pool.end()
  }
}

/**
 * Starts the runners: one that never waits for anybody outside, so that a mail server that does not answer holds up
 * nothing but mail, and one that takes what comes. A stop waits some seconds for the jobs that run, then has them tried
 * again elsewhere.
 */
export async function startJobs(services: Services, { owner, app }: Database): Promise<JobRunner> {
  const pool = openPool(app)
  const common: RunnerOptions = {
    pgPool: pool,
    taskList: logged(tasks(services, owner), services),
    noHandleSignals: true,
    pollInterval: 5000,
    logger: loggerOf(services.log),
    // Without these the end of a job is written behind the back of a stop, which then pulls the connection away.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }
  const inside = { ...common, crontab: CRONTAB, concurrency: INSIDE_AT_ONCE, forbiddenFlags: [EXTERNAL_FLAG] }
  const outside = { ...common, crontab: '', concurrency: OUTSIDE_AT_ONCE }
  const runners = await Promise.all([inside, outside].map((options) => keepRunning(options, services.log)))
  return {
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()))
      await pool.end()
    },
  }
}

/** Milliseconds before a runner that gave up is started again. */
const REST = 1000

/** A runner that loses the database at the end of a job gives up for good; another then takes its place. */
async function keepRunning(options: RunnerOptions, log: Log): Promise<JobRunner> {
  const stopping = new AbortController()
  const asked = once(stopping.signal, 'abort')
  let runner: Runner | null = await run(options)

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      const gaveUp = runner?.promise.catch((error: unknown) =>
        log.error({ error }, 'a runner of jobs gave up'),
      )
      await Promise.race([gaveUp, asked])
      if (stopping.signal.aborted) break
      await Promise.race([sleep(REST), asked])
      runner = await run(options).catch(() => null)
    }
    // It refuses when it has ended by itself.
    await runner?.stop().catch(() => undefined)
  }

  const supervision = supervise()
  return {
    async stop() {
      stopping.abort()
      await supervision
    },
  }
}

/** Runs the jobs that are due now, one after the other, and comes back when there are none. */
export async function runDueJobs(services: Services, { owner, app }: Database): Promise<void> {
  const pool = openPool(app)
  try {
    await runOnce({
      pgPool: pool,
      taskList: logged(tasks(services, owner), services),
      concurrency: 1,
      noHandleSignals: true,
      logger: loggerOf(services.log),
    })
  } finally {
    await pool.end()
  }
}

/** A fault goes into the log as everywhere; the queue, which keeps and prints what it is told, is told no parameters. */
function logged(list: TaskList, { log, space }: Services): TaskList {
  const wrapped = Object.entries(list).map(([name, task]): [string, Task] => [
    name,
    async (payload, helpers) => {
      try {
        await task!(payload, helpers)
      } catch (error) {
        if (isDiskFull(error)) space.noteFull()
        log.error({ error, job: helpers.job.id, task: name, attempt: helpers.job.attempts }, 'a job failed')
        throw new Error(messageOf(error), { cause: error })
      }
    },
  ])
  return Object.fromEntries(wrapped)
}

/**
 * Jobs can wait for a connection. With a short limit, a process that stood still for some seconds found all its waiting
 * workers timed out at once, and the queue did not get going again.
 */
const PATIENCE = 60_000

function openPool(address: Address): pg.Pool {
  const config = { ...clientConfig(address), connectionTimeoutMillis: PATIENCE }
  const pool = new pg.Pool({ ...config, max: CONNECTIONS })
  // A connection that breaks is replaced; without listeners Node would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function loggerOf(log: Log): SharedOptions['logger'] {
  return new Logger(({ label }) => (level, message, meta) => {
    const jobs = log.child({ from: 'jobs', label })
    if (meta?.failure) jobs.debug(message)
    else if (level === 'error') jobs.error(message)
    else if (level === 'warning') jobs.warn(message)
    else jobs.debug(message)
  })
}
