import { describe, expect, test } from 'vitest'
import { TableRows, tableIn, tooManyRows } from './draw-table.ts'

const cells = (count: number, separator: string) => Array(count).fill('x').join(separator)

describe('the separator of a table', () => {
  test.each<[what: string, text: string, found: ReturnType<typeof tableIn>]>([
    ['commas between known names', 'game,date\nbingo,2/10/2023', { separator: ',', skip: 0 }],
    ['names in another letter case', 'GAME; Date', { separator: ';', skip: 0 }],
    ['names in quotes', '"game"\t"date"', { separator: '\t', skip: 0 }],
    ['names with a quote inside, which the parser refuses', 'ga"me,da"te', { separator: ',', skip: 0 }],
    ['blank lines before the table', '\n \ngame|date', { separator: '|', skip: 2 }],
    ['one known name', 'game,other', null],
    ['fourteen cells without a known name', cells(14, '|'), { separator: '|', skip: 0 }],
    ['thirteen cells without a known name', cells(13, '|'), null],
    ['more cells by another separator', `a,${cells(14, ';')}`, { separator: ';', skip: 0 }],
    ['known names before more cells', `game;date;${cells(20, ',')}`, { separator: ';', skip: 0 }],
    ['names below a title', 'hello\ngame,date', { separator: ',', skip: 1 }],
    ['names below a draw', 'Bingo 1 2 3 4 5\ngame,date', null],
    ['unknown names above as many cells', 'a;b;c\n1;2;3', { separator: ';', skip: 0 }],
    ['words above as many words', 'a;b;c\nd;e;f', null],
    ['values above as many cells', 'Gold;6 Jan;c\n1;2;3', null],
    ['free text', 'Bingo 2/10/2023 7 12 45 60 89', null],
    ['nothing', '', null],
    ['a line that names the separator', 'sep=;\nx;y', { separator: ';', skip: 1 }],
    ['such a line in another letter case, with blanks', ' SEP=| \r\nx|y', { separator: '|', skip: 1 }],
    ['an unknown separator', 'sep=x\ngame,date', { separator: ',', skip: 1 }],
    ['a line that only contains one', 'xsep=;\nx;y', null],
    ['a line that only begins with one', 'sep=;;\nx;y', null],
  ])('%s', (_, text, found) => {
    expect(tableIn(text)).toEqual(found)
  })
})

const HEADER = 'game date serial status w1 w2 w3 w4 w5 m1 m2 m3 m4 m5'.split(' ')
const ROW = 'bingo 2023-10-02 79 ok 7 12 45 60 89 3 9 27 33 81'.split(' ')
const read = (...records: (readonly string[])[]) => {
  const table = new TableRows()
  const rows = records.flatMap((record, i) => table.read({ line: i + 1, record }) ?? [])
  return table.problem === null ? { rows } : { problem: table.problem }
}
const row = {
  line: 2,
  game: 'bingo',
  date: '2023-10-02',
  serial: '79',
  status: 'ok',
  winning: ['7', '12', '45', '60', '89'],
  machine: ['3', '9', '27', '33', '81'],
}

describe('the rows of a table', () => {
  test('have their cells by the names of the columns, in any order and letter case', () => {
    expect(read(HEADER, ROW)).toEqual({ rows: [row] })
    expect(read([...HEADER].reverse(), [...ROW].reverse())).toEqual({ rows: [row] })
    expect(read(['date_label', ...HEADER.map((name) => ` ${name.toUpperCase()} `)], ['Mon', ...ROW])).toEqual(
      { rows: [row] },
    )
  })

  test('leave out rows of empty cells and keep their lines', () => {
    expect(read(['', ' '], HEADER, [], ['', '  '], ROW)).toEqual({ rows: [{ ...row, line: 5 }] })
    expect(read(HEADER)).toEqual({ rows: [] })
  })

  test('have empty cells where a row is short', () => {
    expect(read(HEADER, ROW.slice(0, 8))).toEqual({
      rows: [{ ...row, winning: ['7', '12', '45', '60', ''], machine: ['', '', '', '', ''] }],
    })
  })

  test.each([
    ['in the first cell', ['N O  D R A W', '', '', '', '']],
    ['over two cells', ['no', ' draw ', '', '', '']],
    ['with signs between', ['No_-_Draw', '', '', '', '']],
  ])('of a day without a draw may say so %s', (_, winning) => {
    const record = [...ROW.slice(0, 4), ...winning, '', '', '', '', '']
    expect(read(HEADER, record)).toEqual({ rows: [{ ...row, status: 'no draw', winning: [], machine: [] }] })
  })

  test.each([
    ['no cells at all', ['', '', '', '', '']],
    ['more words', ['no draw today', '', '', '', '']],
  ])('with %s keep their cells', (_, winning) => {
    const record = [...ROW.slice(0, 4), ...winning, '', '', '', '', '']
    expect(read(HEADER, record)).toEqual({ rows: [{ ...row, winning, machine: ['', '', '', '', ''] }] })
  })
})

describe('what was understood of the columns', () => {
  test.each([
    ['all of them', HEADER, 'game, date, serial, status, winning 1 to 5, machine 1 to 5.'],
    [
      'lists of numbers, in another order',
      ['Winning', 'Draw Date', 'Lotto', 'Mac'],
      'winning, date, game, machine.',
    ],
    [
      'sets in another order',
      'date game w2 w1 w3 w4 w5'.split(' '),
      'date, game, winning 2, winning 1, winning 3, winning 4, winning 5.',
    ],
    [
      'others, without a name too',
      ['id', '', 'note', ...HEADER.slice(0, 2)],
      'game, date; not used: “id”, “note”.',
    ],
    ['none', ['a', 'b'], 'none; not used: “a”, “b”.'],
  ])('%s', (_, names, expected) => {
    const table = new TableRows()
    table.read({ line: 1, record: names })
    expect(table.understood).toBe(`Columns: ${expected}`)
  })
})

describe('a table is refused', () => {
  const problem =
    /^The file lacks the columns game, m5\. Its first line must name them\. Columns: date, serial, status, winning 1 to 5, machine 1,/

  test.each<[why: string, records: string[][], problem: string | RegExp]>([
    ['without a record', [], 'The file is empty.'],
    [
      'with machine numbers in another column',
      [
        ['game', 'date', 'winning', 'other'],
        ['bingo', '2023-10-02', '7 12 45 60 89', '3 9 27 33 81'],
      ],
      /^“3 9 27 33 81” may be machine numbers, but no column has a name for them\. Columns: game,/,
    ],
    ['with empty records only', [[], ['', ' ']], 'The file is empty.'],
    ['without two of its columns', [HEADER.slice(1, -1), ROW.slice(1, -1)], problem],
    [
      'with two columns of one name',
      [[...HEADER, 'W1', 'date'], ROW],
      /^The file names the columns w1, date twice\. Columns: game, date,/,
    ],
  ])('%s', (_, records, expected) => {
    expect(read(...records)).toEqual({ problem: expect.stringMatching(expected) })
  })

  test('with more than 100,000 rows', () => {
    expect(tooManyRows(100_000, 100_000)).toBeNull()
    expect(tooManyRows(100_001, 100_000)).toBe('The file has 100001 rows; at most 100000 fit in one import.')
  })
})
