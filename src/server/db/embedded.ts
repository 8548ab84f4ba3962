import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../base/log.ts'
import { type Address, clientConfig } from './connect.ts'
import { Reserve } from './reserve.ts'
import { EmbeddedError, findPostgres, initdb, launch, type Program } from './embedded-process.ts'
import {
  acceptsConnections,
  CLUSTER,
  DATABASE,
  findRunning,
  type Running,
  STATE_TIMEOUT_MS,
  stopServer,
} from './embedded-running.ts'
import { withClient } from './with-client.ts'

/** A running embedded Postgres server and its owner lock. */
export interface Embedded {
  address: Address
  /** Whether the server was already running without an owner. */
  adopted: boolean
  /** Whether the disk has room for writes. If not, releases the space that is reserved for Postgres. */
  hasRoom(): Promise<boolean>
  stop(): Promise<void>
}

/** The owning process holds this lock in a session, so Postgres releases it when the process dies. */
const OWNER_LOCK = 749_301_001
/** Postgres' code for a database that does not exist. */
const NO_DATABASE = '3D000'
const RESTART_DELAY_MS = 1000
const OTHER_OWNER = 'Another process owns the database server now.'

/** What a start of the server needs. */
interface Installed {
  program: Program
  folder: string
  /** Called when the process of the server has begun, unless it ran before. */
  onLaunch?: (() => void) | undefined
}

/**
 * Starts the embedded server, or adopts a running one whose owner died (kill -9 leaves it running). A server that dies
 * before stop() is restarted with the same socket, so that clients reconnect.
 * @param onLaunch called when its process has begun, unless it ran before
 * @throws EmbeddedError when another process owns the server, or when another major version made the folder
 */
export async function startEmbedded(dataDir: string, log: Log, onLaunch?: () => void): Promise<Embedded> {
  const program = await findPostgres()
  const folder = join(dataDir, 'postgres')
  mkdirSync(folder, { recursive: true })
  checkVersion(folder, program.major)
  if (!existsSync(join(folder, CLUSTER))) await initialise(program, folder)

  const installed = { program, folder, onLaunch }
  const reserve = new Reserve(folder)
  await reserve.hasRoom()
  const existing = await findRunning(folder)
  const running = existing ?? (await startServer(installed))
  const owner = await acquireOwnerLock(running)
  if (!owner) {
    throw new EmbeddedError(
      `Another Lotto Forecast server or import is using ${dataDir}.\nStop it, or set DATA_DIR to another folder.`,
    )
  }
  if (existing) log.info({ pid: existing.pid }, 'adopted the database server of a dead process')
  return {
    address: { socketDir: running.socketDir, database: DATABASE },
    adopted: existing === running,
    hasRoom: () => reserve.hasRoom(),
    stop: supervise({ ...installed, log }, running, owner),
  }
}

/**
 * Restarts the server when it dies. The owner's session ends unexpectedly when the server dies or resets all sessions, as
 * Postgres does after one of its processes is killed.
 * @returns the function that stops the server
 */
function supervise(
  { log, ...installed }: Installed & { log: Log },
  started: Running,
  owner: pg.Client,
): () => Promise<void> {
  const { folder } = installed
  let [running, session] = [started, owner]
  let stopping = false
  let restarting = Promise.resolve()

  const watch = () =>
    session.once('end', () => {
      if (stopping) return
      log.warn('the database server died; restarting it')
      restarting = restart()
    })
  async function restart(): Promise<void> {
    if (stopping) return
    try {
      const found = await findRunning(folder)
      if (found && found.socketDir !== started.socketDir) throw new EmbeddedError(OTHER_OWNER)
      running = found ?? (await startServer(installed, started.socketDir))
      const lock = await acquireOwnerLock(running)
      if (!lock) throw new EmbeddedError(OTHER_OWNER)
      session = lock
      watch()
      log.info('the database server runs again')
    } catch (error) {
      log.error({ error }, 'the database server could not be restarted')
      await sleep(RESTART_DELAY_MS)
      return restart()
    }
  }

  watch()
  return async () => {
    stopping = true
    await restarting
    await session.end().catch(() => undefined)
    await stopServer(running)
  }
}

/** The address of a running embedded server, for a second process such as an import; null if none runs. */
export async function findEmbedded(dataDir: string): Promise<Address | null> {
  const running = await findRunning(join(dataDir, 'postgres'))
  return running && { socketDir: running.socketDir, database: DATABASE }
}

function checkVersion(folder: string, major: string): void {
  const file = join(folder, CLUSTER, 'PG_VERSION')
  if (!existsSync(file)) return
  const found = readFileSync(file, 'utf8').trim()
  if (found === major) return
  throw new EmbeddedError(
    `Postgres ${found} created ${folder}; this release includes Postgres ${major}.\n` +
      `Move the folder away: the demo then starts with new data. Or start the earlier release.`,
  )
}

/** Creates the cluster under another name and renames it, so that an aborted start leaves no partial cluster. */
async function initialise(program: Program, folder: string): Promise<void> {
  const draft = `new-${randomUUID()}`
  await initdb(program, folder, draft)
  renameSync(join(folder, draft), join(folder, CLUSTER))
}

/** Starts the server. It retries, because sessions of a just killed server may still hold its shared memory. */
async function startServer(installed: Installed, socketDir?: string): Promise<Running> {
  const deadline = performance.now() + STATE_TIMEOUT_MS
  for (let tries = 0; tries < 5 && performance.now() < deadline; tries++) {
    if (tries > 0) await sleep(300)
    const running = await tryStart(installed, deadline, socketDir)
    if (running) return running
  }
  throw new EmbeddedError(
    `Postgres did not start. Its messages are at the end of ${join(installed.folder, 'server.log')}`,
  )
}

async function tryStart(
  { program, folder, onLaunch }: Installed,
  deadline: number,
  reused?: string,
): Promise<Running | null> {
  const { pid, socketDir, exited } = launch(program, folder, CLUSTER, reused)
  const running = { pid, socketDir }
  onLaunch?.()
  while (!(await acceptsConnections(running))) {
    if (exited.value || performance.now() > deadline) {
      rmSync(socketDir, { recursive: true, force: true })
      return null
    }
    await sleep(20)
  }
  return running
}

/** Takes the owner lock. It retries, because a just killed process may hold it for a moment. */
async function acquireOwnerLock(running: Running): Promise<pg.Client | null> {
  const client = await connectAsOwner(running).catch(async (error: unknown) => {
    if ((error as { code?: string }).code !== NO_DATABASE) throw error
    await createDatabase(running)
    return connectAsOwner(running)
  })
  for (let tries = 0; tries < 30; tries++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [OWNER_LOCK])
    if (rows[0].locked) return client
    await sleep(100)
  }
  await client.end()
  return null
}

async function connectAsOwner({ socketDir }: Running): Promise<pg.Client> {
  const config = clientConfig({ socketDir, database: DATABASE })
  // Another name: after-restore looks for the sessions of running servers by theirs.
  const client = new pg.Client({ ...config, application_name: 'lotto-forecast owner' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const createDatabase = ({ socketDir }: Running) =>
  withClient({ socketDir, database: 'postgres' }, (client) => client.query(`create database ${DATABASE}`))
