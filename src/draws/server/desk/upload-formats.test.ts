import { beforeAll, expect, test } from 'vitest'
import { csv } from '../../../../tests/support/csv.ts'
import { contentsOf } from '../../../../tests/support/database.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

// What is read, and what is refused with which sentence, is in src/draws/server/ingest/read-draws.test.ts.
const server = testServer()
let admin: Visitor

const upload = (content: string | Uint8Array, query = '') =>
  admin.request('POST', `/api/admin/draws/import${query}`, { raw: { type: 'text/csv', content } })

beforeAll(async () => {
  admin = await server().as('admin')
})

test('a name that is one letter off is read only after a check, which shows how it is read', async () => {
  const content = 'Midwek 11/10/2023 1 2 3 4 5'
  const { body } = await upload(content)
  expect([body.inserted, body.unknownGames]).toMatchObject([0, [{ name: 'Midwek' }]])
  const checked = await admin.request('POST', '/api/admin/draws/check', {
    raw: { type: 'text/csv', content },
  })
  expect(checked.body.verdicts).toMatchObject([{ verdict: 'new', game: 'midweek' }])
})

test('a block of a chat is read by the same call, with the date of the call', async () => {
  const { body } = await upload('*Fortune*\nW: 17 12 45 60 89\nM: 3 9 27 33 81\n', '?date=2023-10-12')
  expect([body.inserted, body.refused]).toEqual([1, []])
  const day = (await admin.get('/api/days/2023-10-12')).body
  const line = day.games.find((entry: { key: string }) => entry.key === 'fortune')
  expect(line.draw).toMatchObject({ winning: [17, 12, 45, 60, 89], machine: [3, 9, 27, 33, 81] })
})

test.each<[what: string, status: number, title: RegExp, content: string | Uint8Array]>([
  ['an empty file', 400, /^The file is empty\.$/, ''],
  ['more than 16 MB', 413, /the limit is 16384 kB/, 'x'.repeat(17 * 1024 * 1024)],
])('%s is refused and changes nothing', async (_, status, title, content) => {
  const before = await contentsOf(server())
  const answer = await upload(content)
  expect([answer.status, answer.body.title]).toEqual([status, expect.stringMatching(title)])
  expect(await contentsOf(server())).toEqual(before)
})

test.each([
  ['a formula', '=1+1', 'Unknown game "=1+1".'],
  ['a script', '<script>alert(1)</script>', 'Unknown game "<script>alert(1)</script>".'],
  ['SQL', "x'; drop table draws; --", `Unknown game "x'; drop table draws; --".`],
  ['a property name of objects', '__proto__', 'Unknown game "__proto__".'],
  ['a long text, which is cut', 'g'.repeat(500), `Unknown game "${'g'.repeat(30)}".`],
])('%s as a game is refused like any other', async (_, game, reason) => {
  const { status, body } = await upload(csv(`${game},2023-10-07,,,ok,1,2,3,4,5,,,,,`))
  expect([status, body.inserted]).toEqual([200, 0])
  expect(body.unknownGames.map((game: { reason: string }) => game.reason)).toEqual([reason])
})
