import { expect, test } from 'vitest'
import { type LagosDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { type DrawNews, isCurrent, manyDraws, newsSentence, newsText } from './live-news.ts'

const date = parseDate('2026-03-16')!
const drawn: DrawNews = {
  name: 'Gold',
  date,
  state: 'drawn',
  winning: [1, 2, 3, 4, 5],
  machine: [],
  removed: false,
  changes: [],
}
const change = (what: string, old: string, now: string) => ({ what, old, new: now })

test.each<[string, Partial<DrawNews>, string]>([
  ['a result', {}, 'New result: Gold, Mon 16 Mar: 1 - 2 - 3 - 4 - 5'],
  [
    'a result with machine numbers',
    { machine: [6, 7, 8, 9, 10] },
    'New result: Gold, Mon 16 Mar: 1 - 2 - 3 - 4 - 5; machine 6 - 7 - 8 - 9 - 10',
  ],
  ['a day without a draw', { state: 'no_draw', winning: [] }, 'No draw: Gold, Mon 16 Mar'],
  ['a removed result', { removed: true }, 'Result removed: Gold, Mon 16 Mar'],
  [
    'a correction',
    { changes: [change('winning', '1 - 2 - 3 - 4 - 6', '1 - 2 - 3 - 4 - 5')] },
    'Corrected: Gold, Mon 16 Mar: winning 1 - 2 - 3 - 4 - 5, was 1 - 2 - 3 - 4 - 6',
  ],
])('%s', (_, more, sentence) => {
  expect(newsSentence({ ...drawn, ...more })).toBe(sentence)
})

test('a correction has each new value with its earlier one', () => {
  const changes = [change('serial', '7', '8'), change('winning', '1 - 2', '1 - 3')]
  expect(newsText({ ...drawn, changes }).values).toEqual([
    { text: 'serial 8', old: '7' },
    { text: 'winning 1 - 3', old: '1 - 2' },
  ])
})

test('many draws are one sentence', () => {
  expect(manyDraws(500)).toBe('500 results were added or changed.')
})

test.each<[string, boolean]>([
  ['2026-03-16', true],
  ['2026-03-15', true],
  ['2026-03-14', false],
])('a draw of %s is announced on every screen: %s', (day, expected) => {
  expect(isCurrent(day as LagosDate, '2026-03-15' as LagosDate)).toBe(expected)
})
