// A record whose lines are lost is over: `npm run next-log` starts the next one, and its page says so.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addDays, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { textLines } from '../../src/forecasts/server/log-files.ts'
import { rowsOf } from '../support/database.ts'
import { copyDatabase, copyUsedDatabase } from '../support/postgres.ts'
import { predictionServer } from '../support/predictions.ts'
import { databaseUrl, finishRestoreOf, newFolder, runProgram } from '../support/programs.ts'
import { recordRows, verifyRecord } from '../support/record.ts'
import { waitFor } from '../support/wait.ts'

const folder = newFolder()
const copy = join(folder.path, 'record.jsonl')
const { server, publish, setClock } = predictionServer({
  keepsLedger: true,
  settings: { RECORD_COPY: copy },
})
let backup: Awaited<ReturnType<typeof copyUsedDatabase>>
/** The record of the first log before the loss, and its entries. */
let record: string
let size: number

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const closing: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  folder.remove()
})

/** Restores the backup, with this copy. */
async function restored(from: string, args: string[] = []) {
  const database = await copyDatabase(inject('postgres'), backup.address)
  closing.push(database.drop)
  const env = { RECORD_COPY: from }
  const said = await finishRestoreOf(database.address, '2023-10-01T08:00:00Z', { env, args })
  const nextLog = (...args: string[]) =>
    runProgram(['dist/server/next-log.js', ...args], {
      DATA_DIR: folder.path,
      APP_URL: 'http://localhost',
      ...env,
      ...databaseUrl(database.address),
    })
  return { ...database, nextLog, said }
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
  await waitFor('every line is copied', () => readFileSync(copy, 'utf8') === record)
})

test('a record that has every line of its copy goes on', async () => {
  const { nextLog } = await restored(copy)
  const { code, err } = await nextLog()
  expect([code, err]).toEqual([1, 'localhost/log/1 has every line of its copy, so it goes on.\n'])
  expect((await nextLog('--help')).err).toMatch(/^npm run next-log/)
})

test('a lost copy is no whole record: the restore names it, and only --copy-lost ends the record', async () => {
  const gone = join(folder.path, 'unmounted', 'record.jsonl')
  await expect(restored(gone)).rejects.toThrow('its file is not there')
  const { nextLog, said } = await restored(gone, ['--copy-lost'])
  expect(said).toContain('Run next-log --copy-lost before you start the server')
  expect((await nextLog()).err).toContain('so it goes on.')
  const { code, out } = await nextLog('--copy-lost')
  expect([code, out]).toEqual([0, expect.stringContaining('localhost/log/2 is started.')])
})

test('after a loss the next record says what it follows, and the old files stay with what is left', async () => {
  const left = join(folder.path, 'left.jsonl')
  cpSync(copy, left)
  // The secret rows of the last line are lost.
  const rows = readFileSync(`${copy}.rows`, 'utf8').split('\n')
  writeFileSync(`${left}.rows`, textLines(rows.slice(0, -2)))
  const { address, nextLog } = await restored(left)
  const { code, out } = await nextLog()
  expect(code).toBe(0)
  expect(out).toContain(`localhost/log/1 is over: ${size - 1} of its ${size} lines are left.`)
  expect(out).toContain('Set LOG_ORIGIN=localhost/log/2')
  expect([existsSync(left), existsSync(`${left}.localhost-log-1`)]).toEqual([false, true])

  const on = await server().another({ RECORD_COPY: left, LOG_ORIGIN: 'localhost/log/2' }, { address })
  closing.push(() => on.stop({ lingerMs: 0 }))
  const ending = { cause: 'lost', ended: 'localhost/log/1', size, left: size - 1, next: 'localhost/log/2' }
  expect(await on.rows`select details from audit where action = 'restore.next-log'`).toMatchObject([
    { details: ending },
  ])
  const admin = await on.as('admin')
  const date = addDays(lagosDate(Date.now()), 2)
  const next = { gameName: 'Diamond', date, numbers: '11, 12', form: 'two_sure' }
  expect((await admin.post('/api/admin/predictions', next)).status).toBe(201)

  const report = await verifyRecord(on, '2')
  const words = `This record follows localhost/log/1, which had ${size} entries. Entries of it were lost.`
  expect(report.problems).toEqual([])
  expect(report.notices[0]).toMatchObject({ check: 'N4', message: expect.stringContaining(words) })
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
  expect(JSON.parse(await old('heads.jsonl'))).toMatchObject({ size, head: sha256(record) })
  expect(JSON.parse(report.record.split('\n')[0]!).previous).toBe(`localhost/log/1 ${size} ${sha256(record)}`)
  expect((await visitor.get('/log/3/record.jsonl')).status).toBe(404)
  // Its forecasts are those from before the log.
  const all = (await admin.get('/api/admin/predictions')).body
  expect(JSON.stringify(all)).toContain('before-ledger')
  expect(await rowsOf(on, sql`select from alarms where kind = 'log-forked' and closed_at is null`)).toEqual(
    [],
  )
})
