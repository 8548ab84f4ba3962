import { appendFileSync, mkdirSync, readFileSync, renameSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordRows, verifyRecord } from '../../../../tests/support/record.ts'
import { predictionServer } from '../../../../tests/support/predictions.ts'
import { newFolder } from '../../../../tests/support/programs.ts'
import { waitFor } from '../../../../tests/support/wait.ts'
import { startRecordCopy } from './record-copy.ts'
import { predictionVersions } from '../tables/predictions.ts'
import { revealDue } from './versions.ts'

const { server, publish, setClock } = predictionServer({ keepsLedger: true })
const folder = newFolder()
afterAll(() => folder.remove())

beforeAll(async () => {
  await setClock('2023-10-01', '09:00')
  for (const numbers of ['1, 2', '3, 4', '5, 6'])
    expect((await publish({ date: '2023-10-02', form: 'two_sure', numbers })).status).toBe(201)
})

const start = (file: string, more: { retryMs?: number } = {}) =>
  startRecordCopy({ ...server().services, file, ...more })
const read = (file: string) => readFileSync(file, 'utf8')
const record = async () => (await recordRows(server())).map(({ leaf }) => `${leaf}\n`).join('')

test('several servers keep one copy at the same time', async () => {
  const file = join(folder.path, 'shared.jsonl')
  const all = Array.from({ length: 4 }, () => start(file))
  await Promise.all(all.map((copy) => copy.catchUp()))
  for (const numbers of ['1, 3', '1, 4'])
    expect((await publish({ date: '2023-10-02', form: 'two_sure', numbers })).status).toBe(201)
  await Promise.all(all.map((copy) => copy.catchUp()))
  for (const copy of all) await copy.stop()
  expect(read(file)).toBe(await record())
  expect(read(`${file}.rows`).split('\n')).toHaveLength(read(file).split('\n').length)
  expect(server().logs.filter(({ msg }) => msg === 'the record could not be copied')).toEqual([])
})

test('a copy that a killed process left behind or in the middle of a line is completed', async () => {
  const file = join(folder.path, 'killed.jsonl')
  await start(file).catchUp()
  const whole = read(file)
  for (const lost of [1, 40, whole.length - whole.lastIndexOf('\n', whole.length - 2) - 1, whole.length]) {
    truncateSync(file, whole.length - lost)
    const copy = start(file)
    await copy.requireWhole()
    await copy.stop()
    expect(read(file)).toBe(whole)
  }
  truncateSync(`${file}.rows`, 100)
  await start(file).catchUp()
  expect(read(`${file}.rows`).split('\n')).toHaveLength(whole.split('\n').length)
})

test('a copy with other lines than the database refuses publication and stays as it is', async () => {
  const file = join(folder.path, 'other.jsonl')
  await start(file).catchUp()
  appendFileSync(file, '{"v":2}\n')
  const whole = read(file)
  const copy = start(file)
  await expect(copy.requireWhole()).rejects.toThrow(/Nothing can be published: RECORD_COPY has \d+ lines/)
  await copy.keepUp()
  await copy.stop()
  expect(read(file)).toBe(whole)
  const alarms = await server().rows`select reference from alarms where kind = 'log-forked'`
  expect(alarms).toEqual([{ reference: expect.stringContaining('RECORD_COPY has') }])
})

test('a copy that fails is tried again without a new entry', async () => {
  const path = join(folder.path, 'unsteady')
  mkdirSync(path)
  const copy = start(join(path, 'record.jsonl'), { retryMs: 20 })
  await copy.catchUp()
  renameSync(path, `${path}.away`)
  expect((await publish({ date: '2023-10-02', form: 'two_sure', numbers: '7, 8' })).status).toBe(201)
  await waitFor('the failure is logged', () =>
    server().logs.some(({ msg }) => msg === 'the record could not be copied'),
  )
  renameSync(`${path}.away`, path)
  const whole = await record()
  await waitFor('the entry is copied', () => read(join(path, 'record.jsonl')) === whole)
  await copy.stop()
})

test('erased texts are in no answer and no copy, and the record stays correct', async () => {
  const file = join(folder.path, 'erased.jsonl')
  const { services } = server()
  const copy = start(file)
  const { id } = (await publish({ date: '2023-10-02', numbers: '9, 10', reasons: 'My uncle said so' })).body
  const owner = await server().as('admin')
  const name = { penName: 'Uncle Bayo' }
  expect((await owner.request('PUT', '/api/admin/author', { body: name })).status).toBe(200)
  await setClock('2023-10-02', '09:30')
  await revealDue(services.db, services.clock)
  const everything = async () => {
    await copy.catchUp()
    const answers = ['/log/1/texts.jsonl', '/record.csv', `/api/public/ledger-entry?fingerprint=${entry}`]
    const texts = await Promise.all(answers.map(async (one) => (await server().anonymous().get(one)).text))
    return [...texts, ...read(`${file}.rows`).split('\n')]
  }
  const { entry } = (await recordRows(server())).findLast((row) => row.reasons !== null)!.entry
  const holders = async (text: string) => (await everything()).filter((one) => one.includes(text)).length
  expect(await holders('My uncle')).toBeGreaterThan(4)
  expect(await holders('Uncle Bayo')).toBeGreaterThan(3)

  const [row] = await recordRows(server()).then((rows) => rows.slice(entry - 1))
  // The session of yesterday has ended.
  const now = await server().as('admin')
  const { author } = JSON.parse(row!.leaf) as { author: number }
  const erase = (body: object, by = now) =>
    by.post('/api/admin/log-texts/erase', { reason: 'A right of a person.', ...body })
  expect((await erase({ of: 'forecast', number: id }, await server().as('pro'))).status).toBe(403)
  expect((await erase({ of: 'forecast', number: 999_999 })).status).toBe(404)
  expect((await erase({ of: 'forecast', number: id })).status).toBe(200)
  expect((await erase({ of: 'author', number: author })).status).toBe(200)
  const audited = await server().rows`select subject, details from audit where action = 'log.erase-texts'`
  expect(audited).toEqual(
    [`prediction:${id}`, `author:${author}`].map((subject) => ({
      subject,
      details: { reason: 'A right of a person.' },
    })),
  )
  await waitFor(
    'the texts are gone',
    async () => (await holders('My uncle')) + (await holders('Uncle Bayo')) === 0,
  )
  const { problems, notices } = await verifyRecord(server())
  expect(problems).toEqual([])
  expect(notices).toContainEqual(expect.objectContaining({ check: 'R7' }))
  await expect(services.db.update(predictionVersions).set({ reasons: 'Another one' })).rejects.toMatchObject({
    cause: { message: 'a version stays; only its reasons can be erased' },
  })
  await copy.stop()
})
