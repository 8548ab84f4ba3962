import { expect, test } from 'vitest'
import { countSentence } from './number-links.ts'

test.each([
  [{ count: 152, draws: 2541, expected: 2541 / 18 }, '152 of 2,541 draws; luck gives about 141'],
  [{ count: 1, draws: 1, expected: 1 / 18 }, '1 of 1 draw; luck gives about 0'],
  [{ count: 0, draws: 0, expected: 0 }, '0 of 0 draws; luck gives about 0'],
  [{ count: 3300, draws: 60_000, expected: 60_000 / 18 }, '3,300 of 60,000 draws; luck gives about 3,333'],
])('%o', (facts, sentence) => {
  expect(countSentence(facts)).toBe(sentence)
})
