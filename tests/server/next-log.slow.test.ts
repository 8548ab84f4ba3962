// A log whose signed entries are lost is over: `npm run next-log` starts the next one, and the record says so.
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addDays, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { verifyLog } from '../../src/forecasts/rules/log/verify.ts'
import { queryAt, rowsOf } from '../support/database.ts'
import { copyDatabase, copyUsedDatabase } from '../support/postgres.ts'
import { predictionServer } from '../support/predictions.ts'
import { databaseUrl, finishRestoreOf, newFolder, runProgram } from '../support/programs.ts'
import { recordRows, verifyRecord } from '../support/record.ts'
import { waitFor } from '../support/wait.ts'

const folder = newFolder()
const copies = join(folder.path, 'copies')
const { server, publish, setClock } = predictionServer({
  keepsLedger: true,
  settings: { LEDGER_COPY_DIR: copies },
})
const isCopy = (name: string) => /^\d{6}-.*\.json$/.test(name)
let backup: Awaited<ReturnType<typeof copyUsedDatabase>>
/** The record of the first log before the loss, and its entries. */
let record: string
let size: number

const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  folder.remove()
})

/** Restores the backup, with these copies. */
async function restored(from: string) {
  const database = await copyDatabase(inject('postgres'), backup.address)
  closing.push(database.drop)
  const env = { LEDGER_COPY_DIR: from }
  await finishRestoreOf(database.address, '2023-10-01T08:00:00Z', { env })
  const nextLog = (...args: string[]) =>
    runProgram(['dist/server/next-log.js', ...args], {
      DATA_DIR: folder.path,
      LOG_DIR: folder.path,
      APP_URL: 'http://localhost',
      ...env,
      ...databaseUrl(database.address),
    })
  return { ...database, nextLog }
}

beforeAll(async () => {
  await setClock('2023-10-01', '09:00')
  await publish({ date: '2023-10-02' })
  backup = await copyUsedDatabase(inject('postgres'), server().address)
  closing.push(backup.drop)
  await waitFor('the server answers again', async () => (await fetch(`${server().url}/readyz`)).ok)
  await publish({ date: '2023-10-02', numbers: '1, 2', form: 'two_sure' })
  await publish({ date: '2023-10-02', numbers: '3, 4', form: 'two_sure' })
  ;({ record } = await verifyRecord(server()))
  size = (await recordRows(server())).length
  await waitFor('every leaf is copied', () => readdirSync(copies).filter(isCopy).length === size)
})

test('a log that has every signed entry goes on', async () => {
  const { nextLog } = await restored(copies)
  const { code, err } = await nextLog('--cause', 'lost')
  expect([code, err]).toEqual([1, 'localhost/log/1 has every entry that was signed. It goes on.\n'])
  expect((await nextLog('--cause', 'bored')).err).toMatch(/^npm run next-log/)
})

test('after a loss the next log says what it follows, and the old files stay with what is left', async () => {
  const left = join(folder.path, 'left')
  cpSync(copies, left, { recursive: true })
  rmSync(join(left, readdirSync(left).filter(isCopy).sort().at(-1)!))
  const { address, nextLog } = await restored(left)
  const { code, out } = await nextLog('--cause', 'lost')
  expect(code).toBe(0)
  expect(out).toContain(`localhost/log/1 is over: ${size - 1} of its ${size} signed entries are left.`)
  expect(out).toContain('Set LOG_ORIGIN=localhost/log/2')
  expect(readdirSync(left).filter(isCopy)).toEqual([])

  const on = await server().another({ LEDGER_COPY_DIR: left, LOG_ORIGIN: 'localhost/log/2' }, { address })
  closing.push(() => on.stop({ lingerMs: 0 }))
  const admin = await on.as('admin')
  const date = addDays(lagosDate(Date.now()), 2)
  const next = { gameName: 'Diamond', date, numbers: '11, 12', form: 'two_sure' }
  expect((await admin.post('/api/admin/predictions', next)).status).toBe(201)

  const report = await verifyRecord(on, '2')
  const words = `This log follows localhost/log/1, whose last checkpoint has ${size} entries: signed entries were lost.`
  expect(report.problems).toEqual([])
  expect(report.notices).toMatchObject([{ check: 'N4', message: expect.stringContaining(words) }])
  expect([report.origin, report.forecasts.length]).toEqual(['localhost/log/2', 1])
  const visitor = on.anonymous()
  const { log, counts } = (await visitor.get('/api/public/record')).body
  expect(log.before).toMatchObject({ address: '/log/1', size, left: size - 1 })
  expect(counts.published).toBe(1)
  const old = async (name: string) => (await visitor.get(`/log/1/${name}`)).text
  expect(await old('record.jsonl')).toBe(
    `${record
      .split('\n')
      .slice(0, size - 1)
      .join('\n')}\n`,
  )
  expect(await old('checkpoint')).toMatch(new RegExp(`^localhost/log/1\n${size}\n`))
  expect((await visitor.get('/log/3/checkpoint')).status).toBe(404)
  // Its forecasts are those from before the log.
  const all = (await admin.get('/api/admin/predictions')).body
  expect(JSON.stringify(all)).toContain('before-ledger')
  expect(await rowsOf(on, sql`select from alarms where kind = 'log-forked' and closed_at is null`)).toEqual(
    [],
  )
})

test('a moved log ends with an entry that names the next one', async () => {
  const moved = join(folder.path, 'moved')
  cpSync(copies, moved, { recursive: true })
  writeFileSync(join(folder.path, 'key'), `${'0f'.repeat(32)}\n`)
  const { address, nextLog } = await restored(moved)
  expect((await nextLog('--cause', 'moved', '--origin', 'other.example/log/1')).err).toContain('ended with 1')
  expect((await nextLog('--cause', 'moved', '--origin', 'other.example/log/2')).code).toBe(0)
  const [found] = await queryAt(address, 'select size, "left", record, policy from ended_logs')
  expect(found).toMatchObject({ size: size + 1, left: size + 1 })
  const { problems, notices } = await verifyLog({
    record: found!.record,
    policy: found!.policy,
    now: Date.now(),
  })
  // Nobody entered the result of its draw.
  expect(problems.filter(({ check }) => check !== 'R6' && check !== 'E4')).toEqual([])
  expect(notices).toMatchObject([
    { check: 'N11', index: size, message: expect.stringContaining('other.example') },
  ])
})
