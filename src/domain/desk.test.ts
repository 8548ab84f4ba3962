import { expect, test } from 'vitest'
import { MINUTE, parseDate } from './calendar.ts'
import { type DeskLine, deskState, nextToEnter } from './desk.ts'

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

test('the desk opens on what has waited longest, then on yesterday, then on what comes', () => {
  const [done, first, second, later] = [line('d', 0, 'real'), line('a', 10), line('b', 20), line('c', 90)]
  const yesterday = line('y', -500)
  const outside = line('x', null)
  expect(nextToEnter([done, first, second, later], [yesterday], 50)).toBe(first)
  expect(nextToEnter([done, later], [yesterday], 50)).toBe(yesterday)
  expect(nextToEnter([outside, done, later], [], 50)).toBe(later)
  expect(nextToEnter([outside, done], [], 50)).toBeNull()
  const sample = line('s', 5, 'sample')
  expect(nextToEnter([sample, later], [], 50)).toBe(later)
  expect(nextToEnter([sample], [], 50)).toBeNull()
})
