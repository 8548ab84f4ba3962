// DATA-06 where the place of the database does not tell: a managed server, or a process that looks before the others.
import { expect, test } from 'vitest'
import { queryAt } from '../../../../tests/support/database.ts'
import { testServer, type TestServer } from '../../../../tests/support/test-server.ts'

const one = testServer({ pollIntervalMs: 600_000 })

const histories = () => one().rows`select seq::float8, ids from changes where kind = 'history' order by seq`
const alarms = () => one().rows`select reference from alarms where kind = 'history-lost'`
const seqAt = ({ services }: TestServer) => services.draws.current().seq

/** Runs statements as the owner without triggers, as a fail-over loses rows and keeps no trace. */
const withoutTriggers = (text: string) =>
  queryAt(one().address, `begin; set local session_replication_role = replica; ${text}; commit`)

test('DATA-06: the first server tells where the history is, and others do not repeat it', async () => {
  const [first, ...others] = await histories()
  expect(others).toEqual([])
  expect(first!.ids[0]).toMatch(/^\d+\/\d+\/[0-9A-F]{8}$/)
  const two = await one().another()
  expect([await histories(), await alarms()]).toEqual([[first], []])
  await two.stop({ lingerMs: 0 })
})

test('DATA-06: several servers that miss their last change record one loss, and continue above its number', async () => {
  const two = await one().another()
  const admin = await one().as('admin')
  const draw = { game: 'gold', date: '2020-05-01', winning: [1, 2, 3, 4, 5] }
  expect((await admin.post('/api/admin/draws', draw)).status).toBe(201)
  await two.services.draws.catchUp()
  const lost = seqAt(one())
  expect(seqAt(two)).toBe(lost)
  await withoutTriggers(
    `delete from draws where date = '2020-05-01'; delete from changes where seq = ${lost}`,
  )
  await Promise.all([one(), two].map(({ services }) => services.draws.catchUp()))
  await Promise.all([one(), two].map(({ services }) => services.draws.catchUp()))
  expect(await histories()).toHaveLength(2)
  expect(await alarms()).toHaveLength(1)
  for (const server of [one(), two]) {
    expect(seqAt(server)).toBeGreaterThan(lost)
    const { body } = await (await server.as('pro')).get('/api/history')
    expect([body.draws, body.seq]).toEqual([0, seqAt(one())])
  }
  const closed = await one().rows`select at from restores where payments_opened_at is null`
  expect(closed).toHaveLength(1)
  await two.stop({ lingerMs: 0 })
})

test('DATA-06: another timeline orders the comparison and leaves payments open', async () => {
  await one().rows`update restores set payments_opened_at = now()`
  await one().rows`update alarms set closed_at = now(), closed_by = 'test', closed_reason = 'test'`
  const timeline = `regexp_replace(ids[1], '[0-9A-F]+$', 'FFFFFFFF')`
  await withoutTriggers(`update changes set ids = array[${timeline}] where kind = 'history'`)
  const two = await one().another()
  const open = await one().rows`select from alarms where kind = 'history-lost' and closed_at is null`
  expect(open).toHaveLength(1)
  const jobs = await one().rows`select from graphile_worker.jobs where task_identifier = 'compare-payments'`
  expect(jobs).toHaveLength(1)
  expect(await one().rows`select from restores where payments_opened_at is null`).toEqual([])
  await two.stop({ lingerMs: 0 })
})

test('a draw whose public id has not 16 hexadecimal digits is refused, because no server could start with it', async () => {
  const insert = (id: string) =>
    one().rows`insert into draws (public_id, game_key, date, state, winning, machine, source, recorded_at)
          values (${id}, 'gold', '2020-06-01', 'drawn', '{1,2,3,4,5}', '{}', 'staff', now())`.then(
      () => 'stored',
      ({ cause }) => cause.constraint as string,
    )
  for (const id of ['0123456789abcde', '0123456789abcdef0', '0123456789abcdeF', 'x123456789abcdef', ''])
    expect(await insert(id)).toBe('draws_public_id')
  expect(await insert('0123456789abcdef')).toBe('stored')
})
