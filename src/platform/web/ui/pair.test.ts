import { expect, test } from 'vitest'
import { columnsOf } from './pair.tsx'

const shown = (numbers: number[], winning: number[]) =>
  columnsOf(numbers, winning).map(({ ball, came, misses }) => [...misses, ...(came ? [ball] : [])].join(' '))

test.each([
  [
    'a hit above its ball, a miss in the first free column',
    [68, 42],
    [41, 20, 42, 74, 55],
    ['68', '', '42', '', ''],
  ],
  ['misses around the hits', [3, 28, 33, 66, 71], [28, 71, 33, 81, 82], ['28', '71', '33', '3', '66']],
  ['one number', [40], [15, 90, 42, 43, 77], ['40', '', '', '', '']],
  [
    'ten numbers in two lines, the hit in the lower one',
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 42],
    [41, 20, 42, 74, 55],
    ['1 5', '2 6', '7 42', '3 8', '4 9'],
  ],
])('%s', (_title, numbers, winning, columns) => {
  expect(shown(numbers, winning)).toEqual(columns)
})
