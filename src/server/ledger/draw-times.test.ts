import { describe, expect, test } from 'vitest'
import { waitingLocks } from '../../../tests/support/database.ts'
import { ledgerServer, WINNING } from '../../../tests/support/ledger-days.ts'
import { addMetroSlot, followSlots, instant } from '../../../tests/support/predictions.ts'
import { addDays } from '../../domain/base/calendar.ts'
import { appendEntries, lockLedger } from './append.ts'

// What is known about a draw locks it also for the first forecast, which no entry of the ledger can have locked yet.
const { server, admin, setClock, publish, day, thursday, record, correct } = ledgerServer()

const inTime = async (body: object) => (await publish(body)).body.inTime

describe('the lock of a first forecast', () => {
  test('is as before after a record that was a mistake has moved to another day', async () => {
    const draw = await record()
    expect((await publish({ date: day() })).status).toBe(400)
    expect(await inTime({ date: day(), gameName: 'metro' })).toBe(true)
    expect((await correct(draw, 1, { date: addDays(day(), -4), winning: WINNING })).status).toBe(200)
    expect(await inTime({ date: day() })).toBe(true)
    expect(await inTime({ date: day(), gameName: 'metro' })).toBe(true)
  })

  test('is the margin before the draw was seen', async () => {
    const seen = { game: 'diamond', date: day(), time: '07:50' }
    expect((await admin().post('/api/admin/draws/observed', seen)).status).toBe(200)
    expect(await inTime({ date: day() })).toBe(false)
    expect(await inTime({ date: thursday() })).toBe(true)
    expect(await inTime({ date: day(), gameName: 'metro' })).toBe(true)
  })
})

test('a draw waits for the forecast that is being published, even if it is the first', async () => {
  const held = Promise.withResolvers<void>()
  const holder = server().services.db.transaction(async (tx) => {
    await lockLedger(tx)
    await held.promise
  })
  const recorded = record()
  await expect.poll(() => waitingLocks(server())).toBe(1)
  held.resolve()
  await holder
  await recorded
})

test('a lock that moved stays when the game closes later again, for its draw in its chain only', async () => {
  const { db, clock } = server().services
  expect(await inTime({ date: day(), gameName: 'metro' })).toBe(true)
  await addMetroSlot(server(), 12 * 60, addDays(day(), -2))
  await followSlots(server())
  await addMetroSlot(server(), 22 * 60, addDays(day(), -1))
  const ofSamples = { game: 'bingo', date: day(), from: null, to: instant(day(), '07:00'), by: null } as const
  await db.transaction(async (tx) => {
    const at = await clock.now(tx)
    await appendEntries(tx, await lockLedger(tx, 'sample'), [
      { kind: 'lock', cause: 'slot', at, ...ofSamples },
    ])
  })

  await setClock(day(), '12:30')
  expect(await inTime({ date: day(), gameName: 'metro' })).toBe(false)
  expect(await inTime({ date: addDays(day(), 7), gameName: 'metro' })).toBe(true)
  expect(await inTime({ date: day(), gameName: 'bingo' })).toBe(true)
})
