// Postgres with a standby, as in production: etcd, two Patroni nodes and HAProxy on loopback, with the files of deploy/.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, newFolder } from './programs.ts'
import { isInstalled, shipped } from './proxies.ts'
import { queryAt } from './database.ts'
import { waitFor } from './wait.ts'

/** Only the first start of a node takes minutes, and only on a busy machine. */
const FIRST_START = { timeoutMs: 300_000, intervalMs: 200 }
const PASSWORDS = { owner: 'owner-test', superuser: 'replace-superuser' }
const BIN = '/usr/lib/postgresql/15/bin'

const isRoot = process.getuid?.() === 0
/** Postgres refuses to run as root, so root starts it as the user of Debian's package. */
const idOf = (flag: string) =>
  Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))

/** What a cluster needs and this machine lacks; null if it has all. */
export function missingForCluster(): string | null {
  const programs = ['etcd', 'patroni', 'haproxy'].filter((program) => !isInstalled({ program }))
  const lacks = [...programs, ...(existsSync(BIN) ? [] : ['postgresql-15'])]
  return lacks.length > 0 ? lacks.join(', ') : null
}

type Node = 'a' | 'b'
const NODES = ['a', 'b'] as const

export interface Cluster {
  /** The address of the primary, whichever node it is, as the database's owner and as superuser. */
  url: string
  superuser: { url: string }
  /** The node that is the primary now. */
  primary(): Promise<Node>
  /** Changes settings of all nodes, as `patronictl edit-config` does. */
  configure(settings: object): Promise<void>
  /** Waits until the other node follows the primary: `sync` is one whose copy a commit waits for. */
  untilFollowed(state: 'sync' | 'async'): Promise<void>
  /** Kills Patroni and Postgres of a node with SIGKILL, like a host that loses its power. */
  kill(node: Node): void
  /** Starts the nodes that do not run. */
  start(): void
  /** The end of each program's log, for a failed test. */
  logs(): string
  stop(): Promise<void>
}

/** Starts everything, and waits until the standby follows. */
export async function startCluster(): Promise<Cluster> {
  const folder = newFolder()
  const owner = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const at = (name: string) => join(folder.path, name)
  if (isRoot) chownSync(folder.path, owner.uid!, owner.gid!)
  const running = new Map<string, ChildProcess>()
  const output = new Map<string, string>()

  function launch(name: string, program: string, args: string[]): void {
    const env = { PATH: `${process.env.PATH}:/usr/sbin`, LC_ALL: 'C.UTF-8', HOME: folder.path }
    const child = spawn(program, args, { ...owner, env, cwd: folder.path, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => output.set(name, `${output.get(name) ?? ''}${text}`.slice(-20_000)))
    running.set(name, child)
  }

  const [etcd, peer, entry] = [await freePort(), await freePort(), await freePort()]
  const ports = {
    a: { postgres: await freePort(), rest: await freePort() },
    b: { postgres: await freePort(), rest: await freePort() },
  }
  const rest = (node: Node) => `http://127.0.0.1:${ports[node].rest}`
  const isPrimary = (node: Node) =>
    fetch(`${rest(node)}/primary`).then(
      async (answer) => answer.status === 200 && /"role": "(master|primary)"/.test(await answer.text()),
      () => false,
    )

  mkdirSync(at('run'))
  if (isRoot) chownSync(at('run'), owner.uid!, owner.gid!)
  for (const node of NODES) {
    const text = shipped('patroni.yml', [
      ['name: a', `name: ${node}`],
      ['10.0.0.21:8008', `127.0.0.1:${ports[node].rest}`],
      ['10.0.0.21:2379,10.0.0.22:2379,10.0.0.23:2379', `127.0.0.1:${etcd}`],
      ['10.0.0.21:5432', `127.0.0.1:${ports[node].postgres}`],
      ['10.0.0.0/24', '127.0.0.1/32'],
      ['/var/lib/postgresql/lotto', at(`data-${node}`)],
      ['/var/lib/postgresql/pgpass-lotto', at(`pgpass-${node}`)],
      ['/var/run/postgresql', at('run')],
      ['local all all peer', 'local all all trust'],
    ])
    writeFileSync(at(`${node}.yml`), text)
  }
  writeFileSync(
    at('haproxy.cfg'),
    shipped('haproxy-postgres.cfg', [
      ['127.0.0.1:5000', `127.0.0.1:${entry}`],
      ['10.0.0.21:5432 check port 8008', `127.0.0.1:${ports.a.postgres} check port ${ports.a.rest}`],
      ['10.0.0.22:5432 check port 8008', `127.0.0.1:${ports.b.postgres} check port ${ports.b.rest}`],
    ]),
  )

  const [client, member] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peer}`]
  launch('etcd', 'etcd', [
    ...['--name', 'one', '--data-dir', at('etcd'), '--initial-cluster', `one=${member}`],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', member, '--initial-advertise-peer-urls', member],
  ])
  const runs = (name: string) => {
    const child = running.get(name)
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }
  // Another python3 that is first in PATH would not find Patroni.
  const start = (node: Node) => launch(node, '/usr/bin/python3', ['/usr/bin/patroni', at(`${node}.yml`)])
  const until = (what: string, holds: () => Promise<boolean>) => waitFor(what, holds, FIRST_START)
  const superuser = { url: `postgres://postgres:${PASSWORDS.superuser}@127.0.0.1:${entry}/postgres` }
  const ask = (text: string) => queryAt(superuser, text).catch(() => [])

  const cluster: Cluster = {
    url: `postgres://lotto:${PASSWORDS.owner}@127.0.0.1:${entry}/lotto`,
    superuser,
    async primary() {
      let found: Node | undefined
      await until('a node is the primary', async () => {
        const are = await Promise.all(NODES.map(isPrimary))
        found = NODES[are.indexOf(true)]
        return found !== undefined
      })
      return found!
    },
    async configure(settings) {
      const body = JSON.stringify(settings)
      const answer = await fetch(`${rest(await cluster.primary())}/config`, { method: 'PATCH', body })
      if (!answer.ok) throw new Error(`Patroni refused ${body}: ${await answer.text()}`)
    },
    untilFollowed: (state) =>
      until(`the standby follows: ${state}`, async () => {
        const rows = await ask(`select sync_state from pg_stat_replication where state = 'streaming'`)
        return rows.some(({ sync_state }) => sync_state === state)
      }),
    kill(node) {
      const [postmaster] = readFileSync(join(at(`data-${node}`), 'postmaster.pid'), 'utf8').split('\n')
      running.get(node)!.kill('SIGKILL')
      process.kill(Number(postmaster), 'SIGKILL')
    },
    start: () => NODES.filter((node) => !runs(node)).forEach(start),
    logs: () => [...output].map(([name, text]) => `== ${name}\n${text.slice(-3000)}`).join('\n'),
    async stop() {
      for (const name of ['a', 'b', 'haproxy', 'etcd']) {
        if (!runs(name)) continue
        const child = running.get(name)!
        const ended = new Promise((resolve) => child.on('exit', resolve))
        child.kill('SIGTERM')
        await ended
      }
      folder.remove()
    },
  }
  try {
    await until('etcd answers', () =>
      fetch(`${client}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    start('a')
    await cluster.primary()
    const first = { url: superuser.url.replace(`:${entry}/`, `:${ports.a.postgres}/`) }
    await queryAt(first, `create role lotto login createrole password '${PASSWORDS.owner}'`)
    await queryAt(first, 'create database lotto owner lotto')
    start('b')
    launch('haproxy', 'haproxy', ['-db', '-f', at('haproxy.cfg')])
    await cluster.untilFollowed('sync')
    return cluster
  } catch (error) {
    const logs = cluster.logs()
    await cluster.stop()
    throw new Error(logs, { cause: error })
  }
}
