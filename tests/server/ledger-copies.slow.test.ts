// Forecasts that were published after the backup come back from their copies, or the log that signed them is over.
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { addDays, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { rowsOf } from '../support/database.ts'
import { copyDatabase, copyUsedDatabase } from '../support/postgres.ts'
import { predictionServer } from '../support/predictions.ts'
import { finishRestoreOf, newFolder } from '../support/programs.ts'
import { recordRows, verifyRecord } from '../support/record.ts'
import { waitFor } from '../support/wait.ts'
import type { TestServer } from '../support/test-server.ts'

const folder = newFolder()
const copies = join(folder.path, 'copies')
const { server, publish, edit, withdraw, setClock } = predictionServer({
  keepsLedger: true,
  settings: { LEDGER_COPY_DIR: copies },
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
const isCopy = (name: string) => /^\d{6}-.*\.json$/.test(name)

const drops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const drop of drops.splice(0).toReversed()) await drop()
})

/** Restores the backup into a new database and starts a server on it. */
async function restored(from: string): Promise<{ on: TestServer; out: string }> {
  const database = await copyDatabase(inject('postgres'), backup.address)
  drops.push(database.drop)
  const out = await finishRestoreOf(database.address, '2023-10-01T08:00:00Z', {
    env: { LEDGER_COPY_DIR: from },
  })
  const on = await server().another({ LEDGER_COPY_DIR: from }, { address: database.address })
  drops.push(() => on.stop({ lingerMs: 0 }))
  return { on, out }
}

/** A changed copy of the folder of copies. */
function changedCopies(change: (path: string, names: string[]) => void): string {
  const path = mkdtempSync(join(folder.path, 'changed-'))
  cpSync(copies, path, { recursive: true })
  change(path, readdirSync(path).filter(isCopy).sort())
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
  await waitFor('every leaf is copied', () => readdirSync(copies).filter(isCopy).length === original.length)
})

test('the copies restore the same log, and the next forecast follows it', async () => {
  const { on, out } = await restored(changedCopies(() => undefined))
  expect(out).toContain(
    `has ${original.length} entries.\n${original.length - saved.length} of them were restored from their copies.`,
  )
  expect(await linesOf(on)).toEqual(original)
  const admin = await on.as('admin')
  const date = addDays(lagosDate(Date.now()), 2)
  const next = { gameName: 'Diamond', date, numbers: '11, 12', form: 'two_sure' }
  const answer = await admin.post('/api/admin/predictions', next)
  expect([answer.status, answer.body.id]).toEqual([201, 4])
  expect((await linesOf(on)).slice(0, original.length)).toEqual(original)
})

test.each<[string, (path: string, names: string[]) => void]>([
  ['missing', (path, names) => rmSync(join(path, names[saved.length + 1]!))],
  [
    'changed',
    (path, names) => {
      const file = join(path, names[saved.length + 1]!)
      const text = readFileSync(file, 'utf8')
      expect(text).toContain('\\"count\\":5')
      writeFileSync(file, text.replaceAll('\\"count\\":5', '\\"count\\":6'))
    },
  ],
])('after a %s copy the rest is lost, and the log that signed it is over', async (_, change) => {
  const { on, out } = await restored(changedCopies(change))
  expect(out).toContain(`Its last checkpoint has ${original.length} entries, and not all of them are left`)
  expect((await linesOf(on)).slice(0, saved.length + 2)).toEqual(original.slice(0, saved.length + 1))
  await on.services.signer.publish()
  const forked = sql`select from alarms where kind = 'log-forked' and closed_at is null`
  expect(await rowsOf(on, forked)).toHaveLength(1)
})

test('nothing is signed before its copy is on the disk', async () => {
  const sizeOf = async () => Number((await server().anonymous().get('/log/1/checkpoint')).text.split('\n')[1])
  const before = await sizeOf()
  renameSync(copies, `${copies}.away`)
  await publish({ date: '2023-10-03', numbers: '8, 9', form: 'two_sure' })
  await server().services.signer.publish()
  expect(await sizeOf()).toBe(before)
  renameSync(`${copies}.away`, copies)
  await server().services.signer.publish()
  expect(await sizeOf()).toBeGreaterThan(before)
})
