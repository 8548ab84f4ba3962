import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordRows, verifyRecord } from '../../../../tests/support/record.ts'
import { predictionServer } from '../../../../tests/support/predictions.ts'
import { newFolder } from '../../../../tests/support/programs.ts'
import { waitFor } from '../../../../tests/support/wait.ts'
import { startLedgerCopies, copiedFiles, readCopy } from './copy-entries.ts'
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

function newCopies(name: string): string {
  const path = join(folder.path, name)
  mkdirSync(path)
  return path
}

test('several servers copy into one folder at the same time', async () => {
  const path = newCopies('shared')
  const { services } = server()
  const all = await Promise.all(
    Array.from({ length: 4 }, () => startLedgerCopies({ ...services, folder: path })),
  )
  await Promise.all(all.map((copies) => copies.catchUp()))
  for (const copies of all) await copies.stop()
  const files = await copiedFiles(path)
  const leaves = (await recordRows(server())).length
  expect(files).toHaveLength(leaves)
  for (const { name } of files) expect(await readCopy(path, name)).not.toBeNull()
  expect(readdirSync(path)).toHaveLength(leaves)
  expect(server().logs.filter(({ msg }) => msg === 'the ledger could not be copied')).toEqual([])
})

test('a copy that fails is tried again without a new entry', async () => {
  const path = newCopies('unsteady')
  const { services } = server()
  const copies = await startLedgerCopies({ ...services, folder: path, retryMs: 20 })
  await copies.catchUp()
  renameSync(path, `${path}.away`)
  expect((await publish({ date: '2023-10-02', form: 'two_sure', numbers: '7, 8' })).status).toBe(201)
  await waitFor('the failure is logged', () =>
    server().logs.some(({ msg }) => msg === 'the ledger could not be copied'),
  )
  renameSync(`${path}.away`, path)
  const leaves = (await recordRows(server())).length
  await waitFor('the entry is copied', () => readdirSync(path).length === leaves)
  await copies.stop()
})

test('erased texts are in no answer and no copy, and the record stays correct', async () => {
  const path = newCopies('erased')
  const { services } = server()
  const copies = await startLedgerCopies({ ...services, folder: path })
  const { id } = (await publish({ date: '2023-10-02', numbers: '9, 10', reasons: 'My uncle said so' })).body
  const owner = await server().as('admin')
  const name = { penName: 'Uncle Bayo' }
  expect((await owner.request('PUT', '/api/admin/author', { body: name })).status).toBe(200)
  await setClock('2023-10-02', '09:30')
  await revealDue(services.db, services.clock)
  const everything = async () => {
    await services.signer.publish()
    await copies.catchUp()
    const answers = ['/log/1/texts.jsonl', '/record.csv', `/api/public/ledger-entry?fingerprint=${entry}`]
    const texts = await Promise.all(answers.map(async (one) => (await server().anonymous().get(one)).text))
    const files = await copiedFiles(path)
    return [...texts, ...files.map((file) => readFileSync(join(path, file.name), 'utf8'))]
  }
  const { entry } = (await recordRows(server())).findLast((row) => row.reasons !== null)!.entry
  const holders = async (text: string) => (await everything()).filter((one) => one.includes(text)).length
  expect(await holders('My uncle')).toBeGreaterThan(4)
  expect(await holders('Uncle Bayo')).toBeGreaterThan(3)

  const [row] = await recordRows(server()).then((rows) => rows.slice(entry))
  // The session of yesterday has ended.
  const now = await server().as('admin')
  const { author } = JSON.parse(row!.leaf) as { author: number }
  const erase = (body: object, by = now) =>
    by.post('/api/admin/log-texts/erase', { reason: 'A right of a person.', ...body })
  expect((await erase({ of: 'forecast', number: id }, await server().as('pro'))).status).toBe(403)
  expect((await erase({ of: 'forecast', number: 999_999 })).status).toBe(404)
  expect((await erase({ of: 'forecast', number: id })).status).toBe(200)
  expect((await erase({ of: 'author', number: author })).status).toBe(200)
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
  await copies.stop()
})
