import { describe, expect, test } from 'vitest'
import { addDays } from '../../domain/calendar.ts'
import { instant } from '../../../tests/support/predictions.ts'
import { readRecord } from '../../../tests/support/record.ts'
import { ledgerServer, WINNING } from '../../../tests/support/ledger-days.ts'

const { server, admin, pro, setClock, publish, edit, withdraw, day, thursday, added, record, correct } =
  ledgerServer()

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

  test('that is recorded before its close locks them at that moment', async () => {
    const voided = (await readRecord(server())).voidedDraws
    const first = (await publish({ date: day() })).body
    await record()
    const second = (await publish({ date: day() })).body
    expect((await edit(first.id, { version: 1, numbers: '7,12,1,2,3' })).body.inTime).toBe(false)
    expect((await withdraw(first.id, { version: 2, reason: 'it lost' })).status).toBe(200)
    await setClock(day(), '10:00')
    const { standing, voidedDraws } = await readRecord(server())
    expect(standing(first.id)).toMatchObject({ state: 'scored', version: { version: 1 } })
    expect([standing(second.id)!.state, voidedDraws]).toEqual(['after-lock', voided])
  })

  test('that is deleted, or turned into "no draw", is void for every author and counted', async () => {
    const voided = (await readRecord(server())).voidedDraws
    const one = (await publish({ date: day() })).body
    const other = (await publish({ date: thursday() })).body
    await setClock(thursday(), '17:00')
    const draw = await record()
    expect(
      (await admin().request('DELETE', `/api/admin/draws/${draw}`, { body: { version: 1, reason: 'x' } }))
        .status,
    ).toBe(200)
    await record([11, 12, 13, 14, 15])
    const second = await record(WINNING, thursday())
    expect((await correct(second, 1, { date: thursday(), status: 'no_draw', winning: [] })).status).toBe(200)
    const { standing, voidedDraws } = await readRecord(server())
    for (const { id } of [one, other])
      expect(standing(id)).toMatchObject({ state: 'void', reason: 'moved-lock' })
    expect(voidedDraws).toBe(voided + 2)
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
