import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVER_LIMITS } from '../../platform/rules/base/limits.ts'
import { createAnalytics } from '../../operation/server/analytics/analytics.ts'
import type { AnalyticsTimes } from '../../operation/rules/analytics/analytics.ts'
import { createAuth } from '../../people/server/better-auth/auth.ts'
import { createLimits } from '../../people/server/limits.ts'
import { startPrices } from '../../money/server/ledger/prices.ts'
import { startTalk } from '../../operation/server/talk/known.ts'
import { createPaystack } from '../../money/server/paystack/client.ts'
import { sampleTransactions } from '../../money/server/payments/samples.ts'
import { reportFullDisk } from '../../platform/server/alarms/alarms.ts'
import { periodsColumn } from '../../money/server/ledger/grant.ts'
import { pushChoices } from '../../reach/server/push/tables.ts'
import { openSubscriber } from '../../platform/server/changes/subscriber.ts'
import { createPriorities } from '../../platform/server/api/mount.ts'
import { createVisits } from '../../platform/server/api/visits.ts'
import { createClock } from '../../platform/server/db/clock.ts'
import type { Database } from '../../platform/server/db/app-role.ts'
import { type Address, clientConfig, connect } from '../../platform/server/db/connect.ts'
import { Reachability } from '../../platform/server/db/reachability.ts'
import { databaseHasRoom, watchSpace } from '../../platform/server/db/space.ts'
import { loadDrawsMemory } from '../../draws/server/memory.ts'
import { startRecordCopy } from '../../forecasts/server/ledger/record-copy.ts'
import { completeDatabase } from '../../forecasts/server/ledger/replay-copy.ts'
import { createLedgerMemory } from '../../forecasts/server/ledger/memory.ts'
import { createStamps } from '../../forecasts/server/stamps/stamps.ts'
import { createAdmission } from '../../platform/server/http/admission.ts'
import { type Build, loadBuild } from '../../platform/server/http/build.ts'
import { idOfBuild } from '../../platform/server/api/static-files.ts'
import { createListener, type Listener } from '../../platform/server/http/listener.ts'
import { type Live, startLive } from '../../draws/server/live/live.ts'
import { prepareInstallation, prepareDatabase } from './installation.ts'
import { watchHistory } from '../../operation/server/restores/history.ts'
import { startJobs } from './jobs/run.ts'
import { createLog } from '../../platform/server/base/log.ts'
import { createVapid } from '../../reach/server/push/send.ts'
import { createMetrics, reportRefusals } from '../../operation/server/metrics/metrics.ts'
import { api } from './routes.ts'
import { type OpenDatabase, openDatabase } from './open-database.ts'
import type { Lifecycle, Services } from '../../platform/server/api/services.ts'
import type { Settings } from '../../platform/server/base/settings.ts'
import { serve } from './app.ts'
import { setParts } from './parts.ts'
import { startStandIns } from './stand-ins.ts'
import { createRecordMemory } from '../../forecasts/server/record/record-memory.ts'
import { Documents } from '../../platform/server/worker/documents.ts'
import { createTaskWorker } from '../../platform/server/worker/worker.ts'

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
  /** The program of the worker thread instead of the one beside the server's. */
  threadProgram?: URL
  /** Receives the log lines instead of standard output. */
  logTo?: { write(line: string): void }
}

/** Keeps what a stop, or a start that fails, has to close. The last is closed first. */
type OnStop = (close: () => unknown) => void

interface Starting {
  options: StartOptions
  log: Services['log']
  lifecycle: Lifecycle
  building: Promise<Build>
  /** Set once the live streams run. A stop ends them before it closes the port. */
  live: Live | null
  onStop: OnStop
}

/**
 * Starts a server. The port opens last: a balancer sends a refused connection to another server, while an answer such as
 * 503 would reach people.
 * @throws the error that prevents the start, after stopping everything that was started
 */
export async function startServer(given: Settings, options: StartOptions = {}): Promise<Running> {
  setParts()
  const log = createLog(given.logLevel, options.logTo)
  const closing: (() => unknown)[] = []
  const lifecycle: Lifecycle = { phase: 'serving' }
  const listener = createListener()
  // Everything that does not need the database is made while it starts.
  const building = options.build ? Promise.resolve(options.build) : loadBuild()
  building.catch(() => undefined)
  const onStop: OnStop = (close) => closing.push(close)
  const starting: Starting = { options, log, lifecycle, building, live: null, onStop }
  const closeAll = async (lingerMs: number) => {
    // An open stream would hold up the stop. While the server leaves, it opens no new one.
    starting.live?.stop()
    await listener.closePort()
    lifecycle.phase = 'closing'
    await listener.drain(lingerMs)
    for (const close of closing.toReversed()) await close()
  }
  try {
    const own = given.port === 0 ? await listenOnAnyPort(given, listener) : given
    const installation = await openInstallation(own, starting)
    const { settings, database } = installation
    const services = await createServices(installation, starting)
    if (options.jobs ?? true) {
      const runner = await startJobs(services, database)
      closing.push(() => runner.stop())
    }
    await serve(services, await building, listener)
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
      sandboxUrl: installation.sandboxUrl,
      stop: ({ lingerMs = SERVER_LIMITS.lingerMs } = {}) => (stopped ??= stop(lingerMs)),
    }
  } catch (error) {
    await closeAll(0).catch(() => undefined)
    throw error
  }
}

/** Opens and prepares the database, and starts the stand-ins of a demo. */
async function openInstallation(own: Settings, { options, log, onStop }: Starting) {
  const { address: known, standIns = true, longestWaitMs } = options
  const opening = known ? givenDatabase(known) : (options.database ?? openDatabase(own, log))
  onStop(async () => (await opening.catch(() => null))?.stop())
  const preparing = opening.then(async ({ source }) => {
    const prepared = await prepareDatabase(source, log)
    if (own.recordCopy !== null) await completeDatabase(source.owner, own.recordCopy)
    return prepared
  })
  preparing.catch(() => undefined)
  // Tests pass a database and keep nothing in the data directory.
  const stateDir = known ? undefined : join(own.dataDir, 'sandbox')
  const sandbox = standIns ? await startStandIns(own, stateDir) : null
  if (sandbox) onStop(() => sandbox.stop())
  const settings = sandbox?.settings ?? own

  const database = await preparing
  const reachability = new Reachability(clientConfig(database.app), log)
  onStop(() => reachability.stop())
  const open = (more: { max?: number } = {}) => {
    const connection = connect(database.app, { longestWaitMs, reachability, ...more })
    onStop(() => connection.close())
    return connection
  }
  const main = open()
  const { db } = main
  const clock = createClock({ production: settings.mode === 'production' })
  const addPayments = sandbox?.addPayments ?? null
  await prepareInstallation({ db, clock, settings, log, samplePayments: addPayments !== null })
  addPayments?.(await sampleTransactions(db))
  return { settings, sandboxUrl: sandbox?.url ?? null, database, main, open, clock }
}

/** Loads what the server keeps in memory, and makes everything that requests and jobs use. */
async function createServices(
  { settings, database, main, open, clock }: Awaited<ReturnType<typeof openInstallation>>,
  starting: Starting,
): Promise<Services> {
  const { options, log, lifecycle, onStop } = starting
  const { pollIntervalMs = SERVER_LIMITS.changesPollMs, recheckMs, longestWaitMs, analyticsTimes } = options
  const { db } = main
  const space = watchSpace({
    log,
    hasRoom: () => databaseHasRoom(db),
    onRoom: async (minutes) => reportFullDisk(db, await clock.now(db), minutes),
  })
  onStop(() => space.stop())
  const subscriber = await openSubscriber(database.app, log)
  onStop(() => subscriber.stop())
  const urgent = open({ max: SERVER_LIMITS.urgentConnections })
  const history = watchHistory({ db: urgent.db, clock, log })
  await history.checkPlace(0)
  const following = { subscriber, db: urgent.db, log, pollIntervalMs, ...history }
  const loading = loadDrawsMemory({ ...following, loadingDb: db })
  onStop(async () => (await loading.catch(() => null))?.stop())
  const identity = open({ max: SERVER_LIMITS.identityConnections })
  const auth = createAuth({ db: identity.db, settings, log })
  const [draws] = await Promise.all([loading, auth.warm()])
  const worker = createTaskWorker({
    snapshot: () => draws.current(),
    log,
    ...(options.threadProgram && { program: options.threadProgram }),
  })
  onStop(() => worker.stop())
  const ledger = createLedgerMemory({ db, draws, log })
  const recordCopy = startRecordCopy({ db, clock, draws, log, file: settings.recordCopy })
  onStop(() => recordCopy.stop())
  const stamps = createStamps({ db, clock, draws, ledger, log, settings, recordCopy })
  const visits = createVisits(urgent.db, clock, space, { periodsColumn, pushChoices })
  const live = await startLive({ db, log, subscriber, draws, visits, recheckMs })
  starting.live = live
  const pools = { main: main.pool, identity: identity.pool, urgent: urgent.pool }
  for (const pool of Object.values(pools)) pool.on('connect', () => draws.doubt())
  draws.doubt()
  const build = await starting.building
  const release = { version: build.version, build: idOfBuild(build) }
  const liveStreams = () => live.streams.size
  const metrics =
    settings.metricsToken === null
      ? null
      : createMetrics({ db, clock, log, pools, space, liveStreams, release })
  const admission = createAdmission({
    priorityOf: createPriorities(api),
    onRefused: reportRefusals(log, metrics),
    longestWaitMs,
  })
  const analytics =
    settings.analytics && createAnalytics({ settings, db, log }, settings.analytics, analyticsTimes)
  onStop(() => analytics?.stop())
  const talk = await startTalk(db, settings, () => clock.now(db))
  return {
    settings,
    db,
    urgentDb: urgent.db,
    admission,
    clock,
    log,
    metrics,
    lifecycle,
    space,
    pools,
    release,
    analytics,
    auth,
    visits,
    draws,
    ledger,
    stamps,
    recordCopy,
    live,
    worker,
    documents: new Documents(),
    prices: await startPrices(db),
    talk,
    businessName: (at) => talk.at(at).business.name,
    limits: createLimits(main.pool, (limit) => metrics?.limitHit(limit)),
    record: createRecordMemory({ db, ledger, draws, worker }),
    paystack: settings.paystack && createPaystack(settings.paystack),
    push: settings.vapid && createVapid(settings.vapid),
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
