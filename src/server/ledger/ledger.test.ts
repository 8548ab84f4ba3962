import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { asOwner, rowsOf } from '../../../tests/support/database.ts'
import { recordRows } from '../../../tests/support/record.ts'
import { verifyLedger } from '../../domain/ledger/verify.ts'
import { sha256 } from './hashes.ts'
import { ledgerServer } from '../../../tests/support/ledger-days.ts'

const { server, admin, setClock, publish, day, added, newRows } = ledgerServer()

describe('the ledger', () => {
  test('refuses changes by every role', async () => {
    await publish({})
    // Without entries, so that only the trigger keeps them.
    await rowsOf(server(), sql`insert into authors (pen_name, created_at) values ('Ada Okafor', now())`)
    await rowsOf(
      server(),
      sql`insert into draw_observations (game_key, draw_date, observed_at, at) values ('gold', '2020-01-01', now(), now())`,
    )
    for (const change of [
      sql`update ledger_entries set at = at - interval '1 day'`,
      sql`delete from ledger_entries`,
      sql`truncate ledger_entries`,
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
    const [first, second] = await newRows()
    expect(second!.at).toBe(first!.at)
  })

  test('does not fork when two processes publish at the same time', async () => {
    const two = await server().another()
    const { clock, db } = server().services
    two.services.clock.setOffset((await clock.now(db)) - (await two.services.clock.now(db)))
    const staff = [admin(), await two.as('admin')]
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) =>
        staff[i % 2]!.post('/api/admin/predictions', { gameName: 'Bingo', numbers: [i + 1] }),
      ),
    )
    for (const { status } of answers) expect(status).toBe(201)
    // The record of one process has the entries of the other as soon as it is notified of them.
    await expect.poll(async () => added(await recordRows(server()))).toHaveLength(24)
    const rows = await recordRows(server())
    const downloadedAt = await clock.now(db)
    const { problems } = await verifyLedger(rows, { chain: 'real', hash: sha256, downloadedAt })
    expect(problems).toEqual([])
    await expect.poll(() => recordRows(two)).toEqual(rows)
  })

  test('answers a known version with 304, and a later close with the revealed forecasts', async () => {
    await publish({ date: day() })
    const visitor = server().anonymous()
    const { headers } = await visitor.get('/record.csv')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const known = { headers: { 'if-none-match': headers.get('etag')! } }
    expect((await visitor.get('/record.csv', known)).status).toBe(304)
    await setClock(day(), '09:30')
    expect((await visitor.get('/record.csv', known)).text).toContain('12,45')
  })
})
