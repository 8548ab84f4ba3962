import { beforeAll, describe, expect, test } from 'vitest'
import { csv, HEADER } from '../../../../tests/support/csv.ts'
import { contentsOf } from '../../../../tests/support/database.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor

const upload = (content: string | Uint8Array) =>
  admin.request('POST', '/api/admin/draws/import', { raw: { type: 'text/csv', content } })
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

beforeAll(async () => {
  admin = await server().as('admin')
})

describe('a table from any program is read', () => {
  const row = (game: string, date = '2023-10-02') => `${game},${date},,,ok,1,2,3,4,5,,,,,`
  test.each<[string, string, string | Uint8Array]>([
    ['a byte order mark', 'diamond', `\uFEFF${csv(row('diamond'))}`],
    ['Windows line ends', 'peoples', csv(row('peoples')).replaceAll('\n', '\r\n')],
    ['classic Mac line ends', 'bingo', csv(row('bingo')).replaceAll('\n', '\r')],
    ['no line end after the last row', 'metro', csv(row('metro')).trim()],
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
      'columns in another order, and extra columns',
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

  test.each<[string, string, string | Uint8Array]>([
    ['semicolons', 'bingo', csv(row('bingo', '2023-10-09')).replaceAll(',', ';')],
    ['tabs', 'metro', csv(row('metro', '2023-10-09')).replaceAll(',', '\t')],
    [
      'a first line that declares the separator',
      'inter',
      `sep=;\r\n${csv(row('inter', '2023-10-09')).replaceAll(',', ';')}`,
    ],
    [
      'names of columns in any case',
      'gold',
      csv(row('gold', '2023-10-09')).replace(HEADER, HEADER.toUpperCase()),
    ],
    [
      'UTF-16 with a byte order mark',
      '06',
      bytes([0xff, 0xfe], Buffer.from(csv(row('06', '2023-10-09')), 'utf16le') as any),
    ],
    [
      'UTF-16 without a byte order mark',
      'jackpot',
      Buffer.from(csv(row('jackpot', '2023-10-09')), 'utf16le'),
    ],
    [
      'big-endian UTF-16',
      'super',
      bytes([0xfe, 0xff], Buffer.from(csv(row('super', '2023-10-09')), 'utf16le').swap16() as any),
    ],
    ['Windows-1252', 'aseda', bytes(`${HEADER}\naseda,2023-10-09,,F`, [0xea], 'te,ok,1,2,3,4,5,,,,,\n')],
    ['the name of a game', 'msp', csv(row('MONDAY SPECIAL', '2023-10-09'))],
    ['another name of a game', 'lucky_G', csv(row('Lucky Tuesday', '2023-10-09'))],
    ['a date with the day first', 'midweek', csv('midweek,09/10/2023,,,OK,1,2,3,4,5,,,,,')],
    ['a date as an Excel serial number', 'bonanza', csv('bonanza,45208,,,Ok,1,2,3,4,5,,,,,')],
    ['numbers with decimals', 'clubmaster', csv('Club Master,2023-10-09,12.0,,ok,1.0,2.0,3.0,4.0,5.0,,,,,')],
    [
      'rows of empty cells',
      'national',
      `${csv(row('national', '2023-10-09'))},,,,,,,,,,,,,,\n;;\n`.replace(';;\n', ',,\n'),
    ],
  ])('%s', async (_, game, content) => {
    const { status, body } = await upload(content)
    expect([status, body.inserted, body.refused, body.unknownGames]).toEqual([200, 1, [], []])
    const day = (await admin.get('/api/days/2023-10-09')).body
    const line = day.games.find((entry: { key: string }) => entry.key === game)
    expect(line.draw).toMatchObject({ winning: [1, 2, 3, 4, 5], machine: [] })
  })

  test('a block from a chat is read by the same call', async () => {
    const { body } = await upload('*KING* 07/10/2023\nW: 07 12 45 60 89\nM: 3 9 27 33 81\n')
    expect([body.inserted, body.refused]).toEqual([1, []])
    const day = (await admin.get('/api/days/2023-10-07')).body
    const line = day.games.find((entry: { key: string }) => entry.key === 'king')
    expect(line.draw).toMatchObject({ winning: [7, 12, 45, 60, 89], machine: [3, 9, 27, 33, 81] })
  })

  test('a block without a date gets the date of the call, or is refused', async () => {
    const block = 'Fortune\nW: 17 12 45 60 89\n'
    const { body } = await upload(block)
    expect(body.refused[0].reasons).toEqual(['The date is missing; write it as 2023-10-02.'])
    const dated = await admin.request('POST', '/api/admin/draws/import?date=2023-10-12', {
      raw: { type: 'text/csv', content: block },
    })
    expect([dated.body.inserted, dated.body.refused]).toEqual([1, []])
  })

  test.each(['\n', '\r\n', '\r'])('line numbers match those of an editor (%j)', async (end) => {
    const lines = ['aseda,2023-10-01,,"one\ntwo\nthree",ok,1,2,3,4,99', '', 'aseda,2023-10-08,,,ok,1,2,3,4,0']
    const { body } = await upload([HEADER, ...lines].join(end))
    expect(body.refused.map((note: { line: number }) => note.line)).toEqual([2, 6])
  })
})

describe('an unreadable file is refused with a plain sentence and changes nothing', () => {
  const good = csv('national,2023-10-07,,,ok,1,2,3,4,5,,,,,')
  const many = `${HEADER}\n${'national,2023-10-07,,,ok,1,2,3,4,5,,,,,\n'.repeat(120_000)}`
  test.each<[string, number, RegExp, string | Uint8Array]>([
    ['an empty file', 400, /^The file is empty\.$/, ''],
    ['only empty lines', 400, /^The file is empty\.$/, '\n\n\n'],
    ['a missing column', 400, /^The file lacks the columns m5\./, good.replace(',m5', '')],
    [
      'several missing columns',
      400,
      /lacks the columns game, serial, w1\. Its first line/,
      good.replace('game', 'g').replace('serial', 's').replace('w1', 'w'),
    ],
    ['no header', 400, /^The file lacks the columns game/, good.slice(HEADER.length + 1)],
    ['a repeated column', 400, /names the columns w1 twice/, good.replace('w1,w2', 'w1,w1,w2')],
    ['two names for one column', 400, /names the columns date twice/, good.replace('date_label', 'date ')],
    [
      'an open quote',
      400,
      /^The file is not valid CSV.*a quote is open/,
      csv('national,"2023-10-07,,,ok,1,2,3,4,5'),
    ],
    [
      'a quote in the middle of a field',
      400,
      /^The file is not valid CSV/,
      csv('nat"ional,2023-10-07,,,ok,1,2,3,4,5'),
    ],
    ['a very long field', 400, /^The file is not valid CSV/, csv(`national,${'x'.repeat(20_000)}`)],
    ['NUL bytes', 400, /^The file is not text\.$/, bytes(good, [0, 0, 0])],
    [
      'an image',
      400,
      /^The file is not text\.$/,
      bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0]),
    ],
    ['a workbook', 400, /^This is a workbook\. Save it as CSV/, bytes([0x50, 0x4b, 3, 4, 20, 0, 6, 0])],
    [
      'a letter',
      400,
      /^No draws were found\. The first line of a file must name its columns/,
      'Dear all,\nno draws today.\n',
    ],
    [
      'more lines of prose than a message has',
      400,
      /^The text has 30001 lines; at most 20000/,
      'bingo\n'.repeat(30_000),
    ],
    ['a very long line', 400, /^Line 2 has more than 500 characters/, `bingo\n${'1 '.repeat(400)}`],
    ['120,000 rows', 413, /^The file has 120000 rows; at most 100000 fit in one import\.$/, many],
    ['more than 16 MB', 413, /the limit is 16384 kB/, 'x'.repeat(17 * 1024 * 1024)],
  ])('%s', async (_, status, title, content) => {
    const before = await contentsOf(server())
    const answer = await upload(content)
    expect([answer.status, answer.body.title]).toEqual([status, expect.stringMatching(title)])
    expect(await contentsOf(server())).toEqual(before)
  })
})

describe('the content of a cell is only text', () => {
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

  test('such names are refused also when unknown games are added', async () => {
    const names = ['=1+1', '__proto__', 'constructor', 'a-b', 'x'.repeat(25), '']
    const answer = await admin.request('POST', '/api/admin/draws/import?addGames=yes', {
      raw: { type: 'text/csv', content: csv(...names.map((name) => `${name},2023-10-07,,,ok,1,2,3,4,5`)) },
    })
    expect(answer.body).toMatchObject({ inserted: 0, gamesAdded: [] })
    const { refused, unknownGames } = answer.body
    expect(refused.length + unknownGames.length).toBe(names.length)
  })
})

describe('a file with more cells than any table of draws is refused before it is parsed', () => {
  const MOST = 16 * 1024 * 1024
  const fill = (head: string, line: string) => (head + line.repeat(MOST / line.length)).slice(0, MOST)
  test.each([
    ['one line of commas', fill('', ',')],
    ['lines of commas below the names of the columns', fill(`${HEADER}\n`, `${','.repeat(99)}\n`)],
    ['lines of tabs without names', fill('', `x${'\t'.repeat(400)}\n`)],
  ])('%s', async (_, content) => {
    const { status, body } = await upload(content)
    expect([status, body.title]).toEqual([413, expect.stringContaining('cells')])
  })
})
