import { present } from '../../../platform/rules/base/lists.ts'
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
import { SERVER_LIMITS } from '../../../platform/rules/base/limits.ts'
import { compareAfterRestore, comparePayments } from '../../../money/server/payments/compare-payments.ts'
import { refreshPayment } from '../../../money/server/payments/refresh-payment.ts'
import { grantCompensation } from '../../../money/server/admin/staff-grants.ts'
import { mailAlarms } from '../../../operation/server/mail-alarms.ts'
import { sendRefund } from '../../../money/server/admin/refund-payment.ts'
import type { Database } from '../../../platform/server/db/app-role.ts'
import { clientConfig, type Address, type Db } from '../../../platform/server/db/connect.ts'
import { warnOfOutage } from '../../../platform/server/db/outage.ts'
import { isDiskFull } from '../../../platform/server/db/space.ts'
import { queuePostsOf, sendPost } from '../../../reach/server/channels/send-post.ts'
import { type Log, messageOf } from '../../../platform/server/base/log.ts'
import { mailForecastEntry } from '../../../forecasts/server/record-mails.ts'
import { sendMail, createMailTransport } from '../../../platform/server/mail/send-mail.ts'
import { sendPushes } from '../../../reach/server/push/deliver.ts'
import { pushChange } from '../../../reach/server/push/queue-push.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { runSweep } from './sweep.ts'
import { type JobName, type Jobs, EXTERNAL_FLAG } from '../../../platform/server/queue/add-job.ts'

interface JobRunner {
  stop(): Promise<void>
}

const INTERNAL_CONCURRENCY = 2
const EXTERNAL_CONCURRENCY = 3
/** One connection per job, plus one LISTEN connection per runner. */
const MAX_CONNECTIONS = INTERNAL_CONCURRENCY + EXTERNAL_CONCURRENCY + 2
/** The jobs of the queue, with the sweep of each minute. */
function tasks(services: Services, owner: Address): TaskList {
  const { settings } = services
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
    'compare-after-restore': () => compareAfterRestore(services),
    'give-days-back': ({ id }) => grantCompensation(services, Number(id)),
    'mail-alarms': () => mailAlarms(services),
    'queue-posts': ({ id }) => queuePostsOf(services, Number(id)),
    'push-change': ({ id }) => pushChange(services, Number(id)),
    'send-pushes': () => sendPushes(services),
    'stamp-head': () => services.stamps.run(),
    'mail-receipt': ({ id }) => mailForecastEntry(services, id),
    'send-post': ({ id }) => sendPost(services, Number(id)),
  }
  return {
    ...(jobs as unknown as Record<JobName, Task>),
    sweep: () => runSweep(services, owner),
  }
}

/** Creates or updates the queue's tables in their own schema. */
export async function prepareJobs(address: Address, log: Log): Promise<void> {
  const pool = openPool(address)
  try {
    await runMigrations({ pgPool: pool, logger: loggerOf(log) })
  } finally {
    await pool.end()
  }
}

/** Otherwise nobody awaits the statement that ends a job: a runner can end before it, and its error ends the process. */
const AWAITED_ENDS = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }

/**
 * Starts two runners. One takes only internal jobs, so that a mail server that does not answer delays no sweep; the other
 * takes all jobs. stop() waits a few seconds for the running jobs, then leaves them to be retried by another server.
 */
export async function startJobs(services: Services, { owner, app }: Database): Promise<JobRunner> {
  const pool = openPool(app)
  const common: RunnerOptions = {
    pgPool: pool,
    taskList: withLogging(tasks(services, owner), services),
    noHandleSignals: true,
    crontab: '',
    pollInterval: 5000,
    logger: loggerOf(services.log),
    preset: AWAITED_ENDS,
  }
  const internal = {
    ...common,
    concurrency: INTERNAL_CONCURRENCY,
    forbiddenFlags: [EXTERNAL_FLAG],
  }
  const all = { ...common, concurrency: EXTERNAL_CONCURRENCY }
  const runners = await Promise.all([internal, all].map((options) => superviseRunner(options, services.log)))
  const sweeps = keepSweepWaiting(services.db)
  return {
    async stop() {
      await sweeps.stop()
      await Promise.all(runners.map((runner) => runner.stop()))
      await pool.end()
    },
  }
}

const RESTART_DELAY_MS = 1000

/** Starts a runner and replaces it when it ends: a runner that loses the database at the end of a job does not resume. */
async function superviseRunner(options: RunnerOptions, log: Log): Promise<JobRunner> {
  const stopping = new AbortController()
  const stopped = once(stopping.signal, 'abort')
  let runner: Runner | null = await run(options)

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      const ended = runner?.promise.catch((error: unknown) =>
        log.error({ error }, 'a job runner ended and is replaced'),
      )
      await Promise.race([ended, stopped])
      if (stopping.signal.aborted) break
      await Promise.race([sleep(RESTART_DELAY_MS), stopped])
      runner = await run(options).catch(() => null)
    }
    // stop() rejects if the runner has already ended.
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

/** Runs the due jobs one after another until none is left. For tests; it uses the server's own connections. */
export async function runDueJobs(services: Services, { owner }: Database): Promise<void> {
  await runOnce({
    pgPool: present(services.pools.main),
    taskList: withLogging(tasks(services, owner), services),
    concurrency: 1,
    noHandleSignals: true,
    logger: loggerOf(services.log),
    preset: AWAITED_ENDS,
  })
}

/** Logs the errors of jobs. The queue stores and prints error messages, so it gets them without statement parameters. */
function withLogging(list: TaskList, { log, space }: Services): TaskList {
  const wrapped = Object.entries(list).map(([name, task]): [string, Task] => [
    name,
    async (payload, helpers) => {
      try {
        await present(task)(payload, helpers)
      } catch (error) {
        if (isDiskFull(error)) space.reportFull()
        log.error({ error, job: helpers.job.id, task: name, attempt: helpers.job.attempts }, 'a job failed')
        throw new Error(messageOf(error), { cause: error })
      }
    },
  ])
  return Object.fromEntries(wrapped)
}

function openPool(address: Address): pg.Pool {
  const config = { ...clientConfig(address), connectionTimeoutMillis: SERVER_LIMITS.jobConnectionMs }
  const pool = new pg.Pool({ ...config, max: MAX_CONNECTIONS })
  // The pool replaces broken connections; without listeners Node would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function loggerOf(log: Log): SharedOptions['logger'] {
  return new Logger(({ label }) => (level, message, meta) => {
    const jobs = log.child({ from: 'jobs', label })
    if (meta?.failure) jobs.debug(message)
    // The queue's listener connects again by itself.
    else if (/notify listener|UNLISTEN/.test(message)) warnOfOutage(jobs, new Error(message))
    else if (level === 'error') jobs.error(message)
    else if (level === 'warning') jobs.warn(message)
    else jobs.debug(message)
  })
}

/**
 * Keeps one sweep waiting, for the next minute of the database's clock. The queue's own crontab adds one sweep for each
 * minute that a clock jumps forward, and after a jump back it adds none until that time comes again.
 */
function keepSweepWaiting(db: Db): { stop(): Promise<void> } {
  const stopping = new AbortController()
  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The database may be away. The next look is soon.
      await addNextSweep(db).catch(() => undefined)
      await sleep(SERVER_LIMITS.sweepLookMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const keeping = keep()
  return {
    stop() {
      stopping.abort()
      return keeping
    },
  }
}

async function addNextSweep(db: Db): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job('sweep', job_key := 'sweep', max_attempts := 1,
      run_at := date_trunc('minute', clock_timestamp()) + interval '1 minute')
    where not exists (
      select from graphile_worker.jobs
      where key = 'sweep' and locked_at is null and attempts < max_attempts
        and run_at <= clock_timestamp() + interval '1 minute')`)
}
