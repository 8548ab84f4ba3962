import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { queryAt } from '../../../tests/support/database.ts'
import { holdAnswers } from '../../../tests/support/late-answers.ts'
import { newDatabase } from '../../../tests/support/postgres.ts'
import { connect, type Connection } from '../db/connect.ts'
import { createMultipliersReader } from './multipliers.ts'

let database: Awaited<ReturnType<typeof newDatabase>>
let connection: Connection

beforeAll(async () => {
  database = await newDatabase(inject('postgres'))
  connection = connect(database.address)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

const enter = (validFrom: string) =>
  queryAt(
    database.address,
    `insert into multipliers (operator, bet, valid_from, times, at)
     values ('premier', 'two_sure', '${validFrom}', 240, now())`,
  )

test('two reads at a time share a statement, and never one that ran before the last write', async () => {
  const read = createMultipliersReader(connection.db)
  const answers = holdAnswers(connection.pool)
  const early = read()
  await answers.ran(1)
  await enter('2031-05-06')
  const late = [read(), read()]
  await answers.ran(1)
  answers.deliver()
  const daysOf = async (reading: ReturnType<typeof read>) =>
    (await reading).map(({ validFrom }) => validFrom as string)
  expect(await daysOf(early)).not.toContain('2031-05-06')
  expect(await Promise.all(late.map(daysOf))).toEqual([
    expect.arrayContaining(['2031-05-06']),
    expect.arrayContaining(['2031-05-06']),
  ])
  expect(await late[0]).toBe(await late[1])
})
