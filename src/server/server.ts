import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createAuth } from './accounts/auth.ts'
import { createLimits } from './accounts/limits.ts'
import { createPaystack } from './billing/paystack.ts'
import { createWebhookInbox } from './billing/webhook-inbox.ts'
import { createVisits } from './http/visits.ts'
import { createApp } from './app.ts'
import { createClock } from './clock.ts'
import { type Address, connect } from './db/connect.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { rememberDraws } from './draws/memory.ts'
import { type Build, loadBuild } from './http/assets.ts'
import { movePictureFiles } from './images/move-files.ts'
import { prepareInstallation } from './installation.ts'
import { prepareJobs, startJobs } from './jobs/run.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics/metrics.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'
import { startStandIns } from './stand-ins.ts'

export interface Running {
  /** Where it can be reached, with the port that was really taken. */
  url: string
  services: Services
  /** Where the demo's stand-ins for other companies answer; null without them. */
  sandboxUrl: string | null
  /** Stops taking requests, finishes those that run, then lets go of everything. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** A database that is there already, for tests; otherwise the settings say which. */
  address?: Address
  build?: Build
  /** Run timed work and the job queue. */
  jobs?: boolean
  /** Start stand-ins for what a demo's settings leave out. */
  standIns?: boolean
  /** Milliseconds between two looks at what changed, for tests in a hurry. */
  pollEvery?: number
  /** Where log lines go instead of standard output. */
  logTo?: { write(line: string): void }
}

/** Requests that run longer than this at the stop are cut off. */
const DRAIN = 10_000
/** A sign-up computes its slow hash inside its transaction: a crowd of them must not keep readers waiting. */
const IDENTITY_CONNECTIONS = 4

/**
 * Settings in, running server out. Listens at once, so that port 0 can be told from, and answers 503 until it is ready.
 * @throws whatever keeps it from starting, with everything that was started stopped again
 */
export async function startServer(
  given: Settings,
  { address: known, build, jobs = true, standIns = true, logTo, pollEvery }: StartOptions = {},
): Promise<Running> {
  const log = createLog(given.logLevel, logTo)
  const closing: (() => Promise<unknown>)[] = []
  let letRequestsFinish = () => Promise.resolve()
  let closed: Promise<void> | undefined
  const closeAll = () =>
    (closed ??= (async () => {
      await letRequestsFinish()
      for (const close of closing.toReversed()) await close()
    })())
  try {
    const server = createServer(
      { headersTimeout: 15_000, requestTimeout: 30_000, maxHeaderSize: 16_384 },
      notReady,
    )
    const port = await listen(server, given)
    letRequestsFinish = () => drain(server)
    const own = given.port === 0 ? { ...given, port, appUrl: given.appUrl.replace(/:0$/, `:${port}`) } : given

    // Whoever brings a database of their own keeps nothing in our directory.
    const stateDir = known ? undefined : join(own.dataDir, 'sandbox')
    const sandbox = standIns ? await startStandIns(own, stateDir) : null
    if (sandbox) closing.push(() => sandbox.stop())
    const settings = sandbox?.settings ?? own

    const address = known ?? (await openDatabase(settings, log, closing))
    await migrate(address)
    await prepareJobs(address, log)
    const connection = connect(address)
    closing.push(() => connection.close())
    const { db } = connection
    const clock = createClock({ production: settings.mode === 'production' })
    await prepareInstallation({ db, clock, settings, log })
    await movePictureFiles({ db, clock, log }, settings.dataDir)
    const draws = await rememberDraws({ address, db, log, pollEvery })
    closing.push(() => draws.stop())
    const identity = connect(address, { max: IDENTITY_CONNECTIONS })
    closing.push(() => identity.close())
    const auth = createAuth({ db: identity.db, settings, log })
    await auth.warm()
    const limits = createLimits(connection.pool)
    const visits = createVisits(db, clock)
    const paystack = settings.paystack && createPaystack(settings.paystack)
    const inbox = createWebhookInbox(db)
    const pools = { main: connection.pool, identity: identity.pool }
    const metrics = settings.metricsToken === null ? null : createMetrics({ db, clock, log, pools })
    const ground = { settings, db, clock, log, metrics }
    const services: Services = { ...ground, auth, limits, visits, draws, paystack, inbox }
    if (jobs) {
      const runner = await startJobs(services, address)
      closing.push(() => runner.stop())
    }

    const app = createApp(services, build ?? (await loadBuild()))
    server.removeAllListeners('request')
    const listener = getRequestListener(app.fetch)
    server.on('request', (request, response) => void listener(request, response))
    return { url: settings.appUrl, services, sandboxUrl: sandbox?.url ?? null, stop: closeAll }
  } catch (error) {
    await closeAll().catch(() => undefined)
    throw error
  }
}

/** The process lives from its first moment, so that nobody restarts one that is still migrating. */
const notReady: Parameters<typeof createServer>[1] = (request, response) => {
  if (request.url === '/healthz')
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  else response.writeHead(503, { 'retry-after': '2', 'content-type': 'text/plain' }).end('Starting')
}

function listen(server: Server, { port, host }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** Takes no new connections, lets the running requests finish, then cuts what is left. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN)
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  await closed
  clearTimeout(cut)
  clearInterval(idle)
}

async function openDatabase(
  settings: Settings,
  log: Services['log'],
  closing: (() => Promise<unknown>)[],
): Promise<Address> {
  if (settings.databaseUrl) return { url: settings.databaseUrl }
  const embedded = await startEmbedded(settings.dataDir, log)
  closing.push(() => embedded.stop())
  return embedded.address
}
