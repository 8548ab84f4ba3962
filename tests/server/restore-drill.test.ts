// A Saturday of forecasts, the download of its record, and the same record from a restored copy of the database
// (DATA-04).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readDownload } from '../../src/server/ledger/read-download.ts'
import { startServer } from '../../src/server/server.ts'
import { asOwner } from '../support/database.ts'
import { copyDatabase } from '../support/postgres.ts'
import { predictionServer } from '../support/predictions.ts'
import { finishRestoreOf, newFolder, runProgram } from '../support/programs.ts'
import { testSettings } from '../support/settings.ts'

const { server, admin, setClock, publish, edit, withdraw } = predictionServer({ keepsLedger: true })
const folder = newFolder()
afterAll(() => folder.remove())

const SATURDAY = '2023-10-07'
const SUNDAY = { at: '2023-10-08T08:00:00Z', date: '2023-10-08', time: '09:00' }
/** The record of the Saturday, as it was downloaded on Sunday, and its last head. */
let original: string
let head: string
/** The head that a player noted on Saturday morning. */
let noted: string

const download = async (base: string) => (await fetch(`${base}/record.csv`)).text()
const lastHead = (text: string) => {
  const row = readDownload(Buffer.from(text)).at(-1)!
  return `${row.entry}:${row.head}`
}

/** Runs the command on a download of Sunday. */
async function verify(text: string, ...heads: string[]) {
  const file = join(folder.path, 'record.csv')
  writeFileSync(file, text)
  const options = heads.flatMap((one) => ['--head', one])
  return runProgram(['dist/server/verify-ledger.js', file, '--downloaded', SUNDAY.at, ...options])
}

/** Restores a copy of the database, changes it as its owner could, and downloads the record from a server on the copy. */
async function restored(...changes: SQL[]): Promise<string> {
  const copy = await copyDatabase(inject('postgres'), server().address)
  await finishRestoreOf(copy.address, SUNDAY.at)
  const running = await startServer(testSettings(), { address: copy.address, jobs: false, standIns: false })
  try {
    const { clock, db } = running.services
    clock.setOffset(Date.parse(SUNDAY.at) - (await clock.now(db)))
    for (const table of ['ledger_entries', 'prediction_versions'])
      await asOwner(running, sql`alter table ${sql.identifier(table)} disable trigger user`)
    for (const change of changes) await asOwner(running, change)
    return await download(running.url)
  } finally {
    await running.stop({ lingerMs: 0 })
    await copy.drop()
  }
}

beforeAll(async () => {
  const record = async (game: string, winning: number[], more: object = {}) => {
    const draw = { game, date: SATURDAY, winning, ...more }
    const first = await admin().post('/api/admin/draws', draw)
    const seen = first.status === 201 ? null : Object.values(first.body.fields)
    const answer = seen ? await admin().post('/api/admin/draws', { ...draw, seen }) : first
    expect(answer.status).toBe(201)
    return answer.body
  }
  const plan = async (gameName: string, numbers: string, more: object = {}) =>
    (await publish({ gameName, numbers, date: SATURDAY, ...more })).body.id as number

  await setClock('2023-10-06', '18:00')
  const king = await plan('king', '71, 73', { form: 'two_sure', reasons: 'Counterpart of 52' })
  const superId = await plan('super', '77, 79', { form: 'two_sure' })
  await plan('clubmaster', '66', { form: 'banker' })
  await plan('national', '61, 62, 63, 64, 65', { form: 'five' })
  const last = await plan('06', '67, 68, 69', { form: 'three_direct' })
  await setClock(SATURDAY, '09:09')
  expect((await edit(king, { version: 1, numbers: '71, 74' })).body.inTime).toBe(true)
  noted = lastHead(await download(server().url))
  await setClock(SATURDAY, '09:11')
  expect((await edit(king, { version: 2, numbers: '1, 2' })).body.inTime).toBe(false)
  await plan('king', '1, 3')
  await setClock(SATURDAY, '09:40')
  const { id, version } = await record('king', [71, 74, 80, 81, 82])
  const corrected = { version, date: SATURDAY, winning: [71, 75, 80, 81, 82], reason: 'misread' }
  expect((await admin().request('PUT', `/api/admin/draws/${id}`, { body: corrected })).status).toBe(200)
  expect((await withdraw(superId, { version: 1, reason: 'typed wrongly' })).status).toBe(200)
  await setClock(SATURDAY, '12:40')
  await record('super', [77, 79, 1, 2, 3])
  await setClock(SATURDAY, '15:50')
  await record('clubmaster', [66, 2, 3, 4, 5])
  const observed = { game: 'clubmaster', date: SATURDAY, time: '15:00' }
  expect((await admin().post('/api/admin/draws/observed', observed)).status).toBe(200)
  await setClock(SATURDAY, '19:15')
  expect((await withdraw(last, { version: 1, reason: 'no good' })).status).toBe(200)
  await setClock(SATURDAY, '20:30')
  await record('national', [], { status: 'no_draw' })
  await record('06', [67, 68, 1, 2, 3])
  await setClock(SUNDAY.date, SUNDAY.time)
  original = await download(server().url)
  head = lastHead(original)
  await server().stop()
})

test('the download of a Saturday is correct, with the head that was noted in the morning', async () => {
  const { code, out, err } = await verify(original, noted, head)
  expect([code, err]).toEqual([0, ''])
  expect(out).toBe(`entries 17\nhidden until their close 0\nhead ${head}\n\nThe ledger is correct.\n`)
})

test('a restored database gives the same record, and the noted heads are in it', async () => {
  const text = await restored()
  expect(text).toBe(original)
  expect((await verify(text, noted, head)).code).toBe(0)
})

test.each<[string, SQL[], string]>([
  ['a deleted entry', [sql`delete from ledger_entries where entry = 3`], 'entry 3: This is entry 4, not 3.'],
  [
    'a changed number',
    [sql`update ledger_entries set numbers = '{71,75}' where entry = 6`],
    'entry 6: Its text does not match the fingerprint.',
  ],
  [
    'a back-dated entry',
    [sql`update ledger_entries set at = at - interval '1 hour' where entry = 8`],
    'entry 8: Its text does not match the fingerprint.',
  ],
  [
    'other reasons',
    [sql`update prediction_versions set reasons = 'I knew it' where reasons is not null and version = 1`],
    'entry 1: Its reasons do not match their hash.',
  ],
  [
    'an end that was cut off',
    [sql`delete from ledger_entries where entry = 17`],
    'The head after 17 entries is not the one that was noted.',
  ],
])('%s in the restored database is named, with exit code 1', async (_, changes, message) => {
  const { code, out } = await verify(await restored(...changes), noted, head)
  expect(out).toContain(message)
  expect([code, out.endsWith('The ledger is NOT correct.\n')]).toEqual([1, true])
})
