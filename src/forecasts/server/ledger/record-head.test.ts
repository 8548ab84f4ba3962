import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ledgerServer } from '../../../../tests/support/ledger-days.ts'
import { rowsOf } from '../../../../tests/support/database.ts'
import { recordRows } from '../../../../tests/support/record.ts'
import { recordHead } from './memory.ts'

const { server, setClock, publish, day, newRows, record } = ledgerServer()

const headOf = (lines: readonly string[]) =>
  createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex')

test('the head covers each committed line, and a publication and a close ask for stamps', async () => {
  await publish({ date: day() })
  await newRows()
  const { services } = server()
  const wanted = async () =>
    (await rowsOf(server(), sql`select key from graphile_worker.jobs where task_identifier = 'stamp-head'`))
      .map(({ key }) => String(key))
      .sort((one, other) => one.localeCompare(other))
  const lines = (await recordRows(server())).map(({ leaf }) => leaf)
  expect(await recordHead(services)).toEqual({ size: lines.length, head: headOf(lines) })
  expect(await recordHead(services, 2)).toEqual({ size: 2, head: headOf(lines.slice(0, 2)) })
  expect([await recordHead(services, 0), await recordHead(services, lines.length + 1)]).toEqual([null, null])
  expect(await wanted()).toEqual(['stamp-head:newest'])

  await setClock(day(), '10:00')
  await record()
  expect(await wanted()).toEqual([`stamp-head:${lines.length}`, 'stamp-head:newest'])
})
