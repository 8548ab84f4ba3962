import { describe, expect, test } from 'vitest'
import {
  MON,
  TUE,
  THU,
  FRI,
  SAT,
  MOVED,
  at,
  change,
  diamond,
  withChanges,
} from '../../../tests/support/calendar-changes.ts'
import { checkChange, checkHoliday, daysOfChange, undoProblem } from './calendar-check.ts'
import type { CalendarChange } from './draw-calendar.ts'
import type { Game } from './games.ts'

describe('a change', () => {
  const NOW = at(MON, '12:00')
  const input = {
    kind: 'time',
    date: THU as string,
    time: '20:15',
    toDate: '',
    reason: 'The machine',
  } as const
  const check = (more: object, game = diamond, recorded: string[] = []) =>
    checkChange(game, { ...input, ...more }, new Set(recorded), NOW)

  const paused = { ...diamond, active: false }
  test.each<[object, object, Game]>([
    [{}, { kind: 'time', date: THU, toDate: null, close: 1215 }, diamond],
    [
      { kind: 'moved', time: '', toDate: FRI },
      { kind: 'moved', date: THU, toDate: FRI, close: 930 },
      diamond,
    ],
    [{ kind: 'cancelled', time: '' }, { kind: 'cancelled', date: THU, toDate: null, close: null }, diamond],
    [{ kind: 'extra', date: SAT }, { kind: 'extra', date: SAT, toDate: null, close: 1215 }, diamond],
    [
      { kind: 'extra' },
      { kind: 'extra', date: THU, close: 1215 },
      withChanges(change(1, { kind: 'holiday' })),
    ],
    [{ date: FRI }, { kind: 'moved', date: THU, toDate: FRI, close: 1215 }, withChanges(MOVED)],
    [
      { kind: 'moved', date: FRI, toDate: THU },
      { kind: 'time', date: THU, toDate: null },
      withChanges(MOVED),
    ],
    [{ reason: 'x'.repeat(100) }, { reason: 'x'.repeat(100) }, diamond],
    [
      { reason: ' The machine ', time: ' 20:15 ', date: ` ${THU} ` },
      { reason: 'The machine', close: 1215 },
      diamond,
    ],
    [{ kind: 'extra', date: '2027-11-24' }, { date: '2027-11-24' }, diamond],
    [{ kind: 'moved', time: '', toDate: '2026-12-02' }, { toDate: '2026-12-02', close: 930 }, diamond],
    [{ kind: 'moved', time: '12:30', toDate: THU }, { kind: 'time', toDate: null, close: 750 }, diamond],
    [
      { kind: 'moved', date: FRI, toDate: SAT, time: '' },
      { kind: 'moved', date: THU, toDate: SAT, close: 750 },
      withChanges(MOVED),
    ],
    [
      { kind: 'moved', toDate: SAT, time: '' },
      { toDate: SAT },
      withChanges(change(1, { kind: 'holiday', date: SAT })),
    ],
  ])('%j is %j', (more, expected, game) => {
    expect(check(more, game).change).toMatchObject(expected)
  })

  test.each<[object, string, string, Game?, string[]?]>([
    [{ reason: ' ' }, 'reason', 'Give the reason. Players see it.'],
    [{ reason: 'x'.repeat(101) }, 'reason', 'Use at most 100 letters, digits and punctuation.'],
    [{ date: 'soon' }, 'date', 'Choose a day.'],
    [{ date: '2028-11-26' }, 'date', 'The date is more than a year ahead.'],
    [{ time: '25:00' }, 'time', 'Write the time as 19:45.'],
    [{ time: '' }, 'time', 'Write the time as 19:45.'],
    [{ time: '15:30' }, 'time', 'The draw already closes at 15:30.'],
    [{ date: FRI }, 'date', 'Diamond does not draw on Fri 27 Nov.'],
    [{ date: MON }, 'date', 'This draw closed at 09:30. Enter its result, or "no draw", at the desk.'],
    [{}, 'date', 'This draw has a result, so its time cannot change.', diamond, [THU]],
    [
      { kind: 'moved', toDate: MON, time: '11:00' },
      'time',
      'Choose a time after now.',
      withChanges(change(1, { kind: 'moved', date: MON, toDate: TUE, close: 600 })),
    ],
    [{ kind: 'moved', toDate: '2026-11-30' }, 'toDate', 'Diamond already draws on Mon 30 Nov at 09:30.'],
    [
      { kind: 'moved', toDate: '2026-12-04' },
      'toDate',
      'A draw moves by at most 6 days. Cancel it and add an extra draw instead.',
    ],
    [{ kind: 'moved', toDate: THU, time: '' }, 'time', 'The draw already closes at 15:30.'],
    [{ kind: 'moved', toDate: SAT }, 'toDate', 'Diamond already has a result on Sat 28 Nov.', diamond, [SAT]],
    [{ reason: 'The\u202emachine' }, 'reason', 'Use at most 100 letters, digits and punctuation.'],
    [{ kind: 'extra', date: '2027-11-25' }, 'date', 'The date is more than a year ahead.'],
    [{}, 'date', 'Diamond does not draw on Thu 26 Nov.', paused],
    [
      { date: MON },
      'date',
      'This draw closed at 12:00. Enter its result, or "no draw", at the desk.',
      withChanges(change(1, { date: MON, close: 720 })),
    ],
    [
      { kind: 'extra', date: MON, time: '12:00' },
      'time',
      'Choose a time after now.',
      withChanges(change(1, { kind: 'holiday', date: MON, at: 0 })),
    ],
    [{ kind: 'moved', toDate: 'soon' }, 'toDate', 'Choose a day.'],
    [{ kind: 'moved', toDate: '2028-11-26', time: '' }, 'toDate', 'The date is more than a year ahead.'],
    [{ kind: 'moved', toDate: SAT, time: 'soon' }, 'time', 'Write the time as 19:45.'],
    [
      { kind: 'moved', toDate: SAT },
      'toDate',
      'Diamond of Sat 28 Nov was cancelled. Undo that first.',
      withChanges(change(1, { kind: 'cancelled', date: SAT })),
    ],
    [
      { kind: 'extra' },
      'date',
      'Diamond of Thu 26 Nov was cancelled. Undo that first.',
      withChanges(change(1, { kind: 'cancelled' })),
    ],
    [{ kind: 'extra' }, 'date', 'Diamond already draws on Thu 26 Nov at 15:30.'],
    [{ kind: 'extra' }, 'date', 'Diamond of Thu 26 Nov was moved. Undo that first.', withChanges(MOVED)],
    [{ kind: 'extra', date: SAT }, 'date', 'Diamond is paused. Switch it on under Games first.', paused],
  ])('%j is refused at %s: %s', (more, field, sentence, game, recorded) => {
    expect(check(more, game, recorded)).toEqual({ problems: { [field]: sentence } })
  })

  test('names every field that does not fit', () => {
    expect(check({ date: FRI, reason: '' }).problems).toEqual({
      date: 'Diamond does not draw on Fri 27 Nov.',
      reason: 'Give the reason. Players see it.',
    })
    expect(check({ kind: 'moved', toDate: '', time: '9' }).problems).toEqual({
      toDate: 'Choose a day.',
      time: 'Write the time as 19:45.',
    })
  })

  test('of a holiday needs a draw that has not closed', () => {
    const of = (date: string, game = diamond, reason = 'Eid') => checkHoliday([game], { date, reason }, NOW)
    expect(of(THU).change).toEqual({ kind: 'holiday', date: THU, toDate: null, close: null, reason: 'Eid' })
    const none = (date: string) => ({ problems: { date: `No draw is left on ${date}.` } })
    expect(of(MON)).toEqual(none('Mon 23 Nov'))
    expect(of(MON, withChanges(change(1, { date: MON, close: 720 })))).toEqual(none('Mon 23 Nov'))
    expect(of(FRI)).toEqual(none('Fri 27 Nov'))
    expect(of(THU, paused)).toEqual(none('Thu 26 Nov'))
    expect(of('soon', diamond, '').problems).toEqual({
      date: 'Choose a day.',
      reason: 'Give the reason. Players see it.',
    })
    expect(of(THU, diamond, ' ').problems).toEqual({ reason: 'Give the reason. Players see it.' })
  })

  test('of a holiday is about the draws that were moved to its day, and any other about its own', () => {
    const others = withChanges(MOVED, change(2, { kind: 'moved', date: MON, toDate: SAT }))
    const holiday = { kind: 'holiday', date: FRI, toDate: null, close: null, reason: 'Eid' } as const
    expect(daysOfChange(others, holiday)).toEqual([FRI, THU])
    expect(daysOfChange(others, { ...holiday, date: THU })).toEqual([THU])
    expect(daysOfChange(others, { ...holiday, kind: 'cancelled' })).toEqual([FRI])
    expect(daysOfChange(diamond, holiday)).toEqual([FRI])
  })

  test('is undone until a close, and not onto another draw', () => {
    const undo = (now: number, ...others: CalendarChange[]) =>
      undoProblem(withChanges(MOVED, ...others), withChanges(...others), MOVED, now)
    expect(undo(NOW)).toBeNull()
    expect(undo(at(THU, '15:30'))).toBe(
      'Diamond would have closed by now. Enter its result, or "no draw", at the desk.',
    )
    expect(undo(at(THU, '15:30') - 1)).toBeNull()
    expect(undo(at(SAT, '00:00'), change(2, { kind: 'time', close: 1215 }))).toBeNull()
    const onto = change(2, { kind: 'moved', date: MON, toDate: THU, close: 600 })
    expect(undo(NOW, onto)).toBe('Diamond already draws on Thu 26 Nov at 10:00.')
  })
})
