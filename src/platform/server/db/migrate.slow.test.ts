import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { WAITING_LOCKS } from '../../../../tests/support/database.ts'
import { newDatabase } from '../../../../tests/support/postgres.ts'
import {
  databaseUrl,
  freePort,
  newFolder,
  runProgram,
  startProgram,
} from '../../../../tests/support/programs.ts'
import { waitFor } from '../../../../tests/support/wait.ts'
import { rootDir } from '../base/root.ts'
import { clientConfig } from './connect.ts'
import { migrate } from './migrate.ts'

// This release and other releases on one database: newer ones, and one with a missing migration.
let database: Awaited<ReturnType<typeof newDatabase>>
const folders: string[] = []
const data = newFolder()

beforeEach(async () => {
  database = await newDatabase(inject('postgres'))
})
afterEach(async () => {
  await database.drop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})
afterAll(() => data.remove())

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[]
}

/** Writes the migrations of another release: this release's, plus the given files. @param files SQL by tag, appended in this order */
function release(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'lotto-migrations-'))
  folders.push(folder)
  cpSync(join(rootDir(), 'migrations'), folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as Journal
  for (const [tag, text] of Object.entries(files)) {
    writeFileSync(join(folder, `${tag}.sql`), text)
    const last = journal.entries.at(-1)!
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag })
  }
  writeFileSync(path, JSON.stringify(journal))
  return folder
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(clientConfig(database.address))
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const EXPANDS = '-- expand\ncreate table from_later (id int);\n'
const BREAKS = 'drop table if exists from_later;\n'
const NEWER = /^A newer release changed this database, and this release cannot run on it\. .+\.$/

describe('a release on the database of a newer one', () => {
  test('starts when every unknown migration is marked as an expansion', async () => {
    await migrate(database.address, release({ '0900_table': EXPANDS, '0901_more': '-- expand\nselect 1;\n' }))
    const env = { ...databaseUrl(database.address), DATA_DIR: data.path }
    const { url, child, ended } = await startProgram(env)
    expect((await fetch(`${url}/login`)).status).toBe(200)
    child.kill('SIGTERM')
    await ended
    // The newer release still finds its schema.
    expect(await query('select * from from_later')).toEqual([])
  })

  test('refuses to start when an unknown migration is not marked', async () => {
    await migrate(database.address, release({ '0900_table': EXPANDS, '0901_breaks': BREAKS }))
    await expect(migrate(database.address)).rejects.toThrow(NEWER)
    const env = { ...databaseUrl(database.address), DATA_DIR: data.path, PORT: String(await freePort()) }
    const { code, err } = await runProgram(['dist/server/main.js'], env)
    expect(code).toBe(1)
    expect(err.trim()).toMatch(NEWER)
    const command = await runProgram(['dist/server/promote.js', 'free@lotto.test'], env)
    expect([command.code, command.err.trim()]).toEqual([1, err.trim()])
  })

  test('refuses to start when the mark is not in the first line', async () => {
    await migrate(database.address, release({ '0900_late': `select 1;\n${EXPANDS}` }))
    await expect(migrate(database.address)).rejects.toThrow(NEWER)
  })
})

describe('a migration that is missing in the middle', () => {
  const MISSING = /^The database has later migrations but not [\w-]+\. .+\.$/

  test('is refused, with and without the mark', async () => {
    const [middle] = await query(
      'select id, hash, created_at from drizzle.__drizzle_migrations order by created_at offset 3 limit 1',
    )
    await query(`delete from drizzle.__drizzle_migrations where id = ${middle!.id as number}`)
    await expect(migrate(database.address)).rejects.toThrow(MISSING)
  })

  test('is refused when another release applied a later one', async () => {
    await query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) select 'of another branch', max(created_at) + 5000
       from drizzle.__drizzle_migrations`,
    )
    await expect(migrate(database.address, release({ '0900_mine': EXPANDS }))).rejects.toThrow(MISSING)
    expect(await query(`select to_regclass('from_later') as made`)).toEqual([{ made: null }])
  })
})

test('an older database is migrated', async () => {
  await migrate(database.address, release({ '0900_table': EXPANDS }))
  expect(await query('select * from from_later')).toEqual([])
})

// Every statement on a table waits behind a migration that waits for the table.
test('DB-06: a migration that waits for a long reader lets other readers through, and ends after it', async () => {
  const reader = new pg.Client(clientConfig(database.address))
  await reader.connect()
  reader.on('error', () => undefined)
  await reader.query('begin')
  await reader.query('select count(*) from games')
  let isMigrated = false
  const folder = release({ '0900_column': '-- expand\nalter table games add column later text;\n' })
  const migrating = migrate(database.address, folder).then(() => (isMigrated = true))
  const waits = `${WAITING_LOCKS} and relation = 'games'::regclass`
  for (let round = 0; round < 2; round++) {
    await waitFor('the migration waits for the table', async () => (await query(waits)).length === 1)
    expect(await query('select count(*)::int as n from games')).toEqual([{ n: 18 }])
  }
  expect(isMigrated).toBe(false)
  await reader.query('commit')
  await reader.end()
  await migrating
  expect(await query('select later from games limit 1')).toEqual([{ later: null }])
})
