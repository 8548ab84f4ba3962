import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ballOf, CLASSIFICATION, type ClassificationRow, COLUMNS, HALVES, rowOf } from './classification.ts'

const PUBLISHED = new URL('./fixtures/classification.json', import.meta.url)

test('the chart equals the published figures, cell by cell', () => {
  const published = JSON.parse(readFileSync(PUBLISHED, 'utf8'))
  expect(COLUMNS.map(([key]) => key)).toEqual(published.columns)
  expect(CLASSIFICATION.map((row) => COLUMNS.map(([key]) => row[key]))).toEqual(published.rows)
})

test('the columns have the specification’s names (section 2)', () => {
  expect(COLUMNS.map(([, name]) => name).join(', ')).toBe(
    'No, Counterpart, Bonanza, Malta, String Key, Shadow, Partner, Enquivalent, Code, Turning',
  )
})

test('two tables: 1 to 45 and 46 to 90', () => {
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
  expect(HALVES.map((half) => half.map((row) => row.number))).toEqual([numbers(1, 45), numbers(46, 90)])
})

describe('rules that hold for a whole column', () => {
  const swap: Record<string, string> = {
    0: '3',
    3: '0',
    1: '4',
    4: '1',
    2: '8',
    8: '2',
    5: '7',
    7: '5',
    6: '9',
    9: '6',
  }
  const digits = (n: number, change: (digit: string) => string) => Number([...String(n)].map(change).join(''))
  const reversed = (n: number) => Number([...String(n).padStart(2, '0')].reverse().join(''))

  test.each<[column: keyof ClassificationRow, rule: (n: number) => number | '-']>([
    ['counterpart', (n) => (n <= 45 ? n + 45 : n - 45)],
    ['malta', (n) => (n === 90 ? '-' : 90 - n)],
    ['enquivalent', (n) => (n < 9 ? 9 - n : 99 - n)],
    ['code', (n) => digits(n, (digit) => String((11 - Number(digit)) % 10))],
    ['turning', (n) => (reversed(n) > 90 ? n : reversed(n))],
    // By the rule row 33 has 00, but 33 is printed.
    ['shadow', (n) => (n === 33 ? 33 : digits(n, (digit) => swap[digit]!))],
  ])('%s', (column, rule) => {
    for (const row of CLASSIFICATION) {
      const cell = row[column]
      expect(cell === '-' ? cell : Number(cell), `row ${row.number}`).toBe(rule(row.number))
    }
  })
})

test.each(['bonanza', 'stringKey', 'partner', 'counterpart', 'malta'] as const)(
  '%s makes mutual pairs',
  (column) => {
    for (const row of CLASSIFICATION) {
      if (row[column] === '-') continue
      const other = rowOf(Number(row[column]))
      expect(Number(other?.[column]), `row ${row.number}`).toBe(row.number)
    }
  },
)

test('the cells without a number are 16 and 84 in Partner, and 90 in Malta', () => {
  const blanks = CLASSIFICATION.flatMap((row) =>
    COLUMNS.filter(([key]) => row[key] === '-').map(([key]) => `${key} ${row.number}`),
  )
  expect(blanks).toEqual(['partner 16', 'partner 84', 'malta 90'])
})

test.each([
  ['7', 7],
  ['07', 7],
  ['01', 1],
  ['90', 90],
  ['007', null],
  ['0', null],
  ['00', null],
  ['91', null],
  ['99', null],
  ['-', null],
  ['', null],
])('the cell "%s" has the ball %j', (cell, ball) => {
  expect(ballOf(cell)).toBe(ball)
})

test('only numbers from 1 to 90 have a row', () => {
  expect([rowOf(1)?.number, rowOf(90)?.number]).toEqual([1, 90])
  expect([rowOf(0), rowOf(91), rowOf(1.5), rowOf(-1), rowOf(NaN)]).toEqual(Array(5).fill(undefined))
})
