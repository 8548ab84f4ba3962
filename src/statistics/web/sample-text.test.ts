import { expect, test } from 'vitest'
import { parseDate } from '../../platform/rules/base/calendar.ts'
import { coveredDrawsText } from './covered-draws-text.ts'

const [from, to] = [parseDate('2023-10-02'), parseDate('2024-12-12')]

test.each([
  [{ draws: 100, from, to }, '100 draws, Mon 2 Oct 2023 to Thu 12 Dec 2024'],
  [{ draws: 1, from, to: from }, '1 draw, Mon 2 Oct 2023 to Mon 2 Oct 2023'],
  [{ draws: 0, from: null, to: null }, 'no draws'],
])('names the sample of %j', (sample, text) => {
  expect(coveredDrawsText(sample)).toBe(text)
})
