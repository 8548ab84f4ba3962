import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { newFolder } from '../../../../tests/support/programs.ts'
import { createLog } from '../base/log.ts'
import { clientConfig } from './connect.ts'
import { type Embedded, findEmbedded, startEmbedded } from './embedded.ts'
import { EmbeddedError } from './postgres-program.ts'

const folders: ReturnType<typeof newFolder>[] = []
const started: Embedded[] = []
const children: ChildProcess[] = []

function folder(): string {
  const made = newFolder()
  folders.push(made)
  return made.path
}
async function start(path: string): Promise<Embedded> {
  const embedded = await startEmbedded(path, createLog('silent'))
  started.push(embedded)
  return embedded
}
async function ask(embedded: Embedded, text: string): Promise<any[]> {
  const client = new pg.Client(clientConfig(embedded.address))
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** A process that starts the server in a folder and keeps running; `ready` resolves after the start. */
function owner(path: string): { child: ChildProcess; ready: Promise<unknown> } {
  const module = JSON.stringify(join(import.meta.dirname, 'embedded.ts'))
  const code = `const { startEmbedded } = await import(${module})
    await startEmbedded(${JSON.stringify(path)}, { info() {} })
    console.log('ready')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  return { child, ready: new Promise((resolve) => child.stdout.on('data', resolve)) }
}
async function kill({ child }: { child: ChildProcess }): Promise<void> {
  const gone = new Promise((resolve) => child.on('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
const postmaster = (path: string) =>
  Number(readFileSync(join(path, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const embedded of started.splice(0)) await embedded.stop()
})
afterAll(() => {
  for (const { remove } of folders) remove()
})

describe('the embedded server', () => {
  const path = folder()

  test('is created on the first start, with checksums, closed to other users, in UTC', async () => {
    const embedded = await start(path)
    const settings = ['data_checksums', 'fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses']
    const more = ['server_encoding', 'TimeZone', 'data_sync_retry']
    const rows = await ask(
      embedded,
      `select name, setting from pg_settings where name = any('{${[...settings, ...more].join()}}')`,
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
      TimeZone: 'UTC',
      data_sync_retry: 'off',
    })
    const { socketDir } = embedded.address as { socketDir: string }
    expect(statSync(socketDir).mode & 0o077).toBe(0)
    await ask(embedded, `create table kept as select 'here' as word`)
    expect(await findEmbedded(path)).toEqual(embedded.address)
  })

  test('writes a log that only its owner can read and that quotes no row or statement', async () => {
    const log = join(path, 'postgres/server.log')
    writeFileSync(log, 'Key (email)=(old@example.com) already exists.')
    chmodSync(log, 0o644)
    const embedded = await start(path)
    await ask(embedded, 'create table people (email text unique)')
    const add = ask(embedded, `insert into people values ('ada@example.com'), ('ada@example.com')`)
    await expect(add).rejects.toThrow(/duplicate key/)
    await expect(ask(embedded, `select 'eve@example.com' from nothing`)).rejects.toThrow()
    await embedded.stop()
    const logged = readFileSync(log, 'utf8')
    expect(logged).toContain('duplicate key')
    expect(logged).not.toMatch(/@example\.com|insert into|DETAIL|STATEMENT/)
    expect(statSync(log).mode & 0o777).toBe(0o600)
  })

  test('deletes a long log', async () => {
    const log = join(path, 'postgres/server.log')
    writeFileSync(log, 'x'.repeat(11 * 1024 * 1024), { mode: 0o600 })
    const embedded = await start(path)
    await embedded.stop()
    expect(statSync(log).size).toBeLessThan(1024 * 1024)
  })

  test('starts again with all data', async () => {
    expect(await ask(await start(path), 'select word from kept')).toEqual([{ word: 'here' }])
  })

  test('leaves no process and no socket when it is stopped', async () => {
    const embedded = await start(path)
    const { socketDir } = embedded.address as { socketDir: string }
    await embedded.stop()
    expect(existsSync(socketDir)).toBe(false)
    expect(existsSync(join(path, 'postgres/cluster/postmaster.pid'))).toBe(false)
    expect(await findEmbedded(path)).toBeNull()
  })

  test('refuses a second owner without disturbing the first', async () => {
    const first = await start(path)
    const second = startEmbedded(path, createLog('silent'))
    await expect(second).rejects.toThrow(EmbeddedError)
    await expect(second).rejects.toThrow(
      `Another Lotto Forecast server or import is using ${path}.\nStop it, or set DATA_DIR to another folder.`,
    )
    expect(await ask(first, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('is stopped and started again when its owner was killed', async () => {
    const first = owner(path)
    await first.ready
    const pid = postmaster(path)
    await kill(first)
    const embedded = await start(path)
    expect(postmaster(path)).not.toBe(pid)
    expect(await ask(embedded, 'select word from kept')).toEqual([{ word: 'here' }])
    await embedded.stop()
    expect(await findEmbedded(path)).toBeNull()
  })

  test.skipIf(process.platform !== 'linux')(
    'is stopped and started again while its killed owner is a zombie',
    async () => {
      const first = owner(path)
      await first.ready
      await kill(first)
      // The shell becomes a program that never reaps its child.
      const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.push(parent)
      const zombie = await new Promise<number>((resolve) =>
        parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
      )
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
      process.kill(zombie, 'SIGKILL')
      const state = () => readFileSync(`/proc/${zombie}/stat`, 'utf8')
      await expect.poll(state).toContain(') Z ')
      writeFileSync(join(path, 'postgres/owner.pid'), String(zombie))
      expect(await ask(await start(path), 'select word from kept')).toEqual([{ word: 'here' }])
    },
  )

  test('recovers when it was killed together with its owner', async () => {
    const first = owner(path)
    await first.ready
    process.kill(postmaster(path), 'SIGKILL')
    await kill(first)
    expect(await ask(await start(path), 'select word from kept')).toEqual([{ word: 'here' }])
  })

  test('is not restarted when it dies: the log says what to do', async () => {
    const lines: string[] = []
    const embedded = await startEmbedded(path, createLog('error', { write: (line) => lines.push(line) }))
    process.kill(postmaster(path), 'SIGKILL')
    await expect
      .poll(() => lines.join(''))
      .toContain('the database server has ended; start Lotto Forecast again')
    await expect(ask(embedded, 'select 1')).rejects.toThrow()
    await embedded.stop()
    expect(await ask(await start(path), 'select word from kept')).toEqual([{ word: 'here' }])
  })

  test('starts when another process has the process id of a dead server', async () => {
    const embedded = await start(path)
    const file = join(path, 'postgres/cluster/postmaster.pid')
    const left = readFileSync(file, 'utf8')
    await embedded.stop()
    writeFileSync(file, left.replace(/^\d+/, String(process.pid)))
    expect(await findEmbedded(path)).toBeNull()
    expect(await ask(await start(path), 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('a folder', () => {
  test('of another major version is refused with instructions and stays unchanged', async () => {
    const path = folder()
    mkdirSync(join(path, 'postgres/cluster'), { recursive: true })
    writeFileSync(join(path, 'postgres/cluster/PG_VERSION'), '14\n')
    const refused = startEmbedded(path, createLog('silent'))
    await expect(refused).rejects.toThrow(EmbeddedError)
    await expect(refused).rejects.toThrow(
      /^Postgres 14 created \S+; this release includes Postgres \d+\.\nMove the folder away: /,
    )
    expect(readdirSync(join(path, 'postgres/cluster'))).toEqual(['PG_VERSION'])
  })

  test('of an aborted first start gets a complete database at the next start', async () => {
    const path = folder()
    const first = owner(path)
    const inSetUp = () =>
      existsSync(join(path, 'postgres')) &&
      readdirSync(join(path, 'postgres')).some(
        (name) => name.startsWith('new-') && existsSync(join(path, 'postgres', name, 'PG_VERSION')),
      )
    // The set-up writes this file early. The check below shows that it had not ended.
    await expect.poll(inSetUp, { interval: 5 }).toBe(true)
    await kill(first)
    expect(existsSync(join(path, 'postgres/cluster'))).toBe(false)
    expect(await findEmbedded(path)).toBeNull()
    const embedded = await start(path)
    expect(await ask(embedded, 'select current_database() as name')).toEqual([{ name: 'lotto' }])
  })
})

describe.skipIf(process.getuid?.() !== 0)('started as root, which Postgres refuses', () => {
  test('the server runs in a user namespace or as another user, and can switch between them', async () => {
    const path = folder()
    const before = process.env.EMBEDDED_AS
    const owners: number[] = []
    try {
      for (const way of ['', 'drop', '']) {
        process.env.EMBEDDED_AS = way
        const embedded = await start(path)
        await ask(embedded, 'create table if not exists visits (at int); insert into visits values (1)')
        owners.push(statSync(`/proc/${postmaster(path)}`).uid, statSync(join(path, 'postgres/cluster')).uid)
        if (way === '')
          expect(await ask(embedded, 'select count(*)::int as n from visits')).toEqual([
            { n: owners.length / 2 },
          ])
        await embedded.stop()
      }
    } finally {
      process.env.EMBEDDED_AS = before ?? ''
    }
    expect([owners[3]! > 0, owners[2] === owners[3]]).toEqual([true, true])
    expect([owners[1], owners[5]]).toEqual([0, 0])
  })
})
