// A Saturday of forecasts, the download of its log, and the same log from a restored copy of the database (DATA-04).
import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import { headText } from '../../src/forecasts/rules/log/head.ts'
import { verifyLog } from '../../src/forecasts/rules/log/verify.ts'
import { startServer } from '../../src/app/server/server.ts'
import { asOwner } from '../support/database.ts'
import { copyDatabase } from '../support/postgres.ts'
import { predictionServer } from '../support/predictions.ts'
import { finishRestoreOf } from '../support/programs.ts'
import { recordRows, verifyRecord } from '../support/record.ts'
import { testSettings } from '../support/settings.ts'

const { server, admin, setClock, publish, edit, withdraw } = predictionServer({ keepsLedger: true })

const SATURDAY = '2023-10-07'
const SUNDAY = { at: '2023-10-08T08:00:00Z', date: '2023-10-08', time: '09:00' }
/** The log of the Saturday, as it was downloaded on Sunday. */
let original: string
let texts: string
/** The heads that a player kept on Saturday morning and on Sunday. */
let kept: string[]

const download = async (name: string) => (await fetch(`${server().url}/log/1/${name}`)).text()

/** Checks the lines of a log on Sunday. */
const verify = (record: string) => verifyLog({ record, kept, texts, now: Date.parse(SUNDAY.at) })

/** Restores a copy of the database, changes it as its owner could, and reads the log of a server on the copy. */
async function restored(...changes: SQL[]): Promise<string> {
  const copy = await copyDatabase(inject('postgres'), server().address)
  await finishRestoreOf(copy.address, SUNDAY.at)
  const running = await startServer(testSettings(), { address: copy.address, jobs: false, standIns: false })
  try {
    await asOwner(running, sql`alter table log_leaves disable trigger user`)
    for (const change of changes) await asOwner(running, change)
    const second = await startServer(testSettings(), { address: copy.address, jobs: false, standIns: false })
    try {
      return (await recordRows(second)).map(({ leaf }) => `${leaf}\n`).join('')
    } finally {
      await second.stop({ lingerMs: 0 })
    }
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
  const head = async () => {
    const { entries, head } = await verifyRecord(server())
    return headText({ size: entries, head })
  }
  kept = [await head()]
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
  const report = await verifyRecord(server())
  expect(report.problems).toEqual([])
  original = report.record
  kept.push(await head())
  texts = await download('texts.jsonl')
  await server().stop()
})

test('the download of a Saturday has no problem, and fits the head that was kept in the morning', async () => {
  const report = await verify(original)
  expect([report.problems, report.kept]).toEqual([[], report.entries])
})

test('a restored database gives the same log, and the heads that were kept are its own', async () => {
  expect(await restored()).toBe(original)
})

const changed = (what: string, by: SQL) =>
  sql`update log_leaves set leaf = ${by} where index = (
    select min(index) from log_leaves where leaf like ${`%"kind":"${what}"%`})`

test.each<[string, SQL[]]>([
  ['a deleted entry', [sql`delete from log_leaves where index = (select max(index) - 3 from log_leaves)`]],
  ['a changed number', [changed('reveal', sql`replace(leaf, '"numbers":[71,73]', '"numbers":[71,75]')`)]],
  ['a back-dated entry', [changed('version', sql`replace(leaf, '2023-10-06', '2023-10-05')`)]],
  [
    'an end that was cut off',
    [sql`delete from log_leaves where index = (select max(index) from log_leaves)`],
  ],
])('%s in the restored database contradicts a kept head', async (_, changes) => {
  const text = await restored(...changes)
  expect(text).not.toBe(original)
  expect((await verify(text)).problems.map(({ check }) => check)).toContain('C2')
})
