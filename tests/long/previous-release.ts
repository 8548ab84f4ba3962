// The previous release on the schema of this one (DB-06). Its server leaves a database with samples. This release migrates
// it while a transaction holds every table for long. Then the previous release serves the result, and its own tests run on
// the new schema.
//   node tests/long/previous-release.ts [test files]
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { createLog } from '../../src/platform/server/base/log.ts'
import { type Address, withClient } from '../../src/platform/server/db/connect.ts'
import { startEmbedded } from '../../src/platform/server/db/embedded.ts'
import { migrate } from '../../src/platform/server/db/migrate.ts'
import { openPort } from '../support/database-port.ts'
import { databaseAt } from '../support/postgres.ts'
import { preparePrevious, type PreviousRelease } from '../support/previous-release.ts'
import { databaseUrl, freePort, launchProgram } from '../support/programs.ts'
import { Visitor } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'

/** The previous release's tests of draws and results, of accounts and of payments. */
const TESTS = ['src/draws/server', 'src/people/server', 'src/money/server']
/** The tests that list the tables of their own release. */
const LISTS_OF_TABLES = ['covers every table that names users']
/** A wrong schema fails a test each time, a busy machine only once. */
const RETRIES = 2
/** The tries of a migration that the reader outlasts. */
const TRIES_SEEN = 3

const tablesOf = async (client: pg.Client) =>
  (
    await client.query<{ name: string }>(
      `select format('%I', table_name) as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
  ).rows.map(({ name }) => name)

async function readAll(client: pg.Client): Promise<void> {
  for (const table of await tablesOf(client)) await client.query(`select count(*) from ${table}`)
}

/** Migrates while one transaction has read every table. Others read on, each within the server's limit of a statement. */
async function migrateUnderReader(address: Address): Promise<void> {
  await withClient(address, (reader) =>
    withClient(address, async (other) => {
      await other.query(`set statement_timeout = '5s'`)
      await reader.query('begin isolation level repeatable read')
      await readAll(reader)
      let hasEnded = false
      const migrating = migrate(address).finally(() => (hasEnded = true))
      // It may fail while the condition below is checked. The error is thrown at the end.
      migrating.catch(() => undefined)
      let tries = 0
      let isWaiting = false
      await waitFor('the migration ends, or has waited several times', async () => {
        const { rowCount } = await other.query(
          `select from pg_locks where not granted and locktype = 'relation'`,
        )
        if (rowCount! > 0 && !isWaiting) tries++
        isWaiting = rowCount! > 0
        await readAll(other)
        return hasEnded || tries === TRIES_SEEN
      })
      console.log(
        hasEnded ? 'the migration ended beside the reader' : `the migration let others pass ${tries} times`,
      )
      await reader.query('commit')
      await migrating
    }),
  )
}

/** Starts the server of the previous release, and checks that a player can log in and read results. */
async function serve({ folder }: PreviousRelease, address: Address, dataDir: string): Promise<void> {
  const server = launchProgram(
    {
      ...databaseUrl(address),
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      SAMPLE_DATA: 'on',
      AUTH_SECRET: 'k7Wm2Rz9Qp4Xc8Lt6Vb1Nf5Hd3Js0GyUe',
    },
    [process.execPath, join(folder, 'dist/server/main.js')],
  )
  try {
    await server.ready()
    const visitor = new Visitor(server.url)
    await visitor.post('/api/auth/sign-in/email', { email: 'pro@lotto.test', password: DEMO_PASSWORD })
    for (const path of ['/api/me', '/api/getResults', '/dashboard/past-results'])
      assert.equal((await visitor.get(path)).status, 200, `${path}\n${server.output()}`)
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
  }
}

async function main(tests: readonly string[]): Promise<void> {
  const previous = await preparePrevious()
  if (!previous) {
    console.log(
      'Skipped: the history of this clone does not reach the previous release (git fetch --unshallow --tags).',
    )
    return
  }
  console.log(`previous release: ${previous.name}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'lotto-previous-data-'))
  const postgres = await startEmbedded(dataDir, createLog('silent'))
  const database = databaseAt(postgres.address, 'lotto')
  const template = databaseAt(postgres.address, 'template1')
  const port = await openPort(database)
  try {
    await serve(previous, database, dataDir)
    await migrateUnderReader(database)
    await serve(previous, database, dataDir)
    // Postgres copies this database for each new one, so the tests of every release find the new schema in theirs.
    await migrate(template)
    const others = `^(?!.*(?:${LISTS_OF_TABLES.join('|')}))`
    const options = ['--project', 'server', '--testNamePattern', others, '--retry', String(RETRIES)]
    const status = await previous.run('vitest', ['run', ...options, ...tests], {
      TEST_DATABASE_URL: port.url,
    })
    assert.equal(status, 0, `the tests of ${previous.name} fail on the schema of this release`)
  } finally {
    await port.close()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
    previous.remove()
  }
}

const given = process.argv.slice(2)
await main(given.length > 0 ? given : TESTS)
