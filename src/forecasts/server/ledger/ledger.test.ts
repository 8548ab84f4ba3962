import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { asOwner, rowsOf } from '../../../../tests/support/database.ts'
import { recordRows, verifyRecord } from '../../../../tests/support/record.ts'
import { appendLeaves, lockLedger } from './append.ts'
import { recordHead } from './memory.ts'
import type { NewLeaf } from '../../rules/log/leaves.ts'
import { ledgerServer } from '../../../../tests/support/ledger-days.ts'

const { server, admin, setClock, publish, day, added, newRows, record } = ledgerServer()

const headOf = (lines: readonly string[]) =>
  createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex')

test('the head covers each committed line, and a publication and a close ask for stamps', async () => {
  await publish({ date: day() })
  await newRows()
  const { services } = server()
  const wanted = async () =>
    (await server().rows`select key from graphile_worker.jobs where task_identifier = 'stamp-head'`)
      .map(({ key }) => String(key))
      .sort((one, other) => one.localeCompare(other))
  const lines = (await recordRows(server())).map(({ leaf }) => leaf)
  expect(await recordHead(services)).toEqual({ size: lines.length, head: headOf(lines) })
  expect(await recordHead(services, 2)).toEqual({ size: 2, head: headOf(lines.slice(0, 2)) })
  expect([await recordHead(services, 0), await recordHead(services, lines.length + 1)]).toEqual([null, null])
  expect(await wanted()).toEqual(['stamp-head:newest'])

  await setClock(day(), '10:00')
  await record()
  expect(await wanted()).toEqual([`stamp-head:${lines.length}`, 'stamp-head:newest'])
})

describe('the log', () => {
  test('refuses changes by every role', async () => {
    await publish({})
    // Without entries, so that only the trigger keeps them.
    await server().rows`insert into authors (pen_name, created_at) values ('Ada Okafor', now())`
    await server()
      .rows`insert into draw_observations (game_key, draw_date, observed_at, at) values ('gold', '2020-01-01', now(), now())`
    for (const change of [
      sql`update log_leaves set leaf = leaf || ' '`,
      sql`delete from log_leaves`,
      sql`truncate log_leaves`,
      sql`truncate ended_logs`,
      sql`delete from authors where pen_name = 'Ada Okafor'`,
      sql`update draw_observations set observed_at = observed_at - interval '1 hour'`,
      sql`delete from draw_observations`,
      sql`delete from multipliers`,
      sql`update multipliers set times = 1`,
      sql`update predictions set lock_at = lock_at + interval '1 hour'`,
      sql`update predictions set chain = 'sample' where chain = 'real'`,
      sql`update predictions set author_id = (select id from authors where pen_name = 'Ada Okafor') where chain = 'real'`,
    ]) {
      await expect(rowsOf(server(), change)).rejects.toThrow()
      await expect(asOwner(server(), change)).rejects.toThrow()
    }
  })

  test('dates no entry before the last one when the clock is set back', async () => {
    await setClock(day(), '08:30')
    await publish({ date: day() })
    await setClock(day(), '08:20')
    expect((await publish({ date: day(), numbers: '1,2' })).status).toBe(201)
    const [first, second] = (await newRows()).filter(({ entry }) => entry.kind === 'version')
    expect(second!.entry.at).toBe(first!.entry.at)
  })

  test('refuses an entry that is dated before the last one', async () => {
    await setClock(day(), '08:30')
    await publish({ date: day() })
    const { db } = server().services
    const early = { kind: 'end', at: '2020-01-01T00:00:00.000Z' } as NewLeaf
    const appended = db.transaction(async (tx) => appendLeaves(tx, await lockLedger(tx), [{ leaf: early }]))
    await expect(appended).rejects.toThrow('is dated before the one above')
  })

  test('does not fork when two processes publish at the same time', async () => {
    const two = await server().another()
    const { clock, db } = server().services
    two.services.clock.setOffset((await clock.now(db)) - (await two.services.clock.now(db)))
    const staff = [admin(), await two.as('admin')]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        staff[i % 2]!.post('/api/admin/predictions', { gameName: 'Bingo', numbers: [i + 1] }),
      ),
    )
    for (const { status } of answers) expect(status).toBe(201)
    // The record of one process has the entries of the other as soon as it is notified of them.
    const versions = async () =>
      added(await recordRows(server())).filter(({ entry }) => entry.kind === 'version')
    await expect.poll(versions).toHaveLength(12)
    const { problems } = await verifyRecord(server())
    // The draws of earlier tests have no results, and nothing revealed their forecasts.
    expect(problems.filter(({ check }) => check !== 'R6' && check !== 'E4')).toEqual([])
    const leavesOf = async (one: typeof two) => (await recordRows(one)).map(({ leaf }) => leaf)
    const leaves = await leavesOf(server())
    await expect.poll(() => leavesOf(two)).toEqual(leaves)
  })

  test('answers a known version with 304, and a later close with the revealed forecasts', async () => {
    await publish({ date: day() })
    const visitor = server().anonymous()
    const { headers } = await visitor.get('/record.csv')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const known = { headers: { 'if-none-match': headers.get('etag')! } }
    expect((await visitor.get('/record.csv', known)).status).toBe(304)
    await setClock(day(), '09:30')
    expect((await visitor.get('/record.csv', known)).text).toContain('12, 45')
  })
})
