// The real commands on real databases (DATA-04): a backup of a running server, and its restore into another database.
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { checkArchive } from '../../src/server/backups/check-archive.ts'
import { loadRows } from '../../src/server/backups/load-rows.ts'
import type { Address } from '../../src/server/db/connect.ts'
import { RESTORE_MARK } from '../../src/server/db/unfinished-restore.ts'
import { withClient } from '../../src/server/db/with-client.ts'
import { startServer } from '../../src/server/server.ts'
import { contentsOf, queryAt, rowsOf } from '../support/database.ts'
import { newDatabase } from '../support/postgres.ts'
import { databaseUrl, newFolder, runProgram } from '../support/programs.ts'
import { TEST_SECRET, testSettings } from '../support/settings.ts'
import { testServer } from '../support/test-server.ts'

const server = testServer({ standIns: true })
const folder = newFolder()
afterAll(() => folder.remove())
const path = (name: string) => join(folder.path, name)

/** A process with disks of its own. */
const OWN_MOUNTS = ['unshare', '--user', '--map-root-user', '--mount']
const canMount = spawnSync(OWN_MOUNTS[0]!, [...OWN_MOUNTS.slice(1), 'true']).status === 0

const run = (program: string, address: Address, ...args: string[]) =>
  runProgram([`dist/server/${program}.js`, ...args], { DATA_DIR: folder.path, ...databaseUrl(address) })
const backup = (name: string) => run('backup', server().address, path(name))

/** An empty database, which is dropped after the test. */
async function emptyDatabase(): Promise<Address> {
  const database = await newDatabase(inject('postgres'), 'empty')
  drops.push(database.drop)
  return database.address
}
const drops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop()
})

beforeAll(async () => {
  const admin = await server().as('admin')
  const draw = { game: 'king', date: '2023-10-07', winning: [1, 2, 3, 4, 5] }
  const first = await admin.post('/api/admin/draws', draw)
  if (first.status !== 201)
    await admin.post('/api/admin/draws', { ...draw, seen: Object.values(first.body.fields) })
  // Backslashes, line feeds, and the line that ends the rows of a table.
  await rowsOf(
    server(),
    sql`insert into number_groups (name, numbers, created_at)
        values ('a\\b\t', '{1,2,4}', now()), ('\\.\n\\.\n', '{1,3,4}', now())`,
  )
  await rowsOf(
    server(),
    sql`insert into pictures (name, bytes, created_at)
        select encode(sha256(bytes), 'hex') || '.webp', bytes, now() from decode('005c2e0a0d', 'hex') as bytes`,
  )
  expect((await backup('whole.backup')).code).toBe(0)
})

describe('npm run backup', () => {
  test('writes every table, readable by its owner only, without AUTH_SECRET', async () => {
    const text = zstdDecompressSync(readFileSync(path('whole.backup'))).toString()
    const tables = await rowsOf(
      server(),
      sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
    )
    for (const { name } of tables) expect(text).toContain(`{"table":"public.${name}",`)
    expect(text).toContain('{"table":"graphile_worker._private_jobs",')
    expect(text).not.toContain(TEST_SECRET)
    expect(statSync(path('whole.backup')).mode & 0o777).toBe(0o600)
  })

  test('refuses a file that exists, and leaves nothing at a failure', async () => {
    const hash = () =>
      createHash('sha256')
        .update(readFileSync(path('whole.backup')))
        .digest('hex')
    const before = hash()
    const again = await backup('whole.backup')
    expect([again.code, again.err]).toEqual([1, `${path('whole.backup')} exists. Choose another name.\n`])
    expect(hash()).toBe(before)
    const nowhere = await run('backup', await emptyDatabase(), path('nothing.backup'))
    expect([
      nowhere.code,
      existsSync(path('nothing.backup')),
      existsSync(path('nothing.backup.partial')),
    ]).toEqual([1, false, false])
  })

  test('names a missing folder in one line', async () => {
    const { code, err } = await backup('missing/a.backup')
    expect([code, err]).toEqual([1, expect.stringMatching(/^Cannot open \S+a\.backup\S+ \(ENOENT\)\.\n$/)])
  })

  test.skipIf(!canMount)('names a full disk in one line, and leaves no file', async () => {
    mkdirSync(path('small'))
    const commands = 'mount -t tmpfs -o size=8k tmpfs "$0" && "$@"; code=$?; ls "$0"; exit $code'
    const { code, out, err } = await runProgram(
      ['dist/server/backup.js', join(path('small'), 'full.backup')],
      { DATA_DIR: folder.path, ...databaseUrl(server().address) },
      [...OWN_MOUNTS, 'sh', '-c', commands, path('small')],
    )
    expect([code, err]).toEqual([1, 'The disk is full. Make room on it, and try again.\n'])
    expect(out).not.toContain('full.backup')
  })

  test('two for the same file at once: one is refused, and the other is whole', async () => {
    const both = await Promise.all([backup('same.backup'), backup('same.backup')])
    const refused = both.filter(({ err }) => err === `${path('same.backup')} exists. Choose another name.\n`)
    expect(both.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(refused).toHaveLength(1)
    expect((await checkArchive(path('same.backup'))).totals.rows).toBeGreaterThan(20)
    expect(readdirSync(folder.path).filter((name) => name.includes('partial'))).toEqual([])
  })

  test('refuses a database whose restore was interrupted', async () => {
    const address = await emptyDatabase()
    expect((await run('restore', address, path('whole.backup'))).code).toBe(0)
    await queryAt(address, `create table ${RESTORE_MARK} ()`)
    const { code, err } = await run('backup', address, path('half.backup'))
    expect([code, err]).toEqual([1, expect.stringMatching(/^A restore into this database .* interrupted/)])
    expect(existsSync(path('half.backup'))).toBe(false)
  })
})

describe('npm run restore', () => {
  test('restores every row and sequence, and a server runs on the result', async () => {
    const before = await contentsOf(server())
    const address = await emptyDatabase()
    const { code, out, err } = await run('restore', address, path('whole.backup'))
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('public.draws 1\n')
    expect(await queryAt(address, KEYS_AND_INDEXES)).toEqual(
      await queryAt(server().address, KEYS_AND_INDEXES),
    )
    const running = await startServer(testSettings(), { address, jobs: false, standIns: false })
    try {
      const after = await contentsOf(running)
      // A start records its build.
      expect({ ...after, ...pick(before, CHANGED_BY_RESTORE) }).toEqual(before)
      const sequences = sql`select sequencename, last_value from pg_sequences
        where schemaname = 'public' and sequencename not in ('audit_id_seq', 'restores_id_seq') order by 1`
      expect(await rowsOf(running, sequences)).toEqual(await rowsOf(server(), sequences))
    } finally {
      await running.stop({ lingerMs: 0 })
    }
  })

  test('refuses a database with an installation until --replace allows to delete it', async () => {
    const address = await emptyDatabase()
    expect((await run('restore', address, path('whole.backup'))).code).toBe(0)
    await queryAt(address, `truncate draws cascade`)
    const { code, err } = await run('restore', address, path('whole.backup'))
    expect([code, err]).toEqual([1, expect.stringMatching(/^The database is not empty: .*\nAdd --replace /)])
    expect(await queryAt(address, 'select from draws')).toHaveLength(0)
    expect((await run('restore', address, path('whole.backup'), '--replace')).code).toBe(0)
    expect(await queryAt(address, 'select from draws')).toHaveLength(1)
  })

  test('refuses the database of a running server and of another program', async () => {
    const used = await run('restore', server().address, path('whole.backup'), '--replace')
    expect([used.code, used.err]).toEqual([
      1,
      expect.stringMatching(/^A server or a command is using this database/),
    ])
    const address = await emptyDatabase()
    await queryAt(address, 'create table customers (name text)')
    const foreign = await run('restore', address, path('whole.backup'), '--replace')
    expect([foreign.code, foreign.err]).toEqual([
      1,
      'The database holds tables of another program. Use another database.\n',
    ])
  })

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut off', (bytes) => bytes.subarray(0, bytes.length - 100)],
    ['with a changed byte', (bytes) => ((bytes[Math.floor(bytes.length / 2)]! ^= 1), bytes)],
    [
      'with a changed row',
      (bytes) => {
        const text = zstdDecompressSync(bytes).toString()
        expect(text).toContain('{1,2,3,4,5}')
        return zstdCompressSync(Buffer.from(text.replace('{1,2,3,4,5}', '{1,2,3,4,6}')))
      },
    ],
    ['of another kind', () => Buffer.from('game,date\n')],
  ])('refuses a file %s before it writes anything', async (_, change) => {
    const file = path('bad.backup')
    writeFileSync(file, change(readFileSync(path('whole.backup'))))
    const address = await emptyDatabase()
    const { code, err } = await run('restore', address, file)
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/ is damaged or no backup: .*\. Nothing was changed\.\n$/),
    ])
    expect(await queryAt(address, `select from pg_namespace where nspname = 'drizzle'`)).toEqual([])
  })

  test('a file that can no longer be read during the load ends it, and leaves no rows', async () => {
    const { address, drop } = await newDatabase(inject('postgres'), 'blank')
    drops.push(drop)
    const before = await queryAt(address, 'select key from games')
    const text = zstdDecompressSync(readFileSync(path('whole.backup')))
    // Within the rows of a table.
    const half = text.subarray(0, text.indexOf('{1,2,3,4,5}'))
    writeFileSync(path('unreadable.backup'), zstdCompressSync(half))
    const loading = withClient(address, (client) => loadRows(client, path('unreadable.backup'), () => {}))
    await expect(loading).rejects.toThrow(/is damaged or no backup: .*\.$/)
    expect(await queryAt(address, 'select key from games')).toEqual(before)
  })

  test('checks the keys after the load; a row that breaks one leaves no rows, and another restore repairs it', async () => {
    const text = zstdDecompressSync(readFileSync(path('whole.backup'))).toString()
    const table = /(\{"table":"public\.game_slots".*\n)((?:.*\n)*?)\\\.\n.*\n/
    const [, head, rows] = table.exec(text)!
    const twice = rows!.replace(/.*\n/, '$&$&')
    const sum = {
      rows: twice.split('\n').length - 1,
      sha256: createHash('sha256').update(twice).digest('hex'),
    }
    const more = text
      .replace(table, () => `${head}${twice}\\.\n${JSON.stringify(sum)}\n`)
      .replace(/"rows":(\d+)\}\n$/, (_, total: string) => `"rows":${Number(total) + 1}}\n`)
    writeFileSync(path('twice.backup'), zstdCompressSync(Buffer.from(more)))
    const address = await emptyDatabase()
    const { code, err } = await run('restore', address, path('twice.backup'))
    expect([code, err]).toEqual([1, expect.stringContaining('could not create unique index')])
    expect(await queryAt(address, 'select from draws')).toEqual([])
    expect(await queryAt(address, KEYS_AND_INDEXES)).toEqual(
      await queryAt(server().address, KEYS_AND_INDEXES),
    )
    expect((await run('restore', address, path('whole.backup'))).code).toBe(0)
    expect(await queryAt(address, 'select from draws')).toHaveLength(1)
  })

  test('a server does not start on a database whose restore was interrupted; another restore repairs it', async () => {
    const address = await emptyDatabase()
    await queryAt(address, `create schema drizzle`)
    await queryAt(address, `create table ${RESTORE_MARK} ()`)
    await expect(startServer(testSettings(), { address, jobs: false, standIns: false })).rejects.toThrow(
      'A restore into this database is running or was interrupted.',
    )
    expect((await run('restore', address, path('whole.backup'))).code).toBe(0)
    expect(await queryAt(address, 'select from draws')).toHaveLength(1)
  })
})

/** Tables that a restore or a start changes on purpose. */
const CHANGED_BY_RESTORE = ['audit', 'builds', 'build_files', 'changes', 'mails', 'restores', 'verifications']
const pick = (all: Record<string, string>, names: string[]) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))

/** Every constraint and index of the app and of the queue, by its definition. */
const KEYS_AND_INDEXES = `
  select conrelid::regclass::text || '.' || conname as name, pg_get_constraintdef(oid) as definition, convalidated as valid
  from pg_constraint where connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
  union all
  select indexname, indexdef, true from pg_indexes where schemaname in ('public', 'graphile_worker')
  order by 1`
