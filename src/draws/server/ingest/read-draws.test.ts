import { describe, expect, test } from 'vitest'
import { csv, HEADER } from '../../../../tests/support/csv.ts'
import { parseDate } from '../../../platform/rules/base/calendar.ts'
import { seedGames } from '../../rules/games.ts'
import { planIngest } from '../../rules/ingest/ingest-plan.ts'
import { readDraws } from './read-draws.ts'

const games = seedGames(parseDate('2020-01-01')!)
const now = Date.UTC(2024, 0, 1)

/** The accepted draws of a text, and the lines that are refused; or the code and the problem. */
function read(content: string | Uint8Array, day = '', limits?: Parameters<typeof readDraws>[2]) {
  const result = readDraws(Buffer.from(content), { games, day, dateOrder: null }, limits)
  if ('problem' in result) return `${result.code}: ${result.problem}`
  const { outcomes } = planIngest(result.rows, [], {
    now,
    games,

    nearNames: false,
    dateOrder: null,
  })
  return outcomes.map((outcome) =>
    'note' in outcome
      ? `line ${outcome.note.line}: ${outcome.note.reasons.join(' ')}`
      : `${outcome.to.game} ${outcome.to.date} ${[...outcome.to.winning, ...outcome.to.machine].join('-')}`,
  )
}

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
const row = (game: string) => `${game},2023-10-02,,,ok,1,2,3,4,5,,,,,`
const TABLE = csv(row('diamond'))
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

describe('a table from any program is read', () => {
  test.each<[what: string, content: string | Uint8Array, game?: string]>([
    ['a byte order mark', `\uFEFF${TABLE}`],
    ['Windows line ends', TABLE.replaceAll('\n', '\r\n')],
    ['classic Mac line ends', TABLE.replaceAll('\n', '\r')],
    ['no line end after the last row', TABLE.trim()],
    ['empty lines between and after', `${HEADER}\n\n${row('diamond')}\n\n\n`],
    ['every field quoted', TABLE.replace(/[^,\n]+/g, '"$&"')],
    [
      'quoted fields with commas, quotes and line ends',
      TABLE.replace(',,,ok', ',,"Oct 2nd, ""mon""\nor so",ok'),
    ],
    ['spaces around the names of columns', TABLE.replace(HEADER, HEADER.replaceAll(',', ' , '))],
    ['names of columns in any case', TABLE.replace(HEADER, HEADER.toUpperCase())],
    [
      'columns in another order, and extra columns',
      'm5,m4,m3,m2,m1,w5,w4,w3,w2,w1,status,note,serial,date,game\n,,,,,5,4,3,2,1,ok,hello,,2023-10-02,diamond\n',
    ],
    ['short rows, where the last cells are empty', csv('diamond,2023-10-02,,,ok,1,2,3,4,5')],
    ['letters of other scripts in the label', TABLE.replace(',,,ok', ',,2 Ọ̀wàrà 🎱,ok')],
    ['semicolons', TABLE.replaceAll(',', ';')],
    ['tabs', TABLE.replaceAll(',', '\t')],
    ['a first line that declares the separator', `sep=;\r\n${TABLE.replaceAll(',', ';')}`],
    ['UTF-16 with a byte order mark', utf16(`\uFEFF${TABLE}`)],
    ['UTF-16 without a byte order mark', utf16(TABLE)],
    ['big-endian UTF-16', utf16(`\uFEFF${TABLE}`).swap16()],
    ['Windows-1252', bytes(`${HEADER}\ndiamond,2023-10-02,,F`, [0xea], 'te,ok,1,2,3,4,5,,,,,\n')],
    ['the name of a game', csv(row('MONDAY SPECIAL')), 'msp'],
    ['another name of a game', csv(row('Lucky Tuesday')), 'lucky_G'],
    ['a date with the day first', csv('midweek,02/10/2023,,,OK,1,2,3,4,5,,,,,'), 'midweek'],
    ['a date as an Excel serial number', csv('bonanza,45201,,,Ok,1,2,3,4,5,,,,,'), 'bonanza'],
    ['numbers with decimals', csv('Club Master,2023-10-02,12.0,,ok,1.0,2.0,3.0,4.0,5.0,,,,,'), 'clubmaster'],
    ['rows of empty cells', `${TABLE},,,,,,,,,,,,,,\n,,\n`],
  ])('%s', (_, content, game = 'diamond') => {
    expect(read(content)).toEqual([`${game} 2023-10-02 1-2-3-4-5`])
  })

  test('a block from a chat is read too, with its date or the given one', () => {
    expect(read('*KING* 07/10/2023\nW: 07 12 45 60 89\nM: 3 9 27 33 81\n')).toEqual([
      'king 2023-10-07 7-12-45-60-89-3-9-27-33-81',
    ])
    const block = 'Fortune\nW: 17 12 45 60 89\n'
    expect(read(block)).toEqual(['line 1: The date is missing; write it as 2023-10-02.'])
    expect(read(block, '2023-10-12')).toEqual(['fortune 2023-10-12 17-12-45-60-89'])
  })

  test.each(['\n', '\r\n', '\r'])('line numbers match those of an editor (%j)', (end) => {
    const lines = ['aseda,2023-10-01,,"one\ntwo\nthree",ok,1,2,3,4,99', '', 'aseda,2023-10-08,,,ok,1,2,3,4,0']
    expect(read([HEADER, ...lines].join(end))).toEqual([
      expect.stringMatching(/^line 2: /),
      expect.stringMatching(/^line 6: /),
    ])
  })
})

test.each([
  ['of a sample', `${HEADER},sample\n${row('diamond')},yes`, /This is a generated sample, no real draw\.$/],
  ['with a nameless cell', `${HEADER},\n${row('diamond')},6`, /“6” is in a column without a name\.$/],
  [
    'of another year',
    '{"gold":{"2024":[{"date":"2023-10-02","serialNumber":1,"winningNumbers":[]}]}}',
    /The date 2023-10-02 is not of the year 2024\./,
  ],
])('a row %s is refused', (_, text, problem) => expect(read(text)[0]).toMatch(problem))

describe('an unreadable file is refused with a plain sentence', () => {
  const MOST = 16 * 1024 * 1024
  const fill = (head: string, line: string) => (head + line.repeat(MOST / line.length)).slice(0, MOST)
  test.each<[what: string, problem: RegExp, content: string | Uint8Array]>([
    ['an empty file', /^invalid-input: The file is empty\.$/, ''],
    ['only empty lines', /: The file is empty\.$/, '\n\n\n'],
    ['a missing column', /: The file lacks the columns m5\./, TABLE.replace(',m5', '')],
    [
      'several missing columns',
      /lacks the columns game\. Its first line .* Columns: date, status, winning, winning 2, .*; not used: “g”, “s”,/,
      TABLE.replace('game', 'g').replace('serial', 's').replace('w1', 'w'),
    ],
    ['no header', /: The file lacks the columns game/, TABLE.slice(HEADER.length + 1)],
    ['a repeated column', /names the columns w1 twice/, TABLE.replace('w1,w2', 'w1,w1,w2')],
    ['two names for one column', /names the columns date twice/, TABLE.replace('date_label', 'date ')],
    [
      'an open quote',
      /: The file is not valid CSV near line 2: a quote is open or misplaced\.$/,
      csv('king,"2023-10-07,,,ok,1,2,3,4,5'),
    ],
    [
      'a quote in the middle of a field',
      /: The file is not valid CSV/,
      csv('ki"ng,2023-10-07,,,ok,1,2,3,4,5'),
    ],
    [
      'a very long field',
      /: Line 2 has a cell that is too long, or a quote that is open: a row has at most 10,000 characters\.$/,
      csv(`king,${'x'.repeat(20_000)}`),
    ],
    ['NUL bytes', /: The file is not text\.$/, bytes(TABLE, [0, 0, 0])],
    [
      'an image',
      /: The file is not text\.$/,
      bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0]),
    ],
    ['a workbook', /: This is a workbook\. Save it as CSV/, bytes([0x50, 0x4b, 3, 4, 20, 0, 6, 0])],
    ['half a list', /: The text is not complete JSON\.$/, '[{"game": '],
    [
      'another list',
      /: This JSON has no draws in a known form: the downloads of this product and /,
      '[{"a": 1}]',
    ],
    [
      'a letter',
      /: No draws were found\. The first line of a file must name its columns: game, date and so on\.$/,
      'Dear all,\nno draws today.\n',
    ],
    ['too many lines of prose', /: The text has 30001 lines; at most 20000/, 'bingo\n'.repeat(30_000)],
    ['a very long line', /: Line 2 has more than 500 characters/, `bingo\n${'1 '.repeat(400)}`],
    [
      '120,000 rows',
      /^too-large: The file has 120000 rows; at most 100000 fit in one import\.$/,
      `${HEADER}\n${'king,2023-10-07,,,ok,1,2,3,4,5,,,,,\n'.repeat(120_000)}`,
    ],
    ['more than 16 MB', /^too-large: The file is larger than 16 MB\.$/, 'x'.repeat(MOST + 1)],
    ['one line of commas', /^too-large: The file has more than 2,000,000 cells\.$/, fill('', ',')],
    ['lines of commas below the names', /^too-large: .*cells/, fill(`${HEADER}\n`, `${','.repeat(99)}\n`)],
    ['lines of tabs without names', /^too-large: .*cells/, fill('', `x${'\t'.repeat(400)}\n`)],
  ])('%s', (_, problem, content) => {
    expect(read(content)).toMatch(problem)
  })

  test('and the import command has higher limits', () => {
    const lines = Array.from({ length: 3 }, () => row('king'))
    expect(read(csv(...lines), '', { bytes: MOST, rows: 2 })).toMatch(/^too-large: .* 40 cells/)
    expect(read(csv(...lines.slice(1)), '', { bytes: MOST, rows: 3 })).toHaveLength(2)
  })
})
