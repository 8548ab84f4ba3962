import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newDatabase } from '../../../../tests/support/postgres.ts'
import { newFolder } from '../../../../tests/support/programs.ts'
import { testServer } from '../../../../tests/support/test-server.ts'
import { STAFF_LIMITS } from '../../rules/access/staff.ts'
import { createLog } from '../base/log.ts'
import { prepareDatabase } from '../../../app/server/installation.ts'
import { type Address, clientConfig } from './connect.ts'
import { type Embedded, startEmbedded } from './embedded.ts'

const server = testServer()

async function run<Row = any>(address: Address, text: string): Promise<Row[]> {
  const client = new pg.Client(clientConfig(address))
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}
/** The SQLSTATE of a refused statement; `done` if it succeeds. */
const codeOf = (address: Address, text: string): Promise<string> =>
  run(address, text).then(
    () => 'done',
    (error: pg.DatabaseError) => error.code ?? error.message,
  )
const DENIED = '42501'

describe('the app’s role', () => {
  test('connects requests and jobs and is no superuser', async () => {
    const [row] = await server()
      .rows`select current_user as name, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles
          where rolname = current_user`
    const [{ database }] = (await run(server().address, 'select current_database() as database')) as [any]
    const no = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false }
    expect(row).toEqual({ name: `${database}_app`, ...no })
  })

  test('cannot truncate or drop a table, disable a trigger or change its role', async () => {
    const { app } = server().database
    const tables = await server().rows<{
      name: string
    }>`select format('%I.%I', schemaname, tablename) as name from pg_tables
          where schemaname in ('public', 'graphile_worker', 'drizzle')`
    expect(tables.length).toBeGreaterThan(25)
    for (const { name } of tables) {
      const refused = [
        `truncate ${name} cascade`,
        `alter table ${name} disable trigger all`,
        `drop table ${name} cascade`,
      ]
      for (const text of refused) expect([text, await codeOf(app, text)]).toEqual([text, DENIED])
    }
    for (const text of [
      `set session_replication_role = replica`,
      `set role postgres`,
      `create table public.mine (id int)`,
      `create or replace function public.refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
      `drop trigger append_only on audit`,
      `copy audit to program 'cat'`,
      `create role another superuser`,
    ])
      expect([text, await codeOf(app, text)]).toEqual([text, DENIED])
  })

  test('can update and delete rows, but not in append-only tables', async () => {
    const { app } = server().database
    const rows = await run<{ may: string }>(
      app,
      `select table_name || ' ' || lower(string_agg(privilege_type, ' ' order by privilege_type)) as may
       from information_schema.role_table_grants where grantee = current_user and table_name in
         ('audit', 'grants', 'reversals', 'draw_corrections', 'payment_events', 'prediction_versions', 'payments')
       group by table_name order by 1`,
    )
    expect(rows.map(({ may }) => may)).toEqual([
      'audit insert select',
      'draw_corrections insert select',
      'grants insert select',
      'payment_events insert select',
      'payments insert select update',
      'prediction_versions insert select update',
      'reversals insert select',
    ])
    expect(await codeOf(app, `delete from audit`)).toBe(DENIED)
    expect(await codeOf(app, `delete from payments where reference = 'none'`)).toBe(DENIED)
    expect(await codeOf(app, `delete from sessions where token = 'none'`)).toBe('done')
    expect(await codeOf(app, `update draws set serial = serial where id = -1`)).toBe('done')
  })

  test('is not the only protection: triggers refuse the same changes by the owner', async () => {
    const { owner } = server().database
    await run(owner, `insert into audit (at, action, subject, details) values (now(), 'test', 'slip', '{}')`)
    for (const text of [`delete from audit`, `update audit set action = 'x'`])
      expect([text, await codeOf(owner, text)]).toEqual([text, '23001'])
  })
})

describe('audit entries', () => {
  const old = () => `now() - interval '${STAFF_LIMITS.auditKeptDays + 2} days'`
  const insert = (at: string, subject: string) =>
    run(
      server().database.app,
      `insert into audit (at, action, subject, details) values (${at}, 'test', '${subject}', '{}')`,
    )
  const subjects = async () =>
    (await server().rows`select subject from audit where action = 'test'`).map(
      ({ subject }) => subject as string,
    )

  test('expire after a year, and only by the job that connects as the owner', async () => {
    await insert(old(), 'expired')
    await insert(`now() - interval '${STAFF_LIMITS.auditKeptDays - 1} days'`, 'nearly')
    const { app } = server().database
    expect(await codeOf(app, `delete from audit where subject = 'expired'`)).toBe(DENIED)
    await server().sweep()
    const kept = await subjects()
    expect(kept).toContain('nearly')
    expect(kept).not.toContain('expired')
    const [noted] = await server().rows`select details from audit where action = 'audit.expire'`
    expect(noted).toMatchObject({ details: { entries: 1 } })
    await server().sweep()
    expect(await server().rows`select from audit where action = 'audit.expire'`).toHaveLength(1)
  })
})

describe('two roles from the settings', () => {
  const log = createLog('silent')
  const id = randomUUID().slice(0, 8)
  const [plain, second, boss] = [`plain_${id}`, `second_${id}`, `boss_${id}`]
  let database: Awaited<ReturnType<typeof newDatabase>>
  let server: Address
  /** The database by another role. */
  const as = (user: string, password = 'a-password'): Address => {
    if ('socketDir' in database.address) return { ...database.address, user }
    const url = new URL(database.address.url)
    url.username = user
    url.password = password
    return { url: url.toString() }
  }

  beforeAll(async () => {
    database = await newDatabase(inject('postgres'), 'empty')
    server = inject('postgres').server
    const [{ name }] = (await run(database.address, 'select current_database() as name')) as [any]
    await run(server, `create role ${plain} login password 'a-password'`)
    await run(server, `create role ${boss} login superuser password 'a-password'`)
    await run(server, `alter database ${name} owner to ${plain}`)
  })
  afterAll(async () => {
    await database.drop()
    for (const role of [plain, second, boss]) await run(server, `drop role if exists ${role}`)
  })

  test('the start without the right to create roles prints the SQL and names DATABASE_OWNER_URL', async () => {
    const start = prepareDatabase({ owner: as(plain), app: null }, log)
    await expect(start).rejects.toThrow(/^The settings are invalid:\n {2}- DATABASE_URL: the role plain_/)
    await expect(start).rejects.toThrow(/create role ".*_app" login password 'CHOOSE ONE';/)
    await expect(start).rejects.toThrow(/set DATABASE_OWNER_URL to/)
  })

  test('the start grants a role that an administrator created what the app needs', async () => {
    await run(server, `create role ${second} login password 'a-password'`)
    const made = await prepareDatabase({ owner: as(plain), app: as(second) }, log)
    expect(made).toEqual({ owner: as(plain), app: as(second) })
    expect(await codeOf(as(second), 'select from users')).toBe('done')
    expect(await codeOf(as(second), `select graphile_worker.add_job('sweep')`)).toBe('done')
    expect(await run(as(second), 'select id from graphile_worker._private_jobs')).toHaveLength(1)
    expect(await codeOf(as(second), 'truncate audit')).toBe(DENIED)
  })

  test('the start refuses an app role that could erase the audit trail', async () => {
    await expect(prepareDatabase({ owner: as(plain), app: as(boss) }, log)).rejects.toThrow(
      /DATABASE_URL: the role boss_\w+ could erase the audit trail/,
    )
    await run(server, `grant ${plain} to ${second}`)
    await expect(prepareDatabase({ owner: as(plain), app: as(second) }, log)).rejects.toThrow(/could erase/)
    await run(server, `revoke ${plain} from ${second}`)
  })

  test('the next start revokes privileges that were granted by hand', async () => {
    await run(database.address, `grant all on all tables in schema public to ${second}`)
    expect(await codeOf(as(second), 'truncate alarms')).toBe('done')
    await prepareDatabase({ owner: as(plain), app: as(second) }, log)
    expect(await codeOf(as(second), 'truncate alarms')).toBe(DENIED)
    expect(await codeOf(as(second), 'delete from audit')).toBe(DENIED)
  })
})

describe('an owner with a password that may create roles', () => {
  const folder = newFolder()
  const log = createLog('silent')
  let embedded: Embedded
  /** The owner's address on a socket that requires passwords. */
  const by = (password: string): Address => ({
    url: `postgres://boss:${password}@/paid?host=${encodeURIComponent((embedded.address as { socketDir: string }).socketDir)}`,
  })

  beforeAll(async () => {
    embedded = await startEmbedded(folder.path, log)
    await run(embedded.address, `create role boss login createrole password 'first'`)
    await run(embedded.address, 'create database paid owner boss')
    const rules = ['local all postgres trust', 'local all all scram-sha-256', '']
    writeFileSync(join(folder.path, 'postgres/cluster/pg_hba.conf'), rules.join('\n'))
    await run(embedded.address, 'select pg_reload_conf()')
  })
  afterAll(async () => {
    await embedded.stop()
    folder.remove()
  })

  test('creates the app’s role once, with a password that every server derives', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() => prepareDatabase({ owner: by('first'), app: null }, log)),
    )
    expect(one).toEqual(two)
    expect(await run(one!.app, 'select current_user as name')).toEqual([{ name: 'paid_app' }])
    expect(await codeOf(one!.app, 'truncate audit')).toBe(DENIED)
    const wrong = { url: (one!.app as { url: string }).url.replace(/:[^:@]+@/, ':wrong@') }
    expect(await codeOf(wrong, 'select 1')).toBe('28P01')
  })

  test('sets its password again after the owner’s password has changed', async () => {
    const before = await prepareDatabase({ owner: by('first'), app: null }, log)
    await run(embedded.address, `alter role boss password 'second'`)
    await expect(prepareDatabase({ owner: by('first'), app: null }, log)).rejects.toThrow(
      /DATABASE_URL: no connection to \S+ \(password authentication failed for user "boss"\)/,
    )
    const after = await prepareDatabase({ owner: by('second'), app: null }, log)
    expect(await codeOf(after.app, 'select from users')).toBe('done')
    expect(await codeOf(before.app, 'select from users')).toBe('28P01')
  })

  test('creates a missing role of DATABASE_URL with its password', async () => {
    const app = { url: (by('x') as { url: string }).url.replace('boss:x', 'given:its-own') }
    const made = await prepareDatabase({ owner: by('second'), app }, log)
    expect(made.app).toEqual(app)
    expect(await codeOf(app, 'select from users')).toBe('done')
    expect(await codeOf(app, 'truncate users')).toBe(DENIED)
  })
})
