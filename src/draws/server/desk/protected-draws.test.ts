import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { queryAt } from '../../../../tests/support/database.ts'
import { testServer } from '../../../../tests/support/test-server.ts'

// What a program with the app's login could do to a result (DATA-07).

const server = testServer()
const date = '2023-10-25'
let id: number

beforeAll(async () => {
  const admin = await server().as('admin')
  id = (await admin.post('/api/admin/draws', { game: 'midweek', date, winning: [7, 12, 45, 60, 89] })).body.id
})

/** Runs one transaction. @returns the SQLSTATE of its refusal, or `done` */
const run = (statements: string, as: 'app' | 'owner' = 'app'): Promise<string> =>
  queryAt(server().database[as], `begin; ${statements}; commit`).then(
    () => 'done',
    (error: pg.DatabaseError) => error.code!,
  )
const drawRow = async () => (await queryAt(server().database.app, `select * from draws where id = ${id}`))[0]

const NUMBERS = `update draws set winning = '{1,2,3,4,5}', version = version + 1 where id = ID`
const OLD = { game: 'midweek', date, winning: [7, 12, 45, 60, 89], machine: [] }
const correction = (version: number, old = {}) => `
  insert into draw_corrections (draw_id, version, old, new, at, reason)
    values (ID, ${version}, '${JSON.stringify({ ...OLD, ...old })}', '{}', now(), 'misread')`
const entry = (action: string) => `
  insert into audit (at, action, subject, details) values (now(), '${action}', 'draw:ID', '{}')`
const DELETION = `update draws set deleted_at = now() where id = ID`

test.each<[what: string, statements: string, code: string]>([
  ['a deleted row', 'delete from draws', '42501'],
  ['other numbers', NUMBERS.replace(', version = version + 1', ''), '23001'],
  ['other numbers with the next version', NUMBERS, '23001'],
  [
    'a correction that does not name the old numbers',
    `${NUMBERS}; ${correction(1, { winning: [1] })}`,
    '23001',
  ],
  ['a correction of another version', `${NUMBERS}; ${correction(2)}`, '23001'],
  ['another day', `update draws set date = date - 1 where id = ID`, '23001'],
  ['another game', `update draws set game_key = 'gold' where id = ID`, '23001'],
  ['an unrecorded deletion', DELETION, '23001'],
  ['a deletion recorded as an undo', `${DELETION}; ${entry('draw.restore')}`, '23001'],
  ['a deletion recorded earlier', `${entry('draw.delete')}; commit; begin; ${DELETION}`, '23001'],
  [
    'a deletion recorded in a table of the same name',
    `create temp table audit as select * from public.audit; ${entry('draw.delete')}; ${DELETION}`,
    '23001',
  ],
  ['a confirmation of other numbers', `${NUMBERS}; ${entry('draw.confirm')}`, '23001'],
  ['a result that becomes a sample', `update draws set source = 'sample' where id = ID`, '23001'],
  ['another public id', `update draws set public_id = '0123456789abcdef' where id = ID`, '23001'],
  ['a deleted change', 'delete from changes', '42501'],
  ['an edited change', `update changes set ids = '{}'`, '42501'],
])('the database refuses the app %s', async (_, statements, code) => {
  const before = await drawRow()
  expect(await run(statements.replaceAll('ID', String(id)))).toBe(code)
  expect(await drawRow()).toEqual(before)
})

test('the database refuses even its owner an unrecorded change', async () => {
  for (const statement of ['delete from draws', NUMBERS, DELETION, 'delete from changes'])
    expect([statement, await run(statement.replaceAll('ID', String(id)), 'owner')]).toEqual([
      statement,
      '23001',
    ])
})

test('a record in the same transaction, before or after the change, lets it through', async () => {
  for (const statements of [
    `${DELETION}; ${entry('draw.delete')}`,
    `${entry('draw.restore')}; update draws set deleted_at = null where id = ID`,
    `${NUMBERS}; ${correction(1)}`,
  ])
    expect([statements, await run(statements.replaceAll('ID', String(id)))]).toEqual([statements, 'done'])
  expect(await drawRow()).toMatchObject({ winning: [1, 2, 3, 4, 5], version: 2, deleted_at: null })
})
