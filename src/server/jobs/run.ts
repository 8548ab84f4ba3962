import { Logger, run, type TaskList } from 'graphile-worker'
import { addDueSamples } from '../draws/samples.ts'
import { clientConfig, type Address } from '../db/connect.ts'
import type { Services } from '../services.ts'
import pg from 'pg'

export interface JobRunner {
  stop(): Promise<void>
}

/**
 * Everything that happens outside a request. A sweep is due each minute on one of the servers; it asks the domain
 * what is due at `now` instead of being scheduled for a far date, so it survives stops, restarts and changes of plan.
 */
function tasks({ db, clock, draws, settings }: Services): TaskList {
  return {
    async sweep() {
      const now = await clock.now(db)
      if (settings.sampleData) await addDueSamples(db, now, draws.current().games)
    },
  }
}

const CRONTAB = '* * * * * sweep ?max=1'

/** Starts the runner; its tables live beside ours in a schema of their own. */
export async function startJobs(services: Services, address: Address): Promise<JobRunner> {
  const pool = new pg.Pool({ ...clientConfig(address), max: 4 })
  // A connection that breaks is replaced; without listeners Node would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const runner = await run({
    pgPool: pool,
    taskList: tasks(services),
    crontab: CRONTAB,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 5000,
    logger: new Logger(({ label }) => (level, message) => {
      const log = services.log.child({ from: 'jobs', label })
      if (level === 'error') log.error(message)
      else if (level === 'warning') log.warn(message)
      else log.debug(message)
    }),
  })
  return {
    async stop() {
      await runner.stop()
      await pool.end()
    },
  }
}
