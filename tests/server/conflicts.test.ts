import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../support/database.ts'
import { startPaystack } from '../support/paystack-model.ts'
import { expectProblem } from '../support/refusals.ts'
import { testServer, type Visitor } from '../support/test-server.ts'
import { holdWriteLock } from '../support/write-lock.ts'

// DB-05: Postgres ends a transaction because of another one, by a deadlock or a serialization failure.
const paystack = await startPaystack()
const server = testServer({ settings: paystack.settings, standIns: true })
let admin: Visitor
afterAll(() => paystack.stop())
beforeAll(async () => {
  admin = await server().as('admin')
})

const record = (date: string) =>
  admin.post('/api/admin/draws', { game: 'gold', date, winning: [1, 2, 3, 4, 5] })

/** Makes the first inserts into a table fail with a code. @returns the number of inserts that were tried */
async function failInserts(table: string, times: number, code: string): Promise<() => Promise<number>> {
  const name = `tries_${table}`
  // A sequence also counts in transactions that fail.
  for (const statement of [
    `drop sequence if exists ${name} cascade`,
    `create sequence ${name}`,
    `grant usage on ${name} to public`,
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin
       if nextval('${name}') <= ${times} then raise exception 'a conflict' using errcode = '${code}'; end if;
       return new; end $$`,
    `create or replace trigger fails before insert on ${table} for each row execute function ${name}()`,
  ])
    await asOwner(server(), sql.raw(statement))
  return async () => {
    const [row] = await asOwner(server(), sql.raw(`select last_value::int as n from ${name}`))
    return row!.n as number
  }
}

test('a request that a deadlock ends is repeated, and takes effect once', async () => {
  const lock = await holdWriteLock(server().address)
  const writing = record('2022-01-03')
  // It has written its row and waits for the lock. Now the lock's holder waits for the row's table.
  await lock.untilWaiting(1)
  await lock.takeTable('draws')
  await lock.release()
  expect((await writing).status).toBe(201)
  const [counts] = await server()
    .rows`select (select count(*)::int from draws where date = '2022-01-03') as draws,
               (select count(*)::int from audit where action = 'draw.record') as entries`
  expect(counts).toEqual({ draws: 1, entries: 1 })
})

test.each(['40001', '40P01'])('a transaction that fails three times with %s succeeds', async (code) => {
  const tries = await failInserts('draws', 3, code)
  expect((await record(code === '40001' ? '2022-01-10' : '2022-01-17')).status).toBe(201)
  expect(await tries()).toBe(4)
})

test('a single statement is repeated too', async () => {
  const tries = await failInserts('webhook_deliveries', 3, '40001')
  const body = JSON.stringify({ event: 'charge.success', data: { reference: 'unknown' } })
  const { status } = await admin.post('/api/webhooks/paystack', undefined, {
    raw: { type: 'application/json', content: body },
    headers: { 'x-paystack-signature': paystack.sign(body) },
  })
  expect([status, await tries()]).toEqual([200, 4])
})

test('after three repetitions the answer is 503 with Retry-After, and nothing is written', async () => {
  const tries = await failInserts('draws', 1000, '40P01')
  const answer = await record('2022-01-24')
  expectProblem(answer)
  expect([answer.status, answer.headers.get('retry-after'), await tries()]).toEqual([503, '5', 4])
  expect(await server().rows`select from draws where date = '2022-01-24'`).toEqual([])
})
