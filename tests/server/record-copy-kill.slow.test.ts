import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { addDays, lagosDate } from '../../src/platform/rules/base/calendar.ts'
import { databaseUrl, newFolder, startProgram } from '../support/programs.ts'
import { recordRows, verifyRecord } from '../support/record.ts'
import { testServer, Visitor } from '../support/test-server.ts'
import { waitFor } from '../support/wait.ts'
import { holdWriteLock } from '../support/write-lock.ts'

const server = testServer()
const folder = newFolder()
afterAll(() => folder.remove())

const copy = join(folder.path, 'record.jsonl')
const copied = () => (existsSync(copy) ? readFileSync(copy, 'utf8') : '')
const stored = async () => (await recordRows(server())).map(({ leaf }) => `${leaf}\n`).join('')
const date = addDays(lagosDate(Date.now()), 2)

async function start() {
  const program = await startProgram({
    ...databaseUrl(server().address),
    DATA_DIR: folder.path,
    RECORD_COPY: copy,
  })
  const admin = new Visitor(program.url)
  await admin.post('/api/auth/sign-in/email', { email: 'admin@lotto.test', password: DEMO_PASSWORD })
  const publish = (numbers: string) =>
    admin.post('/api/admin/predictions', { gameName: 'Diamond', date, numbers, form: 'two_sure' })
  return { ...program, publish }
}

test('COPY-01: after kill -9 between a forecast’s commit and its copy, the next start completes the copy, and the record goes on', async () => {
  const first = await start()
  expect((await first.publish('1, 2')).status).toBe(201)
  const before = copied()
  expect(before).toBe(await stored())

  const commit = await holdWriteLock(server().address)
  const lost = first.publish('3, 4').catch(() => null)
  await commit.untilWaiting(1)
  const flush = await holdWriteLock(server().address, 'recordCopy')
  await commit.release()
  await waitFor('the forecast is committed', async () => (await stored()).length > before.length)
  first.child.kill('SIGKILL')
  await first.ended
  await lost
  await flush.release()
  expect(copied()).toBe(before)

  const second = await start()
  await waitFor('the copy is complete', async () => copied() === (await stored()))
  expect(copied().startsWith(before)).toBe(true)
  expect((await second.publish('5, 6')).status).toBe(201)
  expect(copied()).toBe(await stored())
  expect(await verifyRecord(server())).toMatchObject({ problems: [] })
  second.child.kill('SIGTERM')
  await second.ended
})
