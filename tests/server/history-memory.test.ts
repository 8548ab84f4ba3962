import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { queryAt } from '../support/database.ts'
import { newDatabase } from '../support/postgres.ts'
import { databaseUrl, runProgram } from '../support/programs.ts'

let database: Awaited<ReturnType<typeof newDatabase>>
beforeAll(async () => void (database = await newDatabase(inject('postgres'))))
afterAll(() => database.drop())

// Two sizes are compared, so that what every process takes does not count.

/** Adds draws of every game on every second day from a date on. @returns the memory that all draws take */
async function withDraws(count: number, from: string) {
  await queryAt(
    database.address,
    `insert into draws (game_key, date, state, serial, winning, machine, source, recorded_at)
     select key, date '${from}' + 2 * n, 'drawn', 1 + n % 180,
       array[1 + n % 18, 19 + n % 18, 37 + n % 18, 55 + n % 18, 73 + n % 18]::smallint[],
       array[2 + n % 18, 20 + n % 18, 38 + n % 18, 56 + n % 18, 72 + n % 18]::smallint[], 'import', now()
     from games, generate_series(0, ${count / 18 - 1}) n`,
  )
  const { code, out, err } = await runProgram(
    ['--expose-gc', 'tests/support/measure-history.ts'],
    databaseUrl(database.address),
  )
  expect([code, err]).toEqual([0, ''])
  return JSON.parse(out) as { draws: number; bytes: number }
}

/** The typed arrays have 17 bytes for a draw, its public id 8 more. */
const MOST_BYTES = 30

test('a draw takes few bytes of the server’s memory', { timeout: 120_000 }, async () => {
  const some = await withDraws(18_000, '1970-01-01')
  const many = await withDraws(54_000, '1980-01-01')
  expect([some.draws, many.draws]).toEqual([18_000, 72_000])
  expect((many.bytes - some.bytes) / (many.draws - some.draws)).toBeLessThan(MOST_BYTES)
})
