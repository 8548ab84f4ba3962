import { describe, expect, test } from 'vitest'
import { hundredthsWords, linesRangeWords } from './words.ts'

test.each([
  [0, 0, '0 lines'],
  [0, 1, '0 to 1 line'],
  [0, 2, '0 to 2 lines'],
  [945, 1105, '945 to 1,105 lines'],
])('luck gives %i to %i lines: %s', (low, high, words) => {
  expect(linesRangeWords({ low, high })).toBe(words)
})

describe('a chance in hundredths', () => {
  test.each([
    [0.891, '89 in 100'],
    [0.005, '1 in 100'],
    [1e-9, 'fewer than 1 in 100'],
    [0.9951, 'more than 99 in 100'],
    [1, '100 in 100'],
  ])('%d: %s', (chance, words) => {
    expect(hundredthsWords(chance)).toBe(words)
  })
})
