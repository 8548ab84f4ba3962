// One Postgres per test run, and one database per test file, cloned from a template.
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { type Address, connect, withClient } from '../../src/platform/server/db/connect.ts'
import { createClock } from '../../src/platform/server/db/clock.ts'
import { startEmbedded } from '../../src/platform/server/db/embedded.ts'
import { migrate } from '../../src/platform/server/db/migrate.ts'
import { prepareInstallation } from '../../src/app/server/installation.ts'
import { prepareJobs } from '../../src/app/server/jobs/run.ts'
import { setParts } from '../../src/app/server/parts.ts'
import { createLog } from '../../src/platform/server/base/log.ts'
import { checkAudit } from './audit-checks.ts'
import { closeOwner } from './database.ts'
import { testSettings } from './settings.ts'

/** `installed`: games and demo accounts, no draws. `samples`: with five years of sample draws. `blank`: the empty schema. */
export type Template = 'installed' | 'samples' | 'blank'

/** The run's server as plain data, so that it can be passed to other processes. */
export interface TestPostgres {
  server: Address
}

const templateName = (template: Template) => `lotto_template_${template}_${process.env.TEST_RUN ?? 'run'}`

export function databaseAt(server: Address, database: string): Address {
  if ('socketDir' in server) return { ...server, database }
  const url = new URL(server.url)
  url.pathname = `/${database}`
  return { url: url.toString() }
}

/** Starts the run's server, or uses `TEST_DATABASE_URL`, and creates the templates. */
export async function startPostgres(): Promise<TestPostgres & { stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  const dataDir = newDataDir()
  const embedded = url ? null : await startEmbedded(dataDir, createLog('silent'))
  const server = embedded?.address ?? { url: url! }
  if (embedded) await withClient(server, spareWork)
  for (const template of ['blank', 'installed'] as const) {
    const name = templateName(template)
    await withClient(server, async (client) => {
      await client.query(`drop database if exists ${name}`)
      await client.query(`create database ${name}`)
    })
    const address = databaseAt(server, name)
    await migrate(address)
    await checkAudit(address)
    await prepareJobs(address, createLog('silent'))
    if (template === 'installed') await install(address)
  }
  return {
    server,
    async stop() {
      for (const template of ['blank', 'installed', 'samples'] as const) {
        await withClient(server, (client) =>
          client.query(`drop database if exists ${templateName(template)}`),
        )
      }
      await embedded?.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const MEMORY = '/dev/shm'
const MEMORY_NEEDED = 2 * 1024 ** 3

/**
 * Creates the folder of the run's server, in memory if there is room: there a new database takes a tenth of the processor
 * time. The folders of runs that were killed go.
 */
function newDataDir(): string {
  if (!existsSync(MEMORY)) return mkdtempSync(join(tmpdir(), 'lotto-test-'))
  for (const name of readdirSync(MEMORY)) {
    const pid = /^lotto-test-(\d+)-/.exec(name)?.[1]
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
  const { bavail, bsize } = statfsSync(MEMORY)
  const place = bavail * bsize >= MEMORY_NEEDED ? MEMORY : tmpdir()
  return mkdtempSync(join(place, `lotto-test-${process.pid}-`))
}

/**
 * The data of a run need not survive a crash of the machine, and its many small databases need no vacuum. The tests of
 * crashes have clusters of their own.
 */
async function spareWork(client: Client): Promise<void> {
  for (const name of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum', 'jit'])
    await client.query(`alter system set ${name} = off`)
  // Comparing all tables started two processes each time.
  await client.query('alter system set max_parallel_workers_per_gather = 0')
  await client.query('select pg_reload_conf()')
}

async function install(address: Address, settings: Record<string, string> = {}): Promise<void> {
  const connection = connect(address)
  const clock = createClock({ production: false })
  const log = createLog('silent')
  setParts()
  await prepareInstallation({ db: connection.db, clock, settings: testSettings(settings), log })
  await connection.close()
}

let count = 0

/** Creates a database from a template, or without a schema (`empty`). `drop` removes it. */
export async function newDatabase(postgres: TestPostgres, template: Template | 'empty' = 'installed') {
  if (template === 'samples') await addSamples(postgres)
  return cloneOf(postgres, template === 'empty' ? 'template0' : templateName(template))
}

/** Creates the template with samples when the first worker needs it, because it takes seconds. */
function addSamples({ server }: TestPostgres): Promise<void> {
  const name = templateName('samples')
  return withClient(server, async (client) => {
    await client.query('select pg_advisory_lock(2)')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    const { address } = await cloneOf({ server }, templateName('blank'))
    await install(address, { SAMPLE_DATA: 'on' })
    await client.query(`alter database ${nameOf(address)} rename to ${name}`)
  })
}

/** Copies a database with all rows, as a restore from a backup would. No server may be connected to it. */
export async function copyDatabase(postgres: TestPostgres, address: Address) {
  await closeOwner()
  return cloneOf(postgres, nameOf(address))
}

export const nameOf = (address: Address) =>
  'database' in address ? address.database : new URL(address.url).pathname.slice(1)

/** Copies a database whose servers run. Their connections end, and they connect again. */
export const copyUsedDatabase = (postgres: TestPostgres, address: Address) =>
  whileClosed(postgres, address, () => copyDatabase(postgres, address))

/** Ends all sessions of a database, lets none begin, and runs the work meanwhile. */
export function whileClosed<Result>(
  { server }: TestPostgres,
  address: Address,
  work: (run: (text: string) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  const name = nameOf(address)
  return withClient(server, async (client) => {
    await client.query(`alter database ${name} with allow_connections false`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    const result = await work((text) => client.query(text))
    await client.query(`alter database ${name} with allow_connections true`)
    return result
  })
}

async function cloneOf({ server }: TestPostgres, original: string) {
  const name = `lotto_${process.pid}_${count++}_${Math.random().toString(36).slice(2, 8)}`
  // Postgres refuses two concurrent clones of one template.
  await withClient(server, async (client) => {
    await client.query('select pg_advisory_lock(1)')
    await client.query(`create database ${name} template ${original} strategy file_copy`)
  })
  return {
    address: databaseAt(server, name),
    drop: () =>
      withClient(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`)
        await client.query(`drop role if exists ${name}_app`)
      }),
  }
}
