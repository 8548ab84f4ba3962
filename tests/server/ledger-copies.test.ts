// Forecasts that were published after the backup come back from their copies, or the record says that they are lost.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { addDays, lagosDate } from '../../src/domain/base/calendar.ts'
import { readDownload } from '../../src/server/ledger/read-download.ts'
import { copyDatabase, copyUsedDatabase } from '../support/postgres.ts'
import { predictionServer } from '../support/predictions.ts'
import { finishRestoreOf, newFolder, runProgram } from '../support/programs.ts'
import { waitFor } from '../support/wait.ts'
import type { TestServer } from '../support/test-server.ts'

const folder = newFolder()
const copies = join(folder.path, 'copies')
const { server, publish, edit, withdraw, setClock } = predictionServer({
  keepsLedger: true,
  settings: { LEDGER_COPY_DIR: copies },
})
let backup: Awaited<ReturnType<typeof copyUsedDatabase>>
/** The record before the loss. */
let original: string
let head: string
afterAll(async () => {
  await backup.drop()
  folder.remove()
})

const download = async (on: { url: string }) => (await fetch(`${on.url}/record.csv`)).text()
const lastHead = (text: string) => {
  const row = readDownload(Buffer.from(text)).at(-1)!
  return `${row.entry}:${row.head}`
}
const verify = async (text: string, ...heads: string[]) => {
  const path = join(folder.path, 'record.csv')
  writeFileSync(path, text)
  return runProgram(['dist/server/verify-ledger.js', path, ...heads.flatMap((one) => ['--head', one])])
}

const drops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const drop of drops.splice(0).toReversed()) await drop()
})

/** Restores the backup into a new database and starts a server on it. */
async function restored(from: string, ...args: string[]): Promise<{ on: TestServer; out: string }> {
  const database = await copyDatabase(inject('postgres'), backup.address)
  drops.push(database.drop)
  const env = { LEDGER_COPY_DIR: from }
  const out = await finishRestoreOf(database.address, '2023-10-01T08:00:00Z', { env, args })
  const settings = { LEDGER_COPY_DIR: mkdtempSync(join(folder.path, 'new-')) }
  const on = await server().another(settings, { address: database.address })
  drops.push(() => on.stop({ lingerMs: 0 }))
  return { on, out }
}

/** A changed copy of the folder of copies. */
function changedCopies(change: (path: string, names: string[]) => void): string {
  const path = mkdtempSync(join(folder.path, 'changed-'))
  cpSync(copies, path, { recursive: true })
  change(path, readdirSync(path).sort())
  return path
}

beforeAll(async () => {
  await setClock('2023-10-01', '09:00')
  const first = (await publish({ date: '2023-10-02', reasons: 'Counterpart of 52' })).body.id as number
  backup = await copyUsedDatabase(inject('postgres'), server().address)
  await waitFor('the server answers again', async () => (await fetch(`${server().url}/readyz`)).ok)
  const second = (
    await publish({ date: '2023-10-02', numbers: '1, 2', form: 'two_sure', reasons: "It's due" })
  ).body.id
  expect((await edit(first, { version: 1, numbers: '3, 4, 5, 6, 7' })).status).toBe(200)
  expect((await withdraw(second, { version: 1, reason: 'no good' })).status).toBe(200)
  await publish({ date: '2023-10-02', numbers: '8, 9', form: 'two_sure' })
  await waitFor(
    'every entry is copied',
    () => readdirSync(copies).filter((name) => /^0.*json$/.test(name)).length === 5,
  )
  await setClock('2023-10-03', '09:00')
  original = await download(server())
  head = lastHead(original)
  expect(head).toMatch(/^5:/)
})

test('the copies restore the same record, and the next forecast follows it', async () => {
  const { on, out } = await restored(copies)
  expect(out).toContain(`has 5 entries, head ${head}.\n4 of them were restored from their copies.`)
  const text = await download(on)
  expect(text).toBe(original)
  expect((await verify(text, head)).code).toBe(0)
  const admin = await on.as('admin')
  const next = {
    gameName: 'Diamond',
    date: addDays(lagosDate(Date.now()), 2),
    numbers: '11, 12',
    form: 'two_sure',
  }
  const answer = await admin.post('/api/admin/predictions', next)
  expect([answer.status, answer.body.id]).toEqual([201, 4])
})

test('copies of a release without a column restore the record with its default', async () => {
  const older = changedCopies((path, names) => {
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      const text = readFileSync(join(path, name), 'utf8')
      writeFileSync(join(path, name), text.replaceAll(',"is_sample":false', ''))
    }
    expect(readFileSync(join(path, names[0]!), 'utf8')).not.toContain('is_sample')
  })
  const { on } = await restored(older)
  expect(await download(on)).toBe(original)
})

test.each<[string, (path: string, names: string[]) => void]>([
  ['missing', (path, names) => rmSync(join(path, names[2]!))],
  [
    'changed',
    (path, names) => {
      const text = readFileSync(join(path, names[2]!), 'utf8')
      expect(text).toContain('"numbers":[3,4,5,6,7]')
      writeFileSync(join(path, names[2]!), text.replaceAll('[3,4,5,6,7]', '[3,4,5,6,8]'))
    },
  ],
])('after a %s copy the rest is lost, which the record says and the verifier accepts', async (_, change) => {
  const { on, out } = await restored(changedCopies(change))
  expect(out).toContain(`The entries up to ${head} are lost.`)
  const text = await download(on)
  const [entry] = readDownload(Buffer.from(text)).slice(-1)
  const [entries, lostHead] = head.split(':')
  expect(entry).toMatchObject({ entry: '3', kind: 'restore', lost_entries: entries, lost_head: lostHead })
  expect((await verify(text, head)).code).toBe(0)
  const noted = `4:${readDownload(Buffer.from(original))[3]!.head}`
  expect((await verify(text, noted)).out).toContain('The head after 4 entries is not the one that was noted.')
  const page = (await on.anonymous().get('/record')).text
  expect(page.replaceAll('<!-- -->', '')).toContain('the entries 3 to 5 of that time were lost')
  expect(page).toContain(lostHead)
  expect((await on.anonymous().get('/record/check?fingerprint=3')).text).toContain(
    'Restore from a backup that lost entries',
  )
})

test('without copies, a head that was noted elsewhere is named as lost', async () => {
  mkdirSync(join(folder.path, 'empty'))
  const { on } = await restored(join(folder.path, 'empty'), '--lost-head', head)
  expect(lastHead(await download(on))).toMatch(/^2:/)
  expect((await verify(await download(on), head)).code).toBe(0)
})
