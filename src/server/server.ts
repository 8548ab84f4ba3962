import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { createAuth } from './accounts/auth.ts'
import { createLimits } from './accounts/limits.ts'
import { createPaystack } from './billing/paystack/client.ts'
import { reportFullDisk } from './billing/alarms/report-full-disk.ts'
import { createWebhookInbox } from './billing/payments/webhook-inbox.ts'
import { createVisits } from './api/visits.ts'
import { createApp } from './app.ts'
import { createClock } from './db/clock.ts'
import type { Database, DatabaseSource } from './db/app-role.ts'
import { type Address, connect } from './db/connect.ts'
import { startEmbedded } from './db/embedded.ts'
import { canGrow, watchSpace } from './db/space.ts'
import { loadDrawsMemory } from './draws/memory.ts'
import { type Build, loadBuild } from './http/build.ts'
import { createListener, type Listener, refuseTakenPort } from './http/listener.ts'
import { movePictureFiles } from './images/move-files.ts'
import { prepareInstallation } from './installation.ts'
import { startJobs } from './jobs/run.ts'
import { createLog } from './base/log.ts'
import { createMetrics } from './metrics/metrics.ts'
import { externalDatabase, prepareDatabase } from './prepare-database.ts'
import type { Lifecycle, Services } from './api/services.ts'
import type { Settings } from './base/settings.ts'
import { startStandIns } from './stand-ins.ts'

export interface Running {
  /** Where it can be reached, with the port that was really taken. */
  url: string
  services: Services
  /** The database that it runs on. */
  database: Database
  /** Where the demo's stand-ins for other companies answer; null without them. */
  sandboxUrl: string | null
  /**
   * Fails readiness, works on for the settings' drain delay, closes the port, finishes the requests that run, then
   * releases everything.
   * @param options milliseconds for which idle connections stay open behind the closed port
   */
  stop(options?: { lingerMs?: number }): Promise<void>
}

export interface StartOptions {
  /** A database and the role that owns it, for tests; otherwise the settings say which. */
  address?: Address
  build?: Build
  /** Run timed work and the job queue. */
  jobs?: boolean
  /** Start stand-ins for what a demo's settings leave out. */
  standIns?: boolean
  /** Milliseconds between two looks at what changed, for tests in a hurry. */
  pollIntervalMs?: number
  /** Where log lines go instead of standard output. */
  logTo?: { write(line: string): void }
}

/** A client that keeps its connection usually sends its next request within this time, if it sends one. */
const LINGER_MS = 2000
/** A sign-up computes its slow hash inside its transaction: a crowd of them must not keep readers waiting. */
const IDENTITY_CONNECTIONS = 4

/**
 * Settings in, running server out. The port opens last: a balancer sends a refused connection to another server, while
 * an answer such as 503 reaches people.
 * @throws whatever keeps it from starting, with everything that was started stopped again
 */
export async function startServer(
  given: Settings,
  { address: known, build, jobs = true, standIns = true, logTo, pollIntervalMs }: StartOptions = {},
): Promise<Running> {
  const log = createLog(given.logLevel, logTo)
  const closing: (() => Promise<unknown>)[] = []
  const lifecycle: Lifecycle = { phase: 'serving' }
  const listener = createListener()
  const closeAll = async (lingerMs: number) => {
    await listener.closePort()
    lifecycle.phase = 'closing'
    await listener.drain(lingerMs)
    for (const close of closing.toReversed()) await close()
  }
  try {
    const own = given.port === 0 ? await onAnyPort(given, listener) : given
    if (given.port !== 0) await refuseTakenPort(given.port, given.host)

    // With a database from outside, as in tests, nothing is kept in the data directory.
    const stateDir = known ? undefined : join(own.dataDir, 'sandbox')
    const sandbox = standIns ? await startStandIns(own, stateDir) : null
    if (sandbox) closing.push(() => sandbox.stop())
    const settings = sandbox?.settings ?? own

    const { source, hasRoom } = known
      ? { source: { owner: known, app: null } }
      : await findDatabase(settings, log, closing)
    const database = await prepareDatabase(source, log)
    const address = database.app
    const connection = connect(address)
    closing.push(() => connection.close())
    const { db } = connection
    const clock = createClock({ production: settings.mode === 'production' })
    await prepareInstallation({ db, clock, settings, log })
    await movePictureFiles({ db, clock, log }, settings.dataDir)
    const space = watchSpace({
      log,
      hasRoom: hasRoom ?? (() => canGrow(db)),
      always: hasRoom !== undefined,
      onRoom: async (minutes) => reportFullDisk(db, await clock.now(db), minutes),
    })
    closing.push(async () => space.stop())
    const draws = await loadDrawsMemory({ address, db, log, pollIntervalMs })
    closing.push(() => draws.stop())
    const identity = connect(address, { max: IDENTITY_CONNECTIONS })
    closing.push(() => identity.close())
    const auth = createAuth({ db: identity.db, settings, log })
    await auth.warm()
    const limits = createLimits(connection.pool)
    const visits = createVisits(db, clock, space)
    const paystack = settings.paystack && createPaystack(settings.paystack)
    const inbox = createWebhookInbox(db)
    const pools = { main: connection.pool, identity: identity.pool }
    const metrics = settings.metricsToken === null ? null : createMetrics({ db, clock, log, pools, space })
    const ground = { settings, db, clock, log, metrics, lifecycle, space }
    const services: Services = { ...ground, auth, limits, visits, draws, paystack, inbox }
    if (jobs) {
      const runner = await startJobs(services, database)
      closing.push(() => runner.stop())
    }

    const app = createApp(services, build ?? (await loadBuild()))
    // Health checks of HTTP/1.0 send no Host; every other path refuses such a request.
    const handle = getRequestListener(app.fetch, { hostname: new URL(settings.appUrl).host })
    listener.serve((request, response) => void handle(request, response))
    if (given.port !== 0) await listener.open(given.port, given.host)

    let stopped: Promise<void> | undefined
    const stop = async (lingerMs: number) => {
      lifecycle.phase = 'leaving'
      await sleep(settings.drainDelayMs)
      await closeAll(lingerMs)
    }
    return {
      url: settings.appUrl,
      services,
      database,
      sandboxUrl: sandbox?.url ?? null,
      stop: ({ lingerMs = LINGER_MS } = {}) => (stopped ??= stop(lingerMs)),
    }
  } catch (error) {
    await closeAll(0).catch(() => undefined)
    throw error
  }
}

/** Port 0, as tests use it, opens at once: the addresses of everything else follow from the port, and nobody knows it. */
async function onAnyPort(given: Settings, listener: Listener): Promise<Settings> {
  const port = await listener.open(0, given.host)
  return { ...given, port, appUrl: given.appUrl.replace(/:0$/, `:${port}`) }
}

async function findDatabase(
  settings: Settings,
  log: Services['log'],
  closing: (() => Promise<unknown>)[],
): Promise<{ source: DatabaseSource; hasRoom?: () => Promise<boolean> }> {
  const outside = externalDatabase(settings)
  if (outside) return { source: outside }
  const embedded = await startEmbedded(settings.dataDir, log)
  closing.push(() => embedded.stop())
  return { source: { owner: embedded.address, app: null }, hasRoom: () => embedded.hasRoom() }
}
