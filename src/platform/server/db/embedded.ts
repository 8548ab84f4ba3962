import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import { type Address, withClient, clientConfig } from './connect.ts'
import pg from 'pg'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import { EmbeddedError, type Program, findPostgres, initdb, launch } from './postgres-program.ts'

/** The folder of the cluster in the folder of the embedded server. */
const CLUSTER = 'cluster'
const DATABASE = 'lotto'

/** A running server. */
interface Running {
  pid: number
  socketDir: string
}

const pidFileOf = (cluster: string) => join(cluster, 'postmaster.pid')

/** Reads postmaster.pid: line 1 is the process id, line 5 the socket folder. */
function readPidFile(file: string): Running {
  const lines = readFileSync(file, 'utf8').split('\n')
  return { pid: Number(lines[0]), socketDir: lines[4]?.trim() ?? '' }
}

/** The server of a folder; null unless it answers. */
async function findRunning(folder: string): Promise<Running | null> {
  const deadline = performance.now() + SERVER_LIMITS.embeddedMs
  const file = pidFileOf(join(folder, CLUSTER))
  while (existsSync(file)) {
    const running = readPidFile(file)
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

/** Whether a process runs. A zombie, which some containers never reap, exists and has ended. */
function isRunning(pid: number): boolean {
  if (!exists(pid)) return false
  try {
    // proc(5): the state follows the name, which is in brackets and may have brackets of its own.
    return !/\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return exists(pid)
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
  // The server may stop between the connection and its end. Without a listener the event would end this process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Fast shutdown: sessions end, all data is written, and the next start needs no recovery. */
async function stopServer(running: Running): Promise<void> {
  if (isAlive(running)) process.kill(running.pid, 'SIGINT')
  const deadline = performance.now() + SERVER_LIMITS.embeddedMs
  while (isAlive(running) && performance.now() < deadline) await sleep(20)
  rmSync(running.socketDir, { recursive: true, force: true })
}

/** The running Postgres of a demo, of development or of tests. */
export interface Embedded {
  address: Address
  stop(): Promise<void>
}

/** Names the process that started Postgres. */
const OWNER_FILE = 'owner.pid'

/**
 * Starts the embedded server. One that a killed process left running is stopped first. If it dies before stop(), the log
 * says so, and nothing restarts it.
 * @param onLaunch called when its process has begun
 * @throws EmbeddedError when another process uses the server, or when another major version made the folder
 */
export async function startEmbedded(dataDir: string, log: Log, onLaunch?: () => void): Promise<Embedded> {
  const program = await findPostgres()
  const folder = join(dataDir, 'postgres')
  mkdirSync(folder, { recursive: true })
  checkVersion(folder, program.major)
  if (!existsSync(join(folder, CLUSTER))) await initialise(program, folder)

  const left = await findRunning(folder)
  if (left && isOwned(folder))
    throw new EmbeddedError(
      `Another Lotto Forecast server or import is using ${dataDir}.\nStop it, or set DATA_DIR to another folder.`,
    )
  if (left) {
    log.info({ pid: left.pid }, 'stopping the database server of a dead process')
    await stopServer(left)
  }

  let isStopping = false
  const running = await startServer(program, folder, {
    onLaunch,
    onExit: () => {
      if (!isStopping) log.error('the database server has ended; start Lotto Forecast again')
    },
  })
  await createDatabase(running)
  return {
    address: { socketDir: running.socketDir, database: DATABASE },
    stop() {
      isStopping = true
      return stopServer(running)
    },
  }
}

/** The address of a running embedded server, for a second process such as an import; null if none runs. */
export async function findEmbedded(dataDir: string): Promise<Address | null> {
  const running = await findRunning(join(dataDir, 'postgres'))
  return running && { socketDir: running.socketDir, database: DATABASE }
}

/** Whether the process that started Postgres is alive. */
function isOwned(folder: string): boolean {
  const file = join(folder, OWNER_FILE)
  return existsSync(file) && isRunning(Number(readFileSync(file, 'utf8')))
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

interface Listeners {
  onLaunch: (() => void) | undefined
  onExit: () => void
}

/** Starts the server. It retries, because sessions of a just killed server may still hold its shared memory. */
async function startServer(program: Program, folder: string, listeners: Listeners): Promise<Running> {
  const deadline = performance.now() + SERVER_LIMITS.embeddedMs
  for (let tries = 0; tries < 5 && performance.now() < deadline; tries++) {
    if (tries > 0) await sleep(300)
    const { child, ...running } = launch(program, folder, CLUSTER)
    writeFileSync(join(folder, OWNER_FILE), String(process.pid))
    listeners.onLaunch?.()
    const ended = new AbortController()
    child.on('error', () => ended.abort()).on('exit', () => ended.abort())
    while (!ended.signal.aborted && performance.now() < deadline) {
      if (await acceptsConnections(running)) {
        child.on('exit', listeners.onExit)
        return running
      }
      await sleep(20)
    }
    rmSync(running.socketDir, { recursive: true, force: true })
  }
  throw new EmbeddedError(
    `Postgres did not start. Its messages are at the end of ${join(folder, 'server.log')}`,
  )
}

const createDatabase = ({ socketDir }: Running) =>
  withClient({ socketDir, database: 'postgres' }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  })
