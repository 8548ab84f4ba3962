import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { asOwner } from '../support/database.ts'
import { expectProblem } from '../support/refusals.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// A database that refuses writes as if its disk were full (DB-03). tests/ops/full-disk.test.ts fills a real disk.
const TOKEN = 'a-token-of-tests-012345'
const server = testServer({ settings: { METRICS_TOKEN: TOKEN } })
let admin: Visitor
let days = 0

beforeAll(async () => {
  admin = await server().as('admin')
})

async function fill(): Promise<void> {
  await asOwner(
    server(),
    sql`create or replace function no_space() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
  )
  await asOwner(server(), sql`create trigger no_space before insert on draws execute function no_space()`)
  await asOwner(
    server(),
    sql`create or replace function no_table() returns event_trigger language plpgsql as
        $$ begin raise exception 'could not create file' using errcode = '53100'; end $$`,
  )
  await asOwner(
    server(),
    sql`create event trigger no_table on ddl_command_start when tag in ('CREATE TABLE AS')
        execute function no_table()`,
  )
}
async function makeRoom(): Promise<void> {
  await asOwner(server(), sql`drop trigger no_space on draws`)
  await asOwner(server(), sql`drop event trigger no_table`)
}

const record = () => {
  const date = new Date(Date.UTC(2001, 0, ++days)).toISOString().slice(0, 10)
  return admin.post('/api/admin/draws', { game: 'diamond', date, winning: [1, 2, 3, 4, 5] })
}
const writes = async () => (await admin.get('/readyz')).body.writes as boolean
async function metric(): Promise<string | undefined> {
  const { text } = await admin.get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
  return /^lotto_database_writable (.+)$/m.exec(text)?.[1]
}

test('with a full disk writes get 503 and reads work, until there is space again', async () => {
  expect([(await record()).status, await writes(), await metric()]).toEqual([201, true, '1'])
  await fill()

  // The database causes the first refusal. Later writes are refused without trying it.
  const credentials = { email: 'free@lotto.test', password: 'lotto-forecast-demo' }
  const refused = [
    await record(),
    await record(),
    await admin.post('/api/auth/sign-in/email', credentials),
    await admin.request('POST', '/api/webhooks/paystack', {
      raw: { type: 'application/json', content: '{}' },
    }),
  ]
  for (const answer of refused) {
    expectProblem(answer)
    expect(answer.status).toBe(503)
    expect(answer.body.code).toBe('disk-full')
    expect(answer.headers.get('retry-after')).toBe('30')
  }

  const ready = await admin.get('/readyz')
  expect([ready.status, ready.body, await metric()]).toEqual([200, { ready: true, writes: false }, '0'])
  const reads = ['/api/me', '/api/getResults', '/dashboard', '/api/admin/draws']
  const answers = await Promise.all(reads.map((path) => admin.get(path)))
  expect(answers.map(({ status }) => status)).toEqual(reads.map(() => 200))
  expect((await server().anonymous().get('/login')).status).toBe(200)
  expect((await admin.get('/admin')).text).toContain(
    'Nothing can be saved: the disk of the database is full. People can still read.',
  )

  await makeRoom()
  await expect.poll(writes).toBe(true)
  expect([(await record()).status, await metric()]).toEqual([201, '1'])
  const alarms = () => server().rows`select kind, reference, details from alarms where closed_at is null`
  await expect.poll(alarms).toEqual([{ kind: 'disk-full', reference: 'disk', details: { minutes: 1 } }])
  expect((await admin.get('/admin')).text).toContain('The disk of the database was full')
})

test('a read succeeds although the last use of its session cannot be saved', async () => {
  const reader = await server().as('free')
  await server().rows`update sessions set seen_at = seen_at - interval '3 hours'`
  await fill()
  await asOwner(server(), sql`create trigger no_space before update on sessions execute function no_space()`)
  expect([(await reader.get('/api/me')).status, await writes()]).toEqual([200, false])
  await asOwner(server(), sql`drop trigger no_space on sessions`)
  await makeRoom()
  await expect.poll(writes).toBe(true)
})
