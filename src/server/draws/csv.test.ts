import { beforeAll, describe, expect, test } from 'vitest'
import { csv, HEADER } from '../../../tests/support/csv.ts'
import { contentsOf } from '../../../tests/support/database.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor

const upload = (content: string | Uint8Array) =>
  admin.request('POST', '/api/admin/draws/import', { raw: { type: 'text/csv', content } })
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

beforeAll(async () => {
  admin = await server().as('admin')
})

describe('a file that is right CSV comes in whatever made it', () => {
  const row = (game: string) => `${game},2023-10-02,,,ok,1,2,3,4,5,,,,,`
  test.each<[string, string, string | Uint8Array]>([
    ['a byte order mark', 'diamond', `\uFEFF${csv(row('diamond'))}`],
    ['Windows line ends', 'peoples', csv(row('peoples')).replaceAll('\n', '\r\n')],
    ['old Mac line ends', 'bingo', csv(row('bingo')).replaceAll('\n', '\r')],
    ['no line end at the end', 'metro', csv(row('metro')).trim()],
    ['empty lines between and after', 'inter', `${HEADER}\n\n${row('inter')}\n\n\n`],
    ['every field quoted', 'gold', csv(row('gold')).replace(/[^,\n]+/g, '"$&"')],
    [
      'quoted fields with commas, quotes and line ends',
      '06',
      csv('06,2023-10-02,,"Oct 2nd, ""mon""\nor so",ok,1,2,3,4,5,,,,,'),
    ],
    [
      'spaces around the names of columns',
      'jackpot',
      `${HEADER.replaceAll(',', ' , ')}\n${row('jackpot')}\n`,
    ],
    [
      'columns in another order and more of them',
      'super',
      'm5,m4,m3,m2,m1,w5,w4,w3,w2,w1,status,note,serial,date,game\n,,,,,5,4,3,2,1,ok,hello,,2023-10-02,super\n',
    ],
    ['short rows, where the last cells are empty', 'fortune', csv('fortune,2023-10-02,,,ok,1,2,3,4,5')],
    ['letters of other scripts in the label', 'king', csv('king,2023-10-02,,2 Ọ̀wàrà 🎱,ok,1,2,3,4,5,,,,,')],
  ])('%s', async (_, game, content) => {
    const { status, body } = await upload(content)
    expect([status, body.inserted, body.refused]).toEqual([200, 1, []])
    const day = (await admin.get('/api/days/2023-10-02')).body
    const line = day.games.find((entry: { key: string }) => entry.key === game)
    expect(line.draw).toMatchObject({ winning: [1, 2, 3, 4, 5], machine: [] })
  })

  test.each(['\n', '\r\n', '\r'])('lines are counted as an editor counts them (%j)', async (end) => {
    const lines = ['aseda,2023-10-01,,"one\ntwo\nthree",ok,1,2,3,4,99', '', 'aseda,2023-10-08,,,ok,1,2,3,4,0']
    const { body } = await upload([HEADER, ...lines].join(end))
    expect(body.refused.map((note: { line: number }) => note.line)).toEqual([2, 6])
  })
})

describe('a file that cannot be read as a whole is refused with a plain sentence and changes nothing', () => {
  const good = csv('national,2023-10-07,,,ok,1,2,3,4,5,,,,,')
  const many = `${HEADER}\n${'national,2023-10-07,,,ok,1,2,3,4,5,,,,,\n'.repeat(200_000)}`
  test.each<[string, number, RegExp, string | Uint8Array]>([
    ['an empty file', 400, /^The file is empty\.$/, ''],
    ['nothing but empty lines', 400, /^The file is empty\.$/, '\n\n\n'],
    ['a missing column', 400, /^The file lacks the columns m5\./, good.replace(',m5', '')],
    [
      'several missing columns',
      400,
      /lacks the columns game, serial, w1\. Its first line/,
      good.replace('game', 'g').replace('serial', 's').replace('w1', 'w'),
    ],
    ['no header', 400, /^The file lacks the columns game/, good.slice(HEADER.length + 1)],
    ['a header twice over', 400, /names the columns w1 twice/, good.replace('w1,w2', 'w1,w1,w2')],
    [
      'a column that two names make',
      400,
      /names the columns date twice/,
      good.replace('date_label', 'date '),
    ],
    [
      'an open quote',
      400,
      /^The file is not right CSV.*a quote is open/,
      csv('national,"2023-10-07,,,ok,1,2,3,4,5'),
    ],
    [
      'a quote in the middle of a field',
      400,
      /^The file is not right CSV/,
      csv('nat"ional,2023-10-07,,,ok,1,2,3,4,5'),
    ],
    ['one field as long as a book', 400, /^The file is not right CSV/, csv(`national,${'x'.repeat(20_000)}`)],
    ['letters that are not UTF-8', 400, /^The file is not UTF-8 text\.$/, bytes(good, [0xff, 0xfe, 0xe9])],
    [
      'UTF-16, as spreadsheets save it',
      400,
      /^The file is not UTF-8 text\.$/,
      bytes([0xff, 0xfe], Buffer.from(good, 'utf16le') as any),
    ],
    ['NUL bytes', 400, /^The file is not text: it holds NUL bytes\.$/, bytes(good, [0, 0, 0])],
    ['an image', 400, /UTF-8|NUL/, bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0])],
    ['200,000 rows', 413, /^The file has 200000 rows; at most 100000 fit in one import\.$/, many],
    ['more than 16 MB', 413, /at most 16384 kB/, 'x'.repeat(17 * 1024 * 1024)],
  ])('%s', async (_, status, title, content) => {
    const before = await contentsOf(server())
    const started = performance.now()
    const answer = await upload(content)
    expect([answer.status, answer.body.title]).toEqual([status, expect.stringMatching(title)])
    expect(performance.now() - started).toBeLessThan(25_000)
    expect(await contentsOf(server())).toEqual(before)
  })
})

describe('what is in a cell is never more than a cell', () => {
  test.each([
    ['a formula', '=1+1', 'Unknown game "=1+1".'],
    ['a script', '<script>alert(1)</script>', 'Unknown game "<script>alert(1)</script>".'],
    ['SQL', "x'; drop table draws; --", `Unknown game "x'; drop table draws; --".`],
    ['a name that objects have', '__proto__', 'Unknown game "__proto__".'],
    ['a long text, which is cut', 'g'.repeat(500), `Unknown game "${'g'.repeat(30)}".`],
  ])('%s as a game is refused like any other', async (_, game, reason) => {
    const { status, body } = await upload(csv(`${game},2023-10-07,,,ok,1,2,3,4,5,,,,,`))
    expect([status, body.inserted]).toEqual([200, 0])
    expect(body.refused[0].reasons).toEqual([reason])
  })

  test('with games to be added, such names are refused too', async () => {
    const names = ['=1+1', '__proto__', 'constructor', 'a-b', 'x'.repeat(25), '']
    const answer = await admin.request('POST', '/api/admin/draws/import?addGames=yes', {
      raw: { type: 'text/csv', content: csv(...names.map((name) => `${name},2023-10-07,,,ok,1,2,3,4,5`)) },
    })
    expect(answer.body).toMatchObject({ inserted: 0, gamesAdded: [] })
    expect(answer.body.refused).toHaveLength(names.length)
  })
})
