import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { createAnalytics } from './analytics/analytics.ts'
import type { AnalyticsTimes } from '../domain/analytics/analytics.ts'
import { createAuth } from './accounts/better-auth/auth.ts'
import { createLimits } from './accounts/limits.ts'
import { createPaystack } from './billing/paystack/client.ts'
import { sampleTransactions } from './billing/payments/samples.ts'
import { reportFullDisk } from './alarms/report-full-disk.ts'
import { createWebhookInbox } from './billing/payments/webhook-inbox.ts'
import { openSubscriber } from './changes/subscriber.ts'
import { createPriorities } from './api/priority.ts'
import { createVisits } from './api/visits.ts'
import { createApp } from './app.ts'
import { createClock } from './db/clock.ts'
import type { Database } from './db/app-role.ts'
import { type Address, clientConfig, connect } from './db/connect.ts'
import { Reachability } from './db/reachability.ts'
import { databaseHasRoom, watchSpace } from './db/space.ts'
import { loadDrawsMemory } from './draws/memory.ts'
import { startLedgerCopies } from './ledger/copy-entries.ts'
import { createLedgerMemory } from './ledger/memory.ts'
import { createAdmission } from './http/admission.ts'
import { dataHeaders } from './http/security.ts'
import { type Build, loadBuild } from './http/build.ts'
import { idOfBuild } from './api/static-files.ts'
import { createListener, type Listener } from './http/listener.ts'
import { type Live, startLive } from './live/live.ts'
import { drawAhead } from './share/draw-ahead.ts'
import { movePictureFiles } from './images/move-files.ts'
import { prepareInstallation } from './installation.ts'
import { watchHistory } from './restores/history.ts'
import { startJobs } from './jobs/run.ts'
import { createLog } from './base/log.ts'
import { createVapid } from './push/vapid.ts'
import { createMetrics } from './metrics/metrics.ts'
import { reportRefusals } from './metrics/report-refusals.ts'
import { api } from './routes.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import { prepareDatabase } from './prepare-database.ts'
import type { Lifecycle, Services } from './api/services.ts'
import type { Settings } from './base/settings.ts'
import { startStandIns } from './stand-ins.ts'
import { createRecordMemory } from './record/record-memory.ts'
import { createTaskWorker } from './worker/worker.ts'

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
  /** The database of the settings, if it was opened already. It is stopped with the server. */
  database?: Promise<OpenDatabase>
  build?: Build
  /** Whether to run the job queue. */
  jobs?: boolean
  /** Whether to start stand-ins for the companies that the settings of a demo leave out. */
  standIns?: boolean
  /** Milliseconds between two polls of the change log. */
  pollIntervalMs?: number
  /** Milliseconds between two checks of the sessions of live streams. */
  recheckMs?: number
  /**
   * Milliseconds until a request that waits for its turn, or for a connection to the database, is refused. By default half
   * a second and a second.
   */
  longestWaitMs?: number
  /** When the web config of analytics is fetched, and when events are sent. */
  analyticsTimes?: AnalyticsTimes
  /** Receives the log lines instead of standard output. */
  logTo?: { write(line: string): void }
}

/** A client with a kept-alive connection usually sends its next request within this time. */
const LINGER_MS = 2000
/** A notification of the database may be lost. */
const POLL_INTERVAL_MS = 5000
/** Sign-ups hash passwords inside their transaction. Their own small pool keeps many of them from blocking readers. */
const IDENTITY_CONNECTIONS = 4
/** Session lookups are short, so a few connections carry thousands a second. */
const URGENT_CONNECTIONS = 4

/**
 * Starts a server. The port opens last: a balancer sends a refused connection to another server, while an answer such as
 * 503 would reach people.
 * @throws the error that prevents the start, after stopping everything that was started
 */
export async function startServer(
  given: Settings,
  {
    address: known,
    database: opened,
    build,
    jobs = true,
    standIns = true,
    logTo,
    pollIntervalMs = POLL_INTERVAL_MS,
    recheckMs,
    longestWaitMs,
    analyticsTimes,
  }: StartOptions = {},
): Promise<Running> {
  const log = createLog(given.logLevel, logTo)
  const closing: (() => Promise<unknown>)[] = []
  const lifecycle: Lifecycle = { phase: 'serving' }
  const listener = createListener()
  let live: Live | null = null
  const closeAll = async (lingerMs: number) => {
    // An open stream would hold up the stop. While the server leaves, it opens no new one.
    live?.stop()
    await listener.closePort()
    lifecycle.phase = 'closing'
    await listener.drain(lingerMs)
    for (const close of closing.toReversed()) await close()
  }
  try {
    const own = given.port === 0 ? await listenOnAnyPort(given, listener) : given

    const opening = known ? givenDatabase(known) : (opened ?? openDatabase(own, log))
    closing.push(async () => (await opening.catch(() => null))?.stop())
    const preparing = opening.then(({ source }) => prepareDatabase(source, log))
    preparing.catch(() => undefined)
    // Everything that does not need the database is made while it starts.
    const building = build ? Promise.resolve(build) : loadBuild()
    building.catch(() => undefined)
    // Tests pass a database and keep nothing in the data directory.
    const stateDir = known ? undefined : join(own.dataDir, 'sandbox')
    const sandbox = standIns ? await startStandIns(own, stateDir) : null
    if (sandbox) closing.push(() => sandbox.stop())
    const settings = sandbox?.settings ?? own

    const database = await preparing
    const address = database.app
    const reachability = new Reachability(clientConfig(address), log)
    closing.push(async () => reachability.stop())
    const pooling = { longestWaitMs, reachability }
    const connection = connect(address, pooling)
    closing.push(() => connection.close())
    const { db } = connection
    const clock = createClock({ production: settings.mode === 'production' })
    const addPayments = sandbox?.addPayments ?? null
    await prepareInstallation({ db, clock, settings, log, samplePayments: addPayments !== null })
    addPayments?.(await sampleTransactions(db))
    await movePictureFiles({ db, clock, log }, settings.dataDir)
    const space = watchSpace({
      log,
      hasRoom: () => databaseHasRoom(db),
      onRoom: async (minutes) => reportFullDisk(db, await clock.now(db), minutes),
    })
    closing.push(async () => space.stop())
    const subscriber = await openSubscriber(address, log)
    closing.push(() => subscriber.stop())
    const urgent = connect(address, { ...pooling, max: URGENT_CONNECTIONS })
    closing.push(() => urgent.close())
    const history = watchHistory({ db: urgent.db, clock, log })
    await history.checkPlace(0)
    const following = { subscriber, db: urgent.db, log, pollIntervalMs, ...history }
    const loading = loadDrawsMemory({ ...following, loadingDb: db })
    closing.push(async () => (await loading.catch(() => null))?.stop())
    const identity = connect(address, { ...pooling, max: IDENTITY_CONNECTIONS, prepares: true })
    closing.push(() => identity.close())
    const auth = createAuth({ db: identity.db, settings, log })
    const [draws] = await Promise.all([loading, auth.warm()])
    const worker = createTaskWorker({ snapshot: () => draws.current(), log })
    closing.push(() => worker.stop())
    const ledger = createLedgerMemory({ db, clock, draws, log })
    if (settings.ledgerCopyDir) {
      const copies = await startLedgerCopies({ db, draws, log, folder: settings.ledgerCopyDir })
      closing.push(() => copies.stop())
    }
    const record = createRecordMemory({ db, ledger, draws, worker })
    const visits = createVisits(urgent.db, clock, space)
    live = await startLive({ db, log, subscriber, draws, visits, recheckMs })
    const { streams } = live
    const paystack = settings.paystack && createPaystack(settings.paystack)
    const inbox = createWebhookInbox(urgent.db)
    const pools = { main: connection.pool, identity: identity.pool, urgent: urgent.pool }
    for (const pool of Object.values(pools)) pool.on('connect', () => draws.doubt())
    draws.doubt()
    const ownBuild = await building
    const release = { version: ownBuild.version, build: idOfBuild(ownBuild) }
    const metrics =
      settings.metricsToken === null
        ? null
        : createMetrics({
            db,
            clock,
            log,
            pools,
            space,
            liveStreams: () => streams.size,
            release,
          })
    const limits = createLimits(connection.pool, (limit) => metrics?.limitHit(limit))
    const admission = createAdmission({
      priorityOf: createPriorities(api),
      onRefused: reportRefusals(log, metrics),
      longestWaitMs,
    })
    const base = { settings, db, urgentDb: urgent.db, admission, clock, log, metrics, lifecycle, space }
    const analytics =
      settings.analytics && createAnalytics({ settings, db, log }, settings.analytics, analyticsTimes)
    closing.push(async () => analytics?.stop())
    const services: Services = {
      ...base,
      pools,
      release,
      analytics,
      auth,
      limits,
      visits,
      draws,
      ledger,
      record,
      live,
      worker,
      paystack,
      inbox,
      push: settings.vapid && createVapid(settings.vapid),
    }
    drawAhead(services)
    if (jobs) {
      const runner = await startJobs(services, database)
      closing.push(() => runner.stop())
    }

    const app = createApp(services, ownBuild)
    // Health checks by HTTP/1.0 send no Host header; every other path refuses such a request.
    const respond = async (request: Request, env: HttpBindings) => {
      try {
        return await app.fetch(request, env)
      } finally {
        admission.leave(env.incoming)
      }
    }
    const handle = getRequestListener(respond as typeof app.fetch, {
      hostname: new URL(settings.appUrl).host,
    })
    const security = await dataHeaders(settings)
    listener.serve((request, answer) => {
      answer.security = security
      admission.handle(request, answer, () => void handle(request, answer))
    })
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

const givenDatabase = async (owner: Address): Promise<OpenDatabase> => ({
  source: { owner, app: null },
  stop: () => Promise.resolve(),
})
