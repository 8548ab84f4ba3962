import { describe, expect, test } from 'vitest'
import { ledgerServer, WINNING } from '../../../../tests/support/ledger-days.ts'
import { readRecord, recordRows, verifyRecord } from '../../../../tests/support/record.ts'
import { revealDue } from './versions.ts'

const { server, admin, setClock, publish, edit, detail, ...calls } = ledgerServer()
const { day, added, record, correct, remove, undo } = calls

const kinds = async () => added(await recordRows(server())).map(({ entry }) => entry.kind)

/** The verifier finds nothing wrong, and agrees with the record about every forecast. */
async function expectVerified() {
  const { problems, forecasts } = await verifyRecord(server())
  expect(problems).toEqual([])
  const { entries, standing } = await readRecord(server())
  const ids = [...new Set(entries.flatMap((one) => (one.kind === 'version' ? one.forecast : [])))]
  expect(forecasts.map(({ state }) => state)).toEqual(ids.map((id) => standing(id)!.state))
}

async function sweep() {
  const { db, clock } = server().services
  await revealDue(db, clock)
}

describe('the log', () => {
  test('starts with the whole schedule, and says nothing secret about a forecast', async () => {
    const { id } = (await publish({ date: day(), numbers: '7,12', form: 'two_sure', reasons: 'A guess' }))
      .body
    const { record: text, problems } = await verifyRecord(server())
    expect(problems).toEqual([])
    const leaves = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    expect(leaves[0]).toMatchObject({ kind: 'start', origin: 'localhost/log/1', cause: 'new' })
    expect(leaves.filter(({ kind }) => kind === 'slot').length).toBeGreaterThan(20)
    const last = leaves.at(-1)
    expect(last).toMatchObject({ kind: 'version', forecast: id, nth: 1, count: 2, form: 'two_sure' })
    expect(JSON.stringify(last)).not.toContain('numbers')
    expect(text).not.toContain('A guess')
    await setClock(day(), '09:30')
    await sweep()
    expect((await kinds()).slice(-1)).toEqual(['reveal'])
    const { record: later } = await verifyRecord(server())
    expect(later).toContain('"numbers":[7,12]')
    await expectVerified()
    await record()
  })

  test('reveals the forecasts of a draw before its result, and takes no more of them', async () => {
    const first = (await publish({ date: day() })).body
    await edit(first.id, { version: 1, numbers: '7,12' })
    await setClock(day(), '10:00')
    const draw = await record()
    expect((await kinds()).slice(-5)).toEqual(['version', 'version', 'reveal', 'reveal', 'result'])
    for (const refused of [
      await publish({ date: day() }),
      await edit(first.id, { version: 2, numbers: '7,12,1,2,3' }),
    ])
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid-input'])
    expect((await correct(draw, 1, { winning: [7, 12, 45, 2, 3] })).status).toBe(200)
    const { score } = await readRecord(server())
    expect(score(first.id)!.earlier.map(({ winning }) => winning)).toEqual([WINNING])
    await expectVerified()
  })

  test('has the results of draws without forecasts', async () => {
    await setClock(day(), '10:00')
    await record()
    expect(await kinds()).toEqual(['result'])
    await expectVerified()
  })

  test('says of a deleted result that there was no draw, until it is entered again', async () => {
    const before = await readRecord(server())
    const { id } = (await publish({ date: day() })).body
    await setClock(day(), '10:00')
    const draw = await record()
    await remove(draw)
    const deleted = await readRecord(server())
    expect(deleted.standing(id)).toMatchObject({ state: 'void', reason: 'no-draw' })
    expect(deleted.removedResults).toBe(before.removedResults + 1)
    await expectVerified()
    await undo(draw)
    expect((await readRecord(server())).standing(id)).toMatchObject({ state: 'scored' })
    await expectVerified()
  })

  test('numbers the forecasts of a draw, and says how many numbers they cover', async () => {
    await publish({ date: day(), numbers: '1,2' })
    const { id } = (await publish({ date: day(), numbers: '2,3' })).body
    expect((await detail(id)).forecast.place).toMatchObject({ nth: 2, of: 2, covered: null })
    await setClock(day(), '10:00')
    await record()
    expect((await detail(id)).forecast.place).toMatchObject({ nth: 2, of: 2, covered: 3 })
  })

  test('voids the versions that follow a draw which was seen early', async () => {
    const early = (await publish({ date: day() })).body
    await setClock(day(), '09:00')
    const late = (await publish({ date: day(), numbers: '1,2' })).body
    const seen = await admin().post('/api/admin/draws/observed', {
      game: 'diamond',
      date: day(),
      time: '08:59',
    })
    expect(seen.status).toBeLessThan(300)
    await setClock(day(), '10:00')
    await record()
    const { standing, voidedDraws } = await readRecord(server())
    expect(standing(early.id)!.state).toBe('scored')
    expect(standing(late.id)).toMatchObject({ state: 'void', reason: 'early-draw' })
    expect(voidedDraws).toBeGreaterThan(0)
    await expectVerified()
  })
})
