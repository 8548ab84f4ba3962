import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  TUE,
  THU,
  FRI,
  SAT,
  MOVED,
  at,
  change,
  day,
  diamond,
  withChanges,
} from '../../../tests/support/calendar-changes.ts'
import { formatClock, addDays, dayOf, type LagosDate } from '../../platform/rules/base/calendar.ts'
import { scheduledDayOf } from './scheduled-day.ts'
import { CALENDAR_KINDS, type CalendarChange, changeNews, noteOn, noteText, slotOn } from './draw-calendar.ts'
import { drawDays } from './gaps.ts'
import { weeklySlotOn } from './games.ts'

describe('Diamond, Thursday 15:30, after', () => {
  test.each<[string, CalendarChange[], (string | null)[], string]>([
    ['nothing', [], ['Thu 15:30'], ''],
    ['another time', [change(1, { close: 1215 })], ['Thu 20:15'], 'Moved from 15:30'],
    [
      'two times',
      [change(1, { close: 1215 }), change(2, { close: 1220 })],
      ['Thu 20:20'],
      'Moved from 15:30',
    ],
    ['a move to Friday', [MOVED], ['Fri 12:30'], 'Moved to Fri 27 Nov, 12:30'],
    ['a cancellation', [change(1, { kind: 'cancelled' })], [], 'Cancelled'],
    ['a move and a cancellation', [MOVED, change(2, { kind: 'cancelled' })], [], 'Cancelled'],
    [
      'a move and a time at the old day',
      [MOVED, change(2, { close: 1215 })],
      ['Thu 20:15'],
      'Moved from 15:30',
    ],
    ['a holiday on Thursday', [change(1, { kind: 'holiday' })], [], 'No draw'],
    [
      'a holiday entered after the close',
      [change(1, { kind: 'holiday', at: at(THU, '15:30') })],
      ['Thu 15:30'],
      '',
    ],
    ['a holiday on Friday', [change(1, { kind: 'holiday', date: FRI })], ['Thu 15:30'], ''],
    [
      'a holiday on Thursday after a move away',
      [MOVED, change(2, { kind: 'holiday' })],
      ['Fri 12:30'],
      'Moved to Fri 27 Nov, 12:30',
    ],
    [
      'a holiday on Friday after a move to it',
      [MOVED, change(2, { kind: 'holiday', date: FRI })],
      [],
      'No draw',
    ],
    [
      'a holiday and an extra draw',
      [change(1, { kind: 'holiday' }), change(2, { kind: 'extra', close: 900 })],
      ['Thu 15:00'],
      'Moved from 15:30',
    ],
    [
      'an extra draw on Saturday',
      [change(1, { kind: 'extra', date: SAT, close: 900 })],
      ['Thu 15:30', 'Sat 15:00'],
      '',
    ],
  ])('%s', (_, changes, expected, note) => {
    const game = withChanges(...changes)
    const week = [TUE, addDays(TUE, 1), THU, FRI, SAT]
    const names = ['Tue', 'Wed', 'Thu', 'Fri', 'Sat']
    const found = week.flatMap((date, i) => {
      const draw = slotOn(game, date)
      return draw ? [`${names[i]} ${formatClock(draw.close)}`] : []
    })
    expect(found).toEqual(expected)
    const said = noteOn(game, THU)
    expect(said ? noteText(said) : '').toBe(note && `${note}: The machine`)
    expect(drawDays(game, dayOf(TUE), dayOf(SAT)).length).toBe(expected.length)
  })
})

test('a moved draw keeps its day for forecasts, and its new day says where it comes from', () => {
  const game = withChanges(MOVED)
  expect(slotOn(game, FRI)).toMatchObject({ scheduled: THU, date: FRI, marginMinutes: 15 })
  expect(noteText(noteOn(game, FRI)!)).toBe('Moved from Thu 26 Nov: The machine')
  expect(scheduledDayOf(game, { date: FRI })).toBe(THU)
})

test('a notification says what is new and what it was', () => {
  const was = { date: THU, close: 930 }
  const now = { date: FRI, close: 750 }
  const said = (before: typeof was | null, after: typeof was | null) =>
    Object.values(changeNews('Diamond', { day: THU, before, after, reason: 'The machine' }))
  expect(said(was, now)).toEqual(['Diamond: Fri 27 Nov, 12:30', 'It was Thu 26 Nov, 15:30. The machine'])
  expect(said(was, { ...was, close: 960 })).toEqual([
    'Diamond: Thu 26 Nov, 16:00',
    'It was 15:30. The machine',
  ])
  expect(said(was, null)).toEqual(['Diamond: no draw on Thu 26 Nov', 'The machine'])
  expect(said(null, was)).toEqual(['Diamond: Thu 26 Nov, 15:30', 'The machine'])
})

// The oracle places every day's draw by itself, without the shortcuts of the calendar.
const changesOfWeeks = fc.array(
  fc.record({
    kind: fc.constantFrom(...CALENDAR_KINDS),
    from: fc.nat(20),
    by: fc.integer({ min: -6, max: 6 }),
    close: fc.nat(1439),
  }),
  { maxLength: 8 },
)
test('the draws of any date equal those of a slow reading of all changes', () => {
  fc.assert(
    fc.property(changesOfWeeks, (rows) => {
      const first = day('2026-11-02')
      const changes = rows.map(({ kind, from, by, close }, i) => {
        const date = addDays(first, from)
        const isOff = kind === 'cancelled' || kind === 'holiday'
        const toDate = kind === 'moved' && by !== 0 ? addDays(date, by) : null
        return change(i + 1, { kind, date, toDate, close: isOff ? null : close, at: 0 })
      })
      const game = withChanges(...changes)
      const places: { day: LagosDate; date: LagosDate; close: number }[] = []
      for (let i = -10; i < 35; i++) {
        const named = addDays(first, i)
        const usual = weeklySlotOn(diamond, named)
        let place = usual ? { date: named, close: usual.close } : null
        for (const one of changes) {
          if (one.kind === 'holiday') {
            if (place?.date === one.date) place = null
          } else if (one.date === named)
            place = one.kind === 'cancelled' ? null : { date: one.toDate ?? named, close: one.close! }
        }
        if (place) places.push({ day: named, ...place })
      }
      for (let i = 0; i < 21; i++) {
        const date = addDays(first, i)
        const here = places.filter((one) => one.date === date)
        const draw = slotOn(game, date)
        expect(draw === null).toBe(here.length === 0)
        if (draw) expect(here).toContainEqual({ day: draw.scheduled, date, close: draw.close })
      }
    }),
  )
})
