// Forecasts that were published after the backup come back from the copy of the record, or the record is over.
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { addDays, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { textLines } from '../../src/forecasts/server/log-files.ts'
import { rowsOf } from '../support/database.ts'
import { copyDatabase, copyUsedDatabase } from '../support/postgres.ts'
import { predictionServer } from '../support/predictions.ts'
import { finishRestoreOf, newFolder } from '../support/programs.ts'
import { recordRows, verifyRecord } from '../support/record.ts'
import { waitFor } from '../support/wait.ts'
import type { TestServer } from '../support/test-server.ts'

const folder = newFolder()
const copy = join(folder.path, 'record.jsonl')
const { server, publish, edit, withdraw, setClock } = predictionServer({
  keepsLedger: true,
  settings: { RECORD_COPY: copy },
})
let backup: Awaited<ReturnType<typeof copyUsedDatabase>>
/** The lines of the log at the backup, and before the loss. */
let saved: string[]
let original: string[]
afterAll(async () => {
  await backup.drop()
  folder.remove()
})

const linesOf = async (on: TestServer) => (await recordRows(on)).map(({ leaf }) => leaf)

const drops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const drop of drops.splice(0).toReversed()) await drop()
})

/** Restores the backup into a new database and starts a server on it. */
async function restored(from: string): Promise<{ on: TestServer; out: string }> {
  const database = await copyDatabase(inject('postgres'), backup.address)
  drops.push(database.drop)
  const out = await finishRestoreOf(database.address, '2023-10-01T08:00:00Z', {
    env: { RECORD_COPY: from },
  })
  const on = await server().another({ RECORD_COPY: from }, { address: database.address })
  drops.push(() => on.stop({ lingerMs: 0 }))
  return { on, out }
}

/** Copies of the two files, one of them changed. */
function changedCopy(change: (lines: string[]) => string[], suffix: '' | '.rows' = '.rows'): string {
  const path = join(mkdtempSync(join(folder.path, 'changed-')), 'record.jsonl')
  for (const end of ['', '.rows']) cpSync(copy + end, path + end)
  const lines = readFileSync(path + suffix, 'utf8')
    .split('\n')
    .slice(0, -1)
  writeFileSync(path + suffix, textLines(change(lines)))
  return path
}

beforeAll(async () => {
  await setClock('2023-10-01', '09:00')
  const first = (await publish({ date: '2023-10-02', reasons: 'Counterpart of 52' })).body.id as number
  saved = await linesOf(server())
  backup = await copyUsedDatabase(inject('postgres'), server().address)
  await waitFor('the server answers again', async () => (await fetch(`${server().url}/readyz`)).ok)
  const second = (
    await publish({ date: '2023-10-02', numbers: '1, 2', form: 'two_sure', reasons: "It's due" })
  ).body.id
  expect((await edit(first, { version: 1, numbers: '3, 4, 5, 6, 7' })).status).toBe(200)
  expect((await withdraw(second, { version: 1, reason: 'no good' })).status).toBe(200)
  await publish({ date: '2023-10-02', numbers: '8, 9', form: 'two_sure' })
  await verifyRecord(server())
  original = await linesOf(server())
  await waitFor('every line is copied', () => readFileSync(copy, 'utf8') === textLines(original))
})

test('the copy restores the same record, and the next forecast follows it', async () => {
  const { on, out } = await restored(changedCopy((lines) => lines))
  expect(out).toContain(
    `has ${original.length} entries.\n${original.length - saved.length} of them were restored from the copy.`,
  )
  expect(await linesOf(on)).toEqual(original)
  const admin = await on.as('admin')
  const date = addDays(lagosDate(Date.now()), 2)
  const next = { gameName: 'Diamond', date, numbers: '11, 12', form: 'two_sure' }
  const answer = await admin.post('/api/admin/predictions', next)
  expect([answer.status, answer.body.id]).toEqual([201, 4])
  expect((await linesOf(on)).slice(0, original.length)).toEqual(original)
})

test.each<[string, (lines: string[]) => string[]]>([
  ['missing', (lines) => lines.toSpliced(saved.length + 1, 1)],
  ['changed', (lines) => lines.with(saved.length + 1, lines[saved.length + 1]!.replaceAll('count', 'kount'))],
])('after a %s row the rest is lost, and nothing is published on the record', async (_, change) => {
  const { on, out } = await restored(changedCopy(change))
  expect(out).toContain(
    `RECORD_COPY has ${original.length} lines and the database ${saved.length + 1}. No server publishes on it.`,
  )
  expect(await linesOf(on)).toEqual(original.slice(0, saved.length + 1))
  const admin = await on.as('admin')
  const date = addDays(lagosDate(Date.now()), 2)
  const next = { gameName: 'Diamond', date, numbers: '11, 12', form: 'two_sure' }
  const { status, text } = await admin.post('/api/admin/predictions', next)
  expect([status, text]).toEqual([409, expect.stringContaining('Nothing can be published')])
  const forked = sql`select from alarms where kind = 'log-forked' and closed_at is null`
  await expect.poll(() => rowsOf(on, forked)).toHaveLength(1)
})

test('a line that differs from its copy refuses publication, and changes neither', async () => {
  const other = changedCopy((lines) => lines.with(2, lines[2]!.replace('"by":null', '"by":1')), '')
  const before = readFileSync(other, 'utf8')
  const { on, out } = await restored(other)
  expect(out).toContain('Line 3 of the record differs between RECORD_COPY and the database')
  await on.services.recordCopy.keepUp()
  expect(readFileSync(other, 'utf8')).toBe(before)
  expect(await linesOf(on)).toEqual(saved)
})
