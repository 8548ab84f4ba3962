import { describe, expect, test } from 'vitest'
import { addDays, formatClock, lagosMinutes } from '../../domain/base/calendar.ts'
import { instant } from '../../../tests/support/predictions.ts'
import { readRecord, recordRows } from '../../../tests/support/record.ts'
import { verifyLedger } from '../../domain/ledger/verify.ts'
import { sha256 } from './hashes.ts'
import { ledgerServer, WINNING } from '../../../tests/support/ledger-days.ts'

const { server, admin, pro, setClock, publish, edit, withdraw, detail, ...calls } = ledgerServer()
const { day, thursday, added, record, correct, remove, undo, move } = calls

/** The Lagos time at which a forecast locks. */
const lockOf = async (id: number) => formatClock(lagosMinutes((await detail(id)).lock))

/** Checks the hashes and rules of the whole record. */
async function expectVerified() {
  const rows = await recordRows(server())
  const { clock, db } = server().services
  const downloadedAt = await clock.now(db)
  const { problems } = await verifyLedger(rows, { chain: 'real', hash: sha256, downloadedAt })
  expect(problems).toEqual([])
}

describe('a draw with forecasts', () => {
  test('that is corrected is scored again, and both scores are shown', async () => {
    const { id } = (await publish({ date: day() })).body
    await setClock(day(), '10:00')
    const draw = await record()
    expect((await correct(draw, 1, { winning: [7, 12, 45, 2, 3] })).status).toBe(200)
    // A correction of the machine numbers changes no score.
    expect(
      (await correct(draw, 2, { winning: [7, 12, 45, 2, 3], machine: [31, 32, 33, 34, 35] })).status,
    ).toBe(200)
    const { score, entries } = await readRecord(server())
    const found = score(id)!
    expect([found.forecast.winning, found.earlier.map(({ winning }) => winning)]).toEqual([
      [7, 12, 45, 2, 3],
      [WINNING],
    ])
    expect(added(entries).map(({ kind }) => kind)).toEqual(['version', 'result', 'result'])
    expect(entries[entries.length - 1]).toMatchObject({ by: 1 })
  })

  test('that is recorded before its close locks them at that moment, and accepts no more of them', async () => {
    const voided = (await readRecord(server())).voidedDraws
    const first = (await publish({ date: day() })).body
    await record()
    for (const refused of [
      await publish({ date: day() }),
      await edit(first.id, { version: 1, numbers: '7,12,1,2,3' }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid-input'])
      expect(refused.body.fields.date).toMatch(/^Diamond of .+ is already drawn\. /)
    }
    expect((await withdraw(first.id, { version: 1, reason: 'it lost' })).status).toBe(200)
    await setClock(day(), '10:00')
    const { standing, voidedDraws } = await readRecord(server())
    expect(standing(first.id)).toMatchObject({ state: 'scored', version: { version: 1 } })
    expect(voidedDraws).toBe(voided)
  })

  test('that is deleted leaves every forecast as it was, and is counted until it has a result again', async () => {
    const before = await readRecord(server())
    const { id } = (await publish({ date: day() })).body
    await setClock(day(), '10:00')
    const draw = await record()
    expect((await remove(draw)).status).toBe(200)
    const deleted = await readRecord(server())
    expect(deleted.standing(id)!.state).toBe('waiting')
    expect(deleted.removedResults).toBe(before.removedResults + 1)
    expect((await undo(draw)).status).toBe(200)
    const restored = await readRecord(server())
    expect(restored.standing(id)).toMatchObject({ state: 'scored', results: [{ winning: WINNING }] })
    expect((await remove(draw)).status).toBe(200)
    await record([11, 12, 13, 14, 15])
    const entered = await readRecord(server())
    expect(entered.standing(id)).toMatchObject({
      state: 'scored',
      results: [{ winning: WINNING }, { winning: [11, 12, 13, 14, 15] }],
    })
    expect([entered.voidedDraws, entered.removedResults]).toEqual([before.voidedDraws, before.removedResults])
    await expectVerified()
  })

  test('that was a mistake before its close opens its forecasts again when it is deleted', async () => {
    const { id } = (await publish({ date: day() })).body
    const lock = (await detail(id)).lock
    await setClock(day(), '08:10')
    const draw = await record()
    expect(await lockOf(id)).toBe('08:10')
    expect((await remove(draw)).status).toBe(200)
    expect(await detail(id)).toMatchObject({ lock, forecast: { standing: { state: 'open' } } })
    expect((await edit(id, { version: 1, numbers: '1,2' })).body.inTime).toBe(true)
    expect((await publish({ date: day(), numbers: '3,4' })).body.inTime).toBe(true)
    await setClock(day(), '10:00')
    await record([1, 2, 30, 40, 50])
    const { standing } = await readRecord(server())
    expect(standing(id)).toMatchObject({ state: 'scored', version: { version: 2 } })
    await expectVerified()
  })

  test('that was known before its close keeps its lock when it is deleted and entered again', async () => {
    const { id } = (await publish({ date: day() })).body
    await setClock(day(), '08:10')
    await remove(await record())
    // Published with the result in hand.
    await setClock(day(), '08:20')
    const late = (await publish({ date: day(), numbers: WINNING.join() })).body
    await setClock(day(), '10:00')
    // The same result without its typing error.
    await record([...WINNING.slice(0, 4), 90])
    const { standing } = await readRecord(server())
    expect([standing(id)!.state, standing(late.id)!.state]).toEqual(['scored', 'after-lock'])
    await expectVerified()
  })

  test('that is corrected to another result before its close locks from the correction on', async () => {
    const { id } = (await publish({ date: day() })).body
    await setClock(day(), '08:10')
    const draw = await record()
    await setClock(day(), '08:20')
    expect((await correct(draw, 1, { winning: [...WINNING.slice(0, 4), 90] })).status).toBe(200)
    expect(await lockOf(id)).toBe('08:10')
    expect((await correct(draw, 2, { winning: [50, 51, 52, 53, 54] })).status).toBe(200)
    expect(await lockOf(id)).toBe('08:20')
    await expectVerified()
  })

  test('that is turned into "no draw" is void and counted until it is drawn again', async () => {
    const before = await readRecord(server())
    const { id } = (await publish({ date: day() })).body
    await setClock(day(), '10:00')
    const draw = await record()
    expect((await correct(draw, 1, { status: 'no_draw', winning: [] })).status).toBe(200)
    const none = await readRecord(server())
    expect(none.standing(id)).toMatchObject({ state: 'void', reason: 'no-draw' })
    expect(none.removedResults).toBe(before.removedResults + 1)
    expect((await correct(draw, 2, {})).status).toBe(200)
    const drawn = await readRecord(server())
    expect(drawn.standing(id)).toMatchObject({ state: 'scored' })
    expect(drawn.removedResults).toBe(before.removedResults)
  })

  test('that was entered for the wrong game is moved, and both games are as without the slip', async () => {
    // Peoples closes at 12:30, Diamond at 09:30.
    const wrong = (await publish({ gameName: 'Peoples', date: day() })).body
    const right = (await publish({ date: day() })).body
    await setClock(day(), '09:40')
    const lock = (await detail(wrong.id)).lock
    const slip = { game: 'peoples', date: day(), winning: WINNING, name: 'peoples' }
    const { id } = (await admin().post('/api/admin/draws', slip)).body
    expect((await detail(wrong.id)).forecast.standing.state).toBe('scored')
    expect((await move(id, 'diamond')).body).toEqual({ id, version: 2 })
    expect((await move(id, 'diamond')).body).toEqual({ id, version: 2 })
    expect(await detail(wrong.id)).toMatchObject({ lock, forecast: { standing: { state: 'open' } } })
    expect((await detail(right.id)).forecast.standing).toEqual({
      state: 'scored',
      winning: WINNING,
      earlier: [],
    })
    await expectVerified()
  })

  test('that is moved to a day without a draw of the game takes its forecasts along', async () => {
    const { id } = (await publish({ date: thursday() })).body
    const late = (await publish({ date: thursday(), numbers: '5,6' })).body
    expect(late.inTime).toBe(true)
    await setClock(thursday(), '16:00')
    const draw = await record(WINNING, thursday())
    // Diamond draws on Mondays and Thursdays; the draw was held a day earlier.
    const wednesday = addDays(thursday(), -1)
    expect((await correct(draw, 1, { date: wednesday })).status).toBe(200)
    const { standing } = await readRecord(server())
    expect(standing(id)).toMatchObject({
      state: 'scored',
      results: [{ date: thursday(), drawnOn: wednesday }],
    })
    expect((await correct(draw, 2, { date: thursday() })).status).toBe(200)
    expect((await readRecord(server())).standing(id)).toMatchObject({
      state: 'scored',
      results: [{ drawnOn: thursday() }],
    })
    await expectVerified()
  })

  test('that is moved to the right day of its game leaves the forecasts of the wrong day as they were', async () => {
    const monday = (await publish({ date: day() })).body
    const other = (await publish({ date: thursday() })).body
    await setClock(thursday(), '16:00')
    const draw = await record(WINNING, thursday())
    expect((await correct(draw, 1, { date: day() })).status).toBe(200)
    const { standing } = await readRecord(server())
    expect([standing(monday.id)!.state, standing(other.id)!.state]).toEqual(['scored', 'waiting'])
    await expectVerified()
  })

  test('that did not take place is void without being counted', async () => {
    const voided = (await readRecord(server())).voidedDraws
    const { id } = (await publish({ date: day() })).body
    await setClock(day(), '10:00')
    expect(
      (
        await admin().post('/api/admin/draws', {
          game: 'diamond',
          date: day(),
          status: 'no_draw',
          winning: [],
        })
      ).status,
    ).toBe(201)
    const { standing, voidedDraws } = await readRecord(server())
    expect(standing(id)).toMatchObject({ state: 'void', reason: 'no-draw' })
    expect(voidedDraws).toBe(voided)
  })

  test('that a holiday moved to another day is scored', async () => {
    const { id } = (await publish({ date: day() })).body
    await setClock(addDays(day(), 1), '12:00')
    await record(WINNING, addDays(day(), 1))
    const { standing } = await readRecord(server())
    expect(standing(id)).toMatchObject({
      state: 'scored',
      results: [{ date: day(), drawnOn: addDays(day(), 1) }],
    })
  })

  test('that was seen before the lock is void, with who entered it and when', async () => {
    const voided = (await readRecord(server())).voidedDraws
    const { id } = (await publish({ date: day() })).body
    await setClock(day(), '10:00')
    await record()
    const observe = (time: string, more: object = {}) =>
      admin().post('/api/admin/draws/observed', { game: 'diamond', date: day(), time, ...more })
    expect((await observe('09:45')).body).toEqual({ voided: false })
    expect((await readRecord(server())).standing(id)!.state).toBe('scored')
    expect((await observe('09:20')).body).toEqual({ voided: true })
    expect((await observe('09:20')).status).toBe(200)
    const { standing, voidedDraws, entries } = await readRecord(server())
    expect(standing(id)).toMatchObject({ state: 'void', reason: 'moved-lock' })
    expect(voidedDraws).toBe(voided + 1)
    expect(added(entries).filter(({ kind }) => kind === 'lock')).toMatchObject([
      { cause: 'observed', to: instant(day(), '09:05'), by: 1 },
    ])
    for (const wrong of [{ time: '9:20' }, { time: '23:00' }, { date: addDays(day(), 1) }, { game: 'x' }])
      expect((await observe('09:00', wrong)).status).toBe(400)
    expect((await pro().post('/api/admin/draws/observed', {})).status).toBe(403)
  })
})
