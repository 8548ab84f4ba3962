import { expect, test } from 'vitest'
import { MINUTE, parseDate } from '../../platform/rules/base/calendar.ts'
import { dayInWords, type DeskLine, deskState, earliestSlot, nextToEnter, parseGameText } from './desk.ts'

const date = parseDate('2026-03-14')!
const line = (game: string, close: number | null, record: DeskLine['record'] = null): DeskLine => ({
  game,
  date,
  schedule: close === null ? null : { closesAt: close, expectedAt: close + 30 * MINUTE },
  record,
})

test.each([
  [line('a', 1000), 999, 'coming'],
  [line('a', 1000), 1000, 'due'],
  [line('a', 1000), 1000 + 30 * MINUTE - 1, 'due'],
  [line('a', 1000), 1000 + 30 * MINUTE, 'late'],
  [line('a', 1000, 'real'), 1000 + 60 * MINUTE, 'entered'],
  [line('a', 1000, 'sample'), 1000 + 60 * MINUTE, 'sample'],
  [line('a', 1000, 'sample'), 999, 'sample'],
  [line('a', null), 1000, 'coming'],
])('%#: a line at its hour', (one, now, state) => {
  expect(deskState(one, now)).toBe(state)
})

test('the desk opens on the earliest due draw of today, then on the next one, then on none', () => {
  const [done, first, second, later] = [line('d', 0, 'real'), line('a', 10), line('b', 20), line('c', 90)]
  const outside = line('x', null)
  expect(nextToEnter([done, first, second, later], 50)).toBe(first)
  expect(nextToEnter([done, first, later], 10 + 30 * MINUTE)).toBe(first)
  expect(nextToEnter([outside, done, later], 50)).toBe(later)
  expect(nextToEnter([outside, done], 50)).toBeNull()
  const sample = line('s', 5, 'sample')
  expect(nextToEnter([sample, later], 50)).toBe(later)
  expect(nextToEnter([sample], 50)).toBeNull()
})

test.each([
  ['2025-07-05', 'Saturday 5 July, today'],
  ['2025-07-04', 'Friday 4 July, yesterday'],
  ['2025-07-06', 'Sunday 6 July, tomorrow'],
  ['2025-04-07', 'Monday 7 April, 89 days ago'],
  ['2025-07-08', 'Tuesday 8 July, in 3 days'],
  ['2024-12-31', 'Tuesday 31 December 2024, 186 days ago'],
])('on 5 July 2025, %s is %s', (day, words) => {
  expect(dayInWords(parseDate(day)!, parseDate('2025-07-05')!)).toBe(words)
})

test.each([
  ['Diamond', 'Diamond'],
  [' Lucky G (Lucky Tuesday) ', 'Lucky G (Lucky Tuesday)'],
  ['x'.repeat(40), 'x'.repeat(40)],
  [` ${'x'.repeat(40)} `, 'x'.repeat(40)],
  ['x'.repeat(41), null],
  ['Dia\u200bmond', null],
  ['Dia\nmond', null],
  ['', ''],
])('the game text %j is kept as %j', (text, kept) => {
  expect(parseGameText(text)).toBe(kept)
})

test('a new slot starts tomorrow at the earliest', () => {
  expect(earliestSlot(parseDate('2026-12-31')!)).toBe('2027-01-01')
})
