// The built `npm run verify-ledger` on downloads of a running server.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEDGER_COLUMNS, type LedgerRow } from '../../src/domain/ledger/rows.ts'
import { predictionServer } from '../support/predictions.ts'
import { newFolder, runProgram } from '../support/programs.ts'
import { recordRows } from '../support/record.ts'

const { server, admin, setClock, publish, withdraw } = predictionServer({ keepsLedger: true })
const folder = newFolder()
afterAll(() => folder.remove())
let rows: LedgerRow[]

/** Runs the command on the rows, as they were downloaded at noon. */
async function verify(changed: LedgerRow[], ...args: string[]) {
  const file = join(folder.path, 'record.csv')
  writeFileSync(file, stringify(changed, { header: true, columns: [...LEDGER_COLUMNS] }))
  return runProgram(
    ['dist/server/verify-ledger.js', file, '--downloaded', '2023-10-02T11:00:00Z', ...args],
    {},
  )
}

beforeAll(async () => {
  await setClock('2023-10-02', '08:00')
  const first = (
    await publish({ date: '2023-10-02', form: 'five', reasons: 'said "twice",\nfor two reasons' })
  ).body
  await publish({ date: '2023-10-02', numbers: '1,2' })
  await publish({ date: '2023-10-05' })
  await withdraw(first.id, { version: 1, reason: 'a slip' })
  await setClock('2023-10-02', '10:00')
  const draw = { game: 'diamond', date: '2023-10-02', winning: [1, 2, 3, 4, 5] }
  expect((await admin().post('/api/admin/draws', draw)).status).toBe(201)
  rows = await recordRows(server())
})

test('a download is correct, also by the head that was noted', async () => {
  const head = `4:${rows[3]!.head}`
  const { code, out, err } = await verify(rows, '--head', head)
  expect([code, err]).toEqual([0, ''])
  expect(out).toBe(`entries 5
hidden until their close 1
head 5:${rows[4]!.head}

The ledger is correct.
`)
})

const swapped = ([one, two, ...rest]: LedgerRow[]) => [two!, one!, ...rest]
const change = (i: number, cells: Partial<LedgerRow>) => (all: LedgerRow[]) =>
  all.map((row, j) => (i === j ? { ...row, ...cells } : row))

test.each<[string, (all: LedgerRow[]) => LedgerRow[], string]>([
  ['a deleted row', (all) => all.filter((_, i) => i !== 1), 'entry 2: This is entry 3, not 2.'],
  ['reordered rows', swapped, 'entry 1: This is entry 2, not 1.'],
  ['a back-dated row', change(4, { at: '2023-10-01T00:00:00.000Z' }), 'entry 5: Its text does not match'],
  ['a back-dated hidden row', change(2, { at: '2023-10-01T00:00:00.000Z' }), 'entry 3: It is dated before'],
  ['changed numbers', change(1, { numbers: '1,3' }), 'entry 2: Its text does not match the fingerprint.'],
  ['changed reasons', change(0, { reasons: 'I knew it' }), 'entry 1: Its reasons do not match their hash.'],
  ['a changed result', change(4, { winning: '1,2,3,4,6' }), 'entry 5: Its text does not match'],
])('%s is found, with exit code 1', async (_, make, message) => {
  const { code, out } = await verify(make(rows))
  expect(code).toBe(1)
  expect(out).toContain(message)
  expect(out).toMatch(/The ledger is NOT correct\.\n$/)
})

test('entries that were cut off the end differ from a noted head only', async () => {
  const cut = rows.slice(0, -1)
  expect((await verify(cut)).code).toBe(0)
  const { code, out } = await verify(cut, '--head', `5:${rows[4]!.head}`)
  expect([code, out]).toEqual([1, expect.stringContaining('not the one that was noted.')])
})

test('a file that is no record and a missing one are refused', async () => {
  const file = join(folder.path, 'draws.csv')
  writeFileSync(file, 'game,date\nbingo,2023-10-02\n')
  for (const name of [file, join(folder.path, 'missing.csv')]) {
    const { code, err } = await runProgram(['dist/server/verify-ledger.js', name], {})
    expect([code, err.split('\n').length]).toEqual([1, 2])
  }
})
