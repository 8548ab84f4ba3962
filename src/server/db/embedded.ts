import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../base/log.ts'
import { type Address, clientConfig } from './connect.ts'
import { Reserve } from './reserve.ts'
import { EmbeddedError, findPostgres, initdb, launch, type Program } from './embedded-process.ts'

/** A Postgres server of our own in a folder of ours, reached by a socket that only we can open. */
export interface Embedded {
  address: Address
  /** True when a server that had outlived its owner was taken over. */
  adopted: boolean
  /** Whether the disk has room for writes; releases the space that is reserved for Postgres when it has not. */
  hasRoom(): Promise<boolean>
  /** Stops the server; only its owner does. */
  stop(): Promise<void>
}

const DATABASE = 'lotto'
const CLUSTER = 'cluster'
/** Held by the process that owns the server, for as long as it lives: Postgres itself tells whether it does. */
const OWNER_LOCK = 749_301_001
const PATIENCE = 30_000
/** Between two tries to bring a dead server back. */
const REST = 1000
const TAKEN = 'Another process has taken the database server.'

interface Running {
  pid: number
  socketDir: string
}

/**
 * Starts the embedded server, or takes over one whose owner died (kill -9 leaves it running). Until it is stopped, a
 * server that dies under its owner is started again in the same place, so that connections find it by themselves.
 * @throws EmbeddedError when another process owns it, or when the folder is of another major version
 */
export async function startEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  const program = await findPostgres()
  const folder = join(dataDir, 'postgres')
  mkdirSync(folder, { recursive: true })
  checkVersion(folder, program.major)
  if (!existsSync(join(folder, CLUSTER))) await initialise(program, folder)

  const reserve = new Reserve(folder)
  await reserve.hasRoom()
  const left = await findRunning(folder)
  const running = left ?? (await startServer(program, folder))
  const owner = await becomeOwner(running)
  if (!owner) {
    throw new EmbeddedError(
      `Another Lotto Forecast (or an import) is using ${dataDir}.\nStop it first, or set DATA_DIR to another folder.`,
    )
  }
  if (left) log.info({ pid: left.pid }, 'took over the database server of a process that had died')
  return {
    address: { socketDir: running.socketDir, database: DATABASE },
    adopted: left !== null,
    hasRoom: () => reserve.hasRoom(),
    stop: keepUp({ program, folder, log }, running, owner),
  }
}

/**
 * Looks after a server: when the owner's session ends although nobody said so, the server has died or thrown
 * everybody out (as Postgres does when one of its processes is killed).
 * @returns how to stop it
 */
function keepUp(
  { program, folder, log }: { program: Program; folder: string; log: Log },
  started: Running,
  owner: pg.Client,
): () => Promise<void> {
  let [running, session] = [started, owner]
  let stopping = false
  let reviving = Promise.resolve()

  const watch = () =>
    session.once('end', () => {
      if (stopping) return
      log.warn('the database server is gone; it is started again')
      reviving = revive()
    })
  async function revive(): Promise<void> {
    if (stopping) return
    try {
      const found = await findRunning(folder)
      if (found && found.socketDir !== started.socketDir) throw new EmbeddedError(TAKEN)
      running = found ?? (await startServer(program, folder, started.socketDir))
      const mine = await becomeOwner(running)
      if (!mine) throw new EmbeddedError(TAKEN)
      session = mine
      watch()
      log.info('the database server is back')
    } catch (error) {
      log.error({ error }, 'the database server does not come back')
      await sleep(REST)
      return revive()
    }
  }

  watch()
  return async () => {
    stopping = true
    await reviving
    await session.end().catch(() => undefined)
    await stopServer(running)
  }
}

/** The address of an embedded server that already runs, for a second process such as an import; else null. */
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
    `${folder} was made by Postgres ${found}; this release brings Postgres ${major}.\n` +
      `Export it with the release that made it (pg_dump), move the folder away, start again and import the dump,\n` +
      `or run your own Postgres and set DATABASE_URL.`,
  )
}

/** Made beside its place and then renamed: a start that dies half-way leaves nothing that looks like a database. */
async function initialise(program: Program, folder: string): Promise<void> {
  const draft = `new-${randomUUID()}`
  await initdb(program, folder, draft)
  renameSync(join(folder, draft), join(folder, CLUSTER))
}

/** Reads postmaster.pid: line 1 is the process, line 5 the socket folder. Null unless that server answers. */
async function findRunning(folder: string): Promise<Running | null> {
  const deadline = performance.now() + PATIENCE
  const file = join(folder, CLUSTER, 'postmaster.pid')
  while (existsSync(file)) {
    const lines = readFileSync(file, 'utf8').split('\n')
    const running = { pid: Number(lines[0]), socketDir: lines[4]?.trim() ?? '' }
    if (running.pid > 0 && !isAlive(running)) {
      forget(file, running.pid)
      return null
    }
    if (running.socketDir && (await answers(running))) return running
    // Starting or stopping: wait until it is one or the other.
    if (performance.now() > deadline)
      throw new EmbeddedError(`Postgres process ${running.pid} does not answer.`)
    await sleep(100)
  }
  return null
}

/** A number that no process has: Linux stops at 2^22, macOS below 100,000. */
const NO_PID = 2 ** 22 + 1

/**
 * A server that is gone looks alive to the next one, which then refuses to start, while nobody has reaped it (some
 * containers never do) and when another process got its number (after every restart of a container). The rest of the
 * file stays, because by it Postgres checks that no session of the dead one still writes.
 */
function forget(file: string, pid: number): void {
  if (exists(pid)) writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(NO_PID)))
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process is there, lives and is that server. A dead one that is not reaped has an empty command line. */
function isAlive({ pid, socketDir }: Running): boolean {
  if (!exists(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(socketDir || 'postgres')
  } catch {
    return false
  }
}

async function answers({ socketDir }: Running): Promise<boolean> {
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

/** Sessions of a server that was killed a moment ago may hold on to its memory for another: a start is tried again. */
async function startServer(program: Program, folder: string, socketDir?: string): Promise<Running> {
  const deadline = performance.now() + PATIENCE
  for (let tries = 0; tries < 5 && performance.now() < deadline; tries++) {
    if (tries > 0) await sleep(300)
    const running = await tryStart(program, folder, deadline, socketDir)
    if (running) return running
  }
  throw new EmbeddedError(
    `Postgres did not start; its own words are at the end of ${join(folder, 'server.log')}`,
  )
}

async function tryStart(
  program: Program,
  folder: string,
  deadline: number,
  place?: string,
): Promise<Running | null> {
  const { pid, socketDir, exited } = launch(program, folder, CLUSTER, place)
  const running = { pid, socketDir }
  while (!(await answers(running))) {
    if (exited.value || performance.now() > deadline) {
      rmSync(socketDir, { recursive: true, force: true })
      return null
    }
    await sleep(20)
  }
  return running
}

/** Takes the owner's lock; a process that was just killed may need a moment to lose it. */
async function becomeOwner(running: Running): Promise<pg.Client | null> {
  await ensureDatabase(running)
  const client = new pg.Client(clientConfig({ socketDir: running.socketDir, database: DATABASE }))
  client.on('error', () => undefined)
  await client.connect()
  for (let tries = 0; tries < 30; tries++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [OWNER_LOCK])
    if (rows[0].mine) return client
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

/** Fast shutdown: sessions end, everything is written, the next start needs no recovery. */
async function stopServer(running: Running): Promise<void> {
  if (isAlive(running)) process.kill(running.pid, 'SIGINT')
  const deadline = performance.now() + PATIENCE
  while (isAlive(running) && performance.now() < deadline) await sleep(20)
  rmSync(running.socketDir, { recursive: true, force: true })
}
