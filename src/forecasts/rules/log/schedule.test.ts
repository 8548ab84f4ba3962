// The close and the lock of a draw by the slots of a log.
import { expect, test } from 'vitest'
import { instantAt, type LagosDate, MINUTE, parseDate } from '../../../platform/rules/base/calendar.ts'
import { drawTimes, lacksNotice, type PlacedSlot, slotFault } from './schedule.ts'

const day = (text: string) => parseDate(text)!
/** A Monday. */
const DATE = day('2026-03-16')
const MONTH_BEFORE = day('2026-02-16')
const FIRST_VERSION = 10

/** A slot of the game `bingo` on Mondays. @param at the day on which it was entered */
function slot(
  close: string | null,
  margin: number,
  at: LagosDate,
  more: Partial<PlacedSlot> = {},
): PlacedSlot {
  const time = instantAt(at, 8 * 60)
  return {
    ...{ v: 2, kind: 'slot', at: new Date(time).toISOString(), by: null, time, index: 20 },
    ...{ game: 'bingo', weekday: 'monday', from: MONTH_BEFORE, close, margin },
    ...more,
  }
}

const BASE = slot('15:30', 15, MONTH_BEFORE, { index: 1 })
const WEEK_BEFORE = day('2026-03-09')
const SIX_DAYS_BEFORE = day('2026-03-10')

test.each<[string, PlacedSlot[], close: string | null, lock: string | null]>([
  ['no slot', [], null, null],
  ['a slot before every version', [BASE], '15:30', '15:15'],
  ['a slot of another game', [{ ...BASE, game: 'metro' }], null, null],
  ['a slot of another weekday', [{ ...BASE, weekday: 'tuesday' }], null, null],
  ['a slot from the day itself', [{ ...BASE, from: DATE }], '15:30', '15:15'],
  ['a slot from the next day', [{ ...BASE, from: day('2026-03-17') }], null, null],
  ['the later of two with notice', [BASE, slot('16:00', 30, WEEK_BEFORE)], '16:00', '15:30'],
  [
    'one that is valid from an earlier day',
    [BASE, slot('16:00', 30, WEEK_BEFORE, { from: day('2026-02-15') })],
    '15:30',
    '15:15',
  ],
  ['a later close without notice', [BASE, slot('16:00', 15, SIX_DAYS_BEFORE)], '15:30', '15:15'],
  ['a later close with an earlier lock', [BASE, slot('16:00', 60, SIX_DAYS_BEFORE)], '15:30', '15:00'],
  ['an earlier close without notice', [BASE, slot('14:00', 15, SIX_DAYS_BEFORE)], '14:00', '13:45'],
  ['an end without notice', [BASE, slot(null, 15, SIX_DAYS_BEFORE)], '15:30', '15:15'],
  ['an end with notice', [BASE, slot(null, 15, WEEK_BEFORE)], null, null],
  ['one without notice alone', [slot('14:00', 15, SIX_DAYS_BEFORE)], null, null],
  [
    'the entry of the first version itself has no notice',
    [BASE, slot('14:00', 15, SIX_DAYS_BEFORE, { index: FIRST_VERSION })],
    '14:00',
    '13:45',
  ],
])('%s', (_, slots, close, lock) => {
  const instant = (clock: string | null) =>
    clock && instantAt(DATE, 0) + (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) * MINUTE
  expect(drawTimes(slots, FIRST_VERSION, { game: 'bingo', date: DATE })).toEqual({
    close: instant(close),
    lock: instant(lock),
  })
})

test.each<[margin: number, from: LagosDate, fault: string | null]>([
  [14, DATE, 'The margin is not 15 to 240 minutes.'],
  [15, DATE, null],
  [240, DATE, null],
  [241, DATE, 'The margin is not 15 to 240 minutes.'],
  [15, day('2026-03-15'), 'It is valid from a day in the past.'],
])('a margin of %i minutes from %s', (margin, from, fault) => {
  expect(slotFault({ margin, from }, instantAt(DATE, 0))).toBe(fault)
})

test('six days of notice are too few, seven are enough', () => {
  const at = instantAt(DATE, 23 * 60)
  expect(lacksNotice({ from: day('2026-03-22') }, at)).toBe(true)
  expect(lacksNotice({ from: day('2026-03-23') }, at)).toBe(false)
})
