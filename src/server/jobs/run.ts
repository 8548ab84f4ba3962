import {
  type JobHelpers,
  Logger,
  run,
  runMigrations,
  runOnce,
  type SharedOptions,
  type Task,
  type TaskList,
} from 'graphile-worker'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { clientConfig, type Address } from '../db/connect.ts'
import type { Db } from '../db/connect.ts'
import { addDueSamples } from '../draws/samples.ts'
import { type Log, messageOf } from '../log.ts'
import { emptyOldMails } from '../mail/empty-mails.ts'
import { sendMail } from '../mail/send-mail.ts'
import { createMailTransport } from '../mail/transport.ts'
import { bringClosesForward } from '../predictions/bring-closes-forward.ts'
import type { Services } from '../services.ts'
import { type JobName, type Jobs, OUTSIDE } from './add-job.ts'

export interface JobRunner {
  stop(): Promise<void>
}

const CRONTAB = '* * * * * sweep ?max=1'
const CONCURRENCY = 5
/** So many jobs may wait for somebody else at a time; the rest is kept for what happens here. */
const OUTSIDE_AT_ONCE = 3
/** Minutes after which a job that still runs belongs to a process that was killed: none takes nearly as long. */
const ABANDONED = 5

/**
 * Everything that happens outside a request. A sweep is due each minute on one of the servers; it asks the domain
 * what is due at `now` instead of being scheduled for a far date, so it survives stops, restarts and changes of plan.
 */
function tasks(services: Services): TaskList {
  const { db, clock, draws, settings } = services
  const transport = createMailTransport(settings.smtpUrl, settings.mailFrom)
  const jobs: { [Name in JobName]: (payload: Jobs[Name], helpers: JobHelpers) => Promise<void> } = {
    'send-mail': ({ id }, { job, abortSignal }) =>
      sendMail(services, id, {
        transport,
        last: job.attempts >= job.max_attempts,
        signal: abortSignal,
      }),
  }
  return {
    ...(jobs as unknown as Record<JobName, Task>),
    async sweep() {
      const now = await clock.now(db)
      await releaseAbandoned(db)
      await emptyOldMails(db, now)
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
      where locked_at < clock_timestamp() - make_interval(mins => ${ABANDONED})))`)
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

/** Starts the runner. A stop waits some seconds for the jobs that run, then has them tried again elsewhere. */
export async function startJobs(services: Services, address: Address): Promise<JobRunner> {
  const pool = openPool(address)
  let outside = 0
  const runner = await run({
    pgPool: pool,
    taskList: counting(logged(tasks(services), services.log), (change) => (outside += change)),
    forbiddenFlags: () => (outside < OUTSIDE_AT_ONCE ? null : [OUTSIDE]),
    crontab: CRONTAB,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    pollInterval: 5000,
    logger: loggerOf(services.log),
  })
  return {
    async stop() {
      await runner.stop()
      await pool.end()
    },
  }
}

/** Runs the jobs that are due now, one after the other, and comes back when there are none. */
export async function runDueJobs(services: Services, address: Address): Promise<void> {
  const pool = openPool(address)
  try {
    await runOnce({
      pgPool: pool,
      taskList: logged(tasks(services), services.log),
      concurrency: 1,
      noHandleSignals: true,
      logger: loggerOf(services.log),
    })
  } finally {
    await pool.end()
  }
}

/** A fault goes into the log as everywhere; the queue, which keeps and prints what it is told, is told no parameters. */
function logged(list: TaskList, log: Log): TaskList {
  const wrapped = Object.entries(list).map(([name, task]): [string, Task] => [
    name,
    async (payload, helpers) => {
      try {
        await task!(payload, helpers)
      } catch (error) {
        log.error({ error, job: helpers.job.id, task: name, attempt: helpers.job.attempts }, 'a job failed')
        throw new Error(messageOf(error), { cause: error })
      }
    },
  ])
  return Object.fromEntries(wrapped)
}

/** Tells how many of the jobs that go outside run on this server. */
function counting(list: TaskList, count: (change: 1 | -1) => void): TaskList {
  const counted = Object.entries(list).map(([name, task]): [string, Task] => [
    name,
    async (payload, helpers) => {
      const isOutside = helpers.job.flags?.[OUTSIDE]
      if (isOutside) count(1)
      try {
        await task!(payload, helpers)
      } finally {
        if (isOutside) count(-1)
      }
    },
  ])
  return Object.fromEntries(counted)
}

function openPool(address: Address): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(address), max: CONCURRENCY + 2 })
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
