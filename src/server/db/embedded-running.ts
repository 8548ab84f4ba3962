import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clientConfig } from './connect.ts'
import { EmbeddedError } from './embedded-process.ts'

/** The folder of the cluster in the folder of the embedded server. */
export const CLUSTER = 'cluster'
export const DATABASE = 'lotto'
/** Longest wait for Postgres to start, to answer or to stop. */
export const STATE_TIMEOUT_MS = 30_000

/** A running server. */
export interface Running {
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
export async function findRunning(folder: string): Promise<Running | null> {
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

export function exists(pid: number): boolean {
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

export async function acceptsConnections({ socketDir }: Running): Promise<boolean> {
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
export async function stopServer(running: Running): Promise<void> {
  if (isAlive(running)) process.kill(running.pid, 'SIGINT')
  const deadline = performance.now() + STATE_TIMEOUT_MS
  while (isAlive(running) && performance.now() < deadline) await sleep(20)
  rmSync(running.socketDir, { recursive: true, force: true })
}
