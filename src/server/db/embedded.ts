import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../base/log.ts'
import type { Address } from './connect.ts'
import { EmbeddedError, findPostgres, initdb, launch, type Program } from './embedded-process.ts'
import {
  acceptsConnections,
  CLUSTER,
  DATABASE,
  exists,
  findRunning,
  type Running,
  STATE_TIMEOUT_MS,
  stopServer,
} from './embedded-running.ts'
import { withClient } from './with-client.ts'

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
