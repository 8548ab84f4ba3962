// The built programs as separate processes, as an operator or a service manager starts them.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '../../src/platform/server/db/connect.ts'
import { rootDir } from '../../src/platform/server/base/root.ts'

type Environment = Record<string, string>

/** A child's environment, without the settings of this run. */
function environment(more: Environment): Environment {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env
  return {
    PATH,
    HOME,
    ...(TMPDIR && { TMPDIR }),
    LOG_LEVEL: 'warn',
    SAMPLE_DATA: 'off',
    SANDBOX_PORT: '0',
    ...more,
  }
}

/** The setting that names a test's database. A socket path goes into the `host` parameter. */
export function databaseUrl(address: Address): Environment {
  if ('url' in address) return { DATABASE_URL: address.url }
  const { database, socketDir } = address
  return { DATABASE_URL: `postgres://postgres@/${database}?host=${encodeURIComponent(socketDir)}` }
}

export interface Finished {
  code: number | null
  out: string
  err: string
}

/** Runs a built program until it ends. @param under a command that runs it, such as `strace` */
export async function runProgram(
  args: readonly string[],
  env: Environment = {},
  under: readonly string[] = [],
): Promise<Finished> {
  const [program, ...all] = [...under, process.execPath, ...args]
  const child = spawn(program!, all, {
    cwd: rootDir(),
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (err += text.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, out, err }
}

/** Ends a restore of a test's database that has the data of an instant. Expects the command to succeed. @returns its output */
export async function finishRestoreOf(
  address: Address,
  backupAt: string,
  { env = {}, args = [] }: { env?: Environment; args?: string[] } = {},
): Promise<string> {
  const folder = newFolder()
  const { code, out, err } = await runProgram(
    ['dist/server/after-restore.js', '--backup-at', backupAt, ...args],
    { DATA_DIR: folder.path, ...databaseUrl(address), ...env },
  )
  folder.remove()
  if (code !== 0) throw new Error(err)
  return out
}

export interface Launched {
  url: string
  child: ChildProcess
  /** Its output so far, both streams. */
  output(): string
  /** Its exit status and signal. */
  ended: Promise<{ code: number | null; signal: string | null }>
  /** Waits until `/readyz` answers 200. @returns milliseconds since the launch */
  ready(): Promise<number>
}

export interface ServerProgram extends Launched {
  /** Milliseconds from the launch until it was ready. */
  startedIn: number
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts the built server and waits until it is ready. */
export async function startProgram(env: Environment): Promise<ServerProgram> {
  const launched = launchProgram({ PORT: String(await freePort()), ...env })
  return { ...launched, startedIn: await launched.ready() }
}

const READY_TIMEOUT_MS = 180_000
const SERVER = [process.execPath, 'dist/server/main.js'] as const

/** Launches the built server, or another command, on a given port. Does not wait. */
export function launchProgram(
  env: Environment & { PORT: string },
  [program, ...args]: readonly [string, ...string[]] = SERVER,
): Launched {
  const started = performance.now()
  const child = spawn(program, args, {
    cwd: rootDir(),
    env: environment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()))
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal })),
  )
  const url = `http://localhost:${env.PORT}`
  async function ready(): Promise<number> {
    // A program that has run for long may become ready again after a fault, so the wait begins with the call.
    const asked = performance.now()
    while (!(await isReady(url))) {
      if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output}`)
      if (performance.now() - asked > READY_TIMEOUT_MS)
        throw new Error(`The server is not ready after ${READY_TIMEOUT_MS} ms:\n${output}`)
      await sleep(25)
    }
    return performance.now() - started
  }
  return { url, child, output: () => output, ended, ready }
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => null)
  await answer?.body?.cancel()
  return answer?.status === 200
}

/** A temporary folder that other users may enter, because Postgres started by root runs as another user. */
export function newFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'lotto-program-'))
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
