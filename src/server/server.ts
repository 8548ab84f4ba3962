import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { createAuth } from './accounts/better-auth/auth.ts'
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
import { databaseHasRoom, watchSpace } from './db/space.ts'
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
  /** Its address, with the actual port. */
  url: string
  services: Services
  database: Database
  /** Address of the demo's stand-ins for other companies; null without them. */
  sandboxUrl: string | null
  /**
   * Fails readiness, keeps answering for the drain delay of the settings, closes the port, finishes the running requests,
   * and releases everything.
   * @param options milliseconds for which idle connections stay open after the port is closed
   */
  stop(options?: { lingerMs?: number }): Promise<void>
}

export interface StartOptions {
  /** A database, by the role that owns it, instead of the one of the settings; for tests. */
  address?: Address
  build?: Build
  /** Whether to run the job queue. */
  jobs?: boolean
  /** Whether to start stand-ins for the companies that the settings of a demo leave out. */
  standIns?: boolean
  /** Milliseconds between two polls of the change log. */
  pollIntervalMs?: number
  /** Receives the log lines instead of standard output. */
  logTo?: { write(line: string): void }
}

/** A client with a kept-alive connection usually sends its next request within this time. */
const LINGER_MS = 2000
/** Sign-ups hash passwords inside their transaction. Their own small pool keeps many of them from blocking readers. */
const IDENTITY_CONNECTIONS = 4

/**
 * Starts a server. The port opens last: a balancer sends a refused connection to another server, while an answer such as
 * 503 would reach people.
 * @throws the error that prevents the start, after stopping everything that was started
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
    const own = given.port === 0 ? await listenOnAnyPort(given, listener) : given
    if (given.port !== 0) await refuseTakenPort(given.port, given.host)

    // Tests pass a database and keep nothing in the data directory.
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
      hasRoom: hasRoom ?? (() => databaseHasRoom(db)),
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
    const base = { settings, db, clock, log, metrics, lifecycle, space }
    const services: Services = { ...base, auth, limits, visits, draws, paystack, inbox }
    if (jobs) {
      const runner = await startJobs(services, database)
      closing.push(() => runner.stop())
    }

    const app = createApp(services, build ?? (await loadBuild()))
    // Health checks by HTTP/1.0 send no Host header; every other path refuses such a request.
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

/** Tests use port 0. It opens at once, because every other address depends on the actual port. */
async function listenOnAnyPort(given: Settings, listener: Listener): Promise<Settings> {
  const port = await listener.open(0, given.host)
  return { ...given, port, appUrl: given.appUrl.replace(/:0$/, `:${port}`) }
}

async function findDatabase(
  settings: Settings,
  log: Services['log'],
  closing: (() => Promise<unknown>)[],
): Promise<{ source: DatabaseSource; hasRoom?: () => Promise<boolean> }> {
  const external = externalDatabase(settings)
  if (external) return { source: external }
  const embedded = await startEmbedded(settings.dataDir, log)
  closing.push(() => embedded.stop())
  return { source: { owner: embedded.address, app: null }, hasRoom: () => embedded.hasRoom() }
}
