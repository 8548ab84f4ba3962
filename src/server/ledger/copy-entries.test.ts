import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordRows } from '../../../tests/support/record.ts'
import { predictionServer } from '../../../tests/support/predictions.ts'
import { newFolder } from '../../../tests/support/programs.ts'
import { waitFor } from '../../../tests/support/wait.ts'
import { startLedgerCopies } from './copy-entries.ts'
import { copiedFiles, readCopy } from './copy-files.ts'

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
