import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../base/log.ts'
import { type Address, clientConfig } from './connect.ts'
import { Reserve } from './reserve.ts'
import { EmbeddedError, findPostgres, initdb, launch, type Program } from './embedded-process.ts'

/** A running embedded Postgres server and its owner lock. */
export interface Embedded {
  address: Address
  /** Whether the server was already running without an owner. */
  adopted: boolean
  /** Whether the disk has room for writes. If not, releases the space that is reserved for Postgres. */
  hasRoom(): Promise<boolean>
  stop(): Promise<void>
}

const DATABASE = 'lotto'
const CLUSTER = 'cluster'
/** The owning process holds this lock in a session, so Postgres releases it when the process dies. */
const OWNER_LOCK = 749_301_001
/** Longest wait for Postgres to start, to answer or to stop. */
const STATE_TIMEOUT_MS = 30_000
const RESTART_DELAY_MS = 1000
const OTHER_OWNER = 'Another process owns the database server now.'

interface Running {
  pid: number
  socketDir: string
}

/**
 * Starts the embedded server, or adopts a running one whose owner died (kill -9 leaves it running). A server that dies
 * before stop() is restarted with the same socket, so that clients reconnect.
 * @throws EmbeddedError when another process owns the server, or when another major version made the folder
 */
export async function startEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  const program = await findPostgres()
  const folder = join(dataDir, 'postgres')
  mkdirSync(folder, { recursive: true })
  checkVersion(folder, program.major)
  if (!existsSync(join(folder, CLUSTER))) await initialise(program, folder)

  const reserve = new Reserve(folder)
  await reserve.hasRoom()
  const existing = await findRunning(folder)
  const running = existing ?? (await startServer(program, folder))
  const owner = await acquireOwnerLock(running)
  if (!owner) {
    throw new EmbeddedError(
      `Another Lotto Forecast server or import is using ${dataDir}.\nStop it, or set DATA_DIR to another folder.`,
    )
  }
  if (existing) log.info({ pid: existing.pid }, 'adopted the database server of a dead process')
  return {
    address: { socketDir: running.socketDir, database: DATABASE },
    adopted: existing !== null,
    hasRoom: () => reserve.hasRoom(),
    stop: supervise({ program, folder, log }, running, owner),
  }
}

/**
 * Restarts the server when it dies. The owner's session ends unexpectedly when the server dies or resets all sessions, as
 * Postgres does after one of its processes is killed.
 * @returns the function that stops the server
 */
function supervise(
  { program, folder, log }: { program: Program; folder: string; log: Log },
  started: Running,
  owner: pg.Client,
): () => Promise<void> {
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
      running = found ?? (await startServer(program, folder, started.socketDir))
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
      `Export the data with the earlier release (pg_dump), move the folder away, start again and import the dump,\n` +
      `or run your own Postgres server and set DATABASE_URL.`,
  )
}

/** Creates the cluster under another name and renames it, so that an aborted start leaves no partial cluster. */
async function initialise(program: Program, folder: string): Promise<void> {
  const draft = `new-${randomUUID()}`
  await initdb(program, folder, draft)
  renameSync(join(folder, draft), join(folder, CLUSTER))
}

/** Reads postmaster.pid: line 1 is the process id, line 5 the socket folder. Returns null unless that server answers. */
async function findRunning(folder: string): Promise<Running | null> {
  const deadline = performance.now() + STATE_TIMEOUT_MS
  const file = join(folder, CLUSTER, 'postmaster.pid')
  while (existsSync(file)) {
    const lines = readFileSync(file, 'utf8').split('\n')
    const running = { pid: Number(lines[0]), socketDir: lines[4]?.trim() ?? '' }
    if (running.pid > 0 && !isAlive(running)) {
      replaceReusedPid(file, running.pid)
      return null
    }
    if (running.socketDir && (await acceptsConnections(running))) return running
    // The server is starting or stopping.
    if (performance.now() > deadline)
      throw new EmbeddedError(`Postgres process ${running.pid} does not answer.`)
    await sleep(100)
  }
  return null
}

/** Larger than every process id: Linux stops at 2^22, macOS below 100,000. */
const UNUSED_PID = 2 ** 22 + 1

/**
 * Replaces the process id in the file of a dead server if a process has that id: the dead one before it is reaped (some
 * containers never reap), or another one after a container's restart. Postgres would refuse to start. The rest of the
 * file stays, because Postgres uses it to check that no session of the dead server still writes.
 */
function replaceReusedPid(file: string, pid: number): void {
  if (exists(pid)) writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(UNUSED_PID)))
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process exists and is the embedded server. A zombie has an empty command line. */
function isAlive({ pid, socketDir }: Running): boolean {
  if (!exists(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(socketDir || 'postgres')
  } catch {
    return false
  }
}

async function acceptsConnections({ socketDir }: Running): Promise<boolean> {
  const client = new pg.Client(clientConfig({ socketDir, database: 'postgres' }))
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Starts the server. It retries, because sessions of a just killed server may still hold its shared memory. */
async function startServer(program: Program, folder: string, socketDir?: string): Promise<Running> {
  const deadline = performance.now() + STATE_TIMEOUT_MS
  for (let tries = 0; tries < 5 && performance.now() < deadline; tries++) {
    if (tries > 0) await sleep(300)
    const running = await tryStart(program, folder, deadline, socketDir)
    if (running) return running
  }
  throw new EmbeddedError(
    `Postgres did not start. Its messages are at the end of ${join(folder, 'server.log')}`,
  )
}

async function tryStart(
  program: Program,
  folder: string,
  deadline: number,
  reused?: string,
): Promise<Running | null> {
  const { pid, socketDir, exited } = launch(program, folder, CLUSTER, reused)
  const running = { pid, socketDir }
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
  await ensureDatabase(running)
  const client = new pg.Client(clientConfig({ socketDir: running.socketDir, database: DATABASE }))
  client.on('error', () => undefined)
  await client.connect()
  for (let tries = 0; tries < 30; tries++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [OWNER_LOCK])
    if (rows[0].locked) return client
    await sleep(100)
  }
  await client.end()
  return null
}

async function ensureDatabase({ socketDir }: Running): Promise<void> {
  const client = new pg.Client(clientConfig({ socketDir, database: 'postgres' }))
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  await client.end()
}

/** Fast shutdown: sessions end, all data is written, and the next start needs no recovery. */
async function stopServer(running: Running): Promise<void> {
  if (isAlive(running)) process.kill(running.pid, 'SIGINT')
  const deadline = performance.now() + STATE_TIMEOUT_MS
  while (isAlive(running) && performance.now() < deadline) await sleep(20)
  rmSync(running.socketDir, { recursive: true, force: true })
}
