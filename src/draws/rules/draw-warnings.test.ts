import { describe, expect, test } from 'vitest'
import { dayOf, instantAt, parseDate } from '../../platform/rules/base/calendar.ts'
import type { Draw } from './draw.ts'
import {
  gapNotes,
  isEarly,
  nextSerial,
  type NeighbouringDraws,
  recordsBefore,
  warningsFor,
} from './draw-warnings.ts'
import { seedGames } from './games.ts'

const day = (text: string) => parseDate(text)!
const GAMES = seedGames(day('2020-01-01'))

const draw: Draw = {
  game: 'diamond',
  date: day('2023-10-02'),
  state: 'drawn',
  serial: null,
  winning: [26, 34, 8, 51, 84],
  machine: [11, 67, 57, 36, 75],
}
const metro: Draw = { ...draw, game: 'metro', winning: [1, 2, 3, 4, 5], machine: [6, 7, 8, 9, 10] }
const warn = (
  warned: Draw,
  { before = [], ...around }: Partial<NeighbouringDraws> & { before?: readonly Draw[] } = {},
  games = GAMES,
) => warningsFor(warned, games, { others: [], ...recordsBefore(warned, before), ...around })

describe('five numbers and weekdays', () => {
  test.each<[rule: string, warned: Draw, others: Draw[], warnings: string[]]>([
    ['nothing odd', draw, [metro], []],
    ['itself in the list of the day', draw, [draw], []],
    ['a ball in both sets', { ...draw, machine: [84, 1, 2, 3, 4] }, [], ['84 is in both sets.']],
    [
      'another game on a day on which it does not draw',
      { ...metro, date: day('2023-10-03') },
      [],
      ['Metro does not usually draw on a Tuesday.'],
    ],
    [
      'the five of a game that is not in the list',
      draw,
      [{ ...metro, game: 'tota', winning: draw.winning }],
      ['The same winning numbers as tota of that day.'],
    ],
    ['balls in both sets', { ...draw, machine: [84, 26, 1, 2, 3] }, [], ['26, 84 are in both sets.']],
    [
      'a day on which the game does not draw',
      { ...draw, date: day('2023-10-03') },
      [],
      ['Diamond does not usually draw on a Tuesday.'],
    ],
    [
      'the winning five of another game of that day',
      draw,
      [{ ...metro, winning: draw.winning }],
      ['The same winning numbers as Metro of that day.'],
    ],
    [
      'the machine five of another game of that day',
      draw,
      [{ ...metro, machine: draw.machine }],
      ['The same machine numbers as Metro of that day.'],
    ],
    [
      'the winning five as machine five of a day years before',
      draw,
      [{ ...metro, date: day('2019-03-02'), machine: draw.winning }],
      ['The same winning numbers as the machine numbers of Metro of Sat 2 Mar 2019.'],
    ],
    [
      'of several the nearest day is named',
      draw,
      [
        { ...metro, date: day('2019-03-02'), winning: draw.winning },
        { ...draw, date: day('2023-09-28'), machine: [] },
      ],
      ['The same winning numbers as Diamond of Thu 28 Sep 2023 and others.'],
    ],
    ['the same five in another order', draw, [{ ...metro, winning: [34, 26, 8, 51, 84] }], []],
    ['two draws without machine numbers', { ...draw, machine: [] }, [{ ...metro, machine: [] }], []],
  ])('%s', (_, warned, others, warnings) => {
    expect(warn(warned, { others })).toEqual(warnings)
  })

  test('a game without slots and an unknown game draw on any day', () => {
    const tuesday = { ...draw, date: day('2023-10-03') }
    expect(warn(tuesday, {}, [{ ...GAMES[0]!, slots: [] }])).toEqual([])
    expect(warn(tuesday, {}, [])).toEqual([])
    expect(warn(tuesday, { before: [metro] }, [])).toEqual([])
  })
})

describe('serial numbers', () => {
  const on = (date: string, serial: number | null): Draw => ({ ...draw, date: day(date), serial })
  const serials = (now: Draw, before: Draw[], after?: Draw) =>
    warn(now, { before, after }).filter((warning) => warning.startsWith('No.'))

  test('in order have no warning', () => {
    expect(
      warn(on('2023-10-05', 80), {
        before: [{ ...metro, ...on('2023-10-02', 79), winning: [1, 2, 3, 4, 5], machine: [] }],
      }),
    ).toEqual([])
  })

  test.each<[what: string, now: Draw, before: Draw[], after: Draw | undefined, warnings: string[]]>([
    [
      'a repetition of the latest of several',
      on('2023-10-09', 79),
      [on('2023-10-02', 78), on('2023-10-05', 79)],
      undefined,
      ['No. 79 repeats: the draw of Thu 5 Oct 2023 has No. 79.'],
    ],
    ['a lower number than the draw after it', on('2023-10-05', 80), [], on('2023-10-09', 81), []],
    ['the next one', on('2023-10-05', 80), [on('2023-10-02', 79)], undefined, []],
    ['none known', on('2023-10-05', null), [on('2023-10-02', 79)], undefined, []],
    [
      'a repetition',
      on('2023-10-05', 79),
      [on('2023-10-02', 79)],
      undefined,
      ['No. 79 repeats: the draw of Mon 2 Oct 2023 has No. 79.'],
    ],
    [
      'a step over one',
      on('2023-10-05', 81),
      [on('2023-10-02', 79)],
      undefined,
      ['No. 81 skips: the draw of Mon 2 Oct 2023 has No. 79.'],
    ],
    ['a step that the calendar explains', on('2023-10-09', 81), [on('2023-10-02', 79)], undefined, []],
    [
      'a step that the calendar does not explain',
      on('2023-10-09', 82),
      [on('2023-10-02', 79)],
      undefined,
      ['No. 82 skips: the draw of Mon 2 Oct 2023 has No. 79.'],
    ],
    [
      'a step back',
      on('2023-10-05', 78),
      [on('2023-10-02', 79)],
      undefined,
      ['No. 78 is too low: the draw of Mon 2 Oct 2023 has No. 79.'],
    ],
    ['a new year', on('2024-01-01', 1), [on('2023-12-28', 104)], undefined, []],
    [
      'the last known number',
      on('2023-10-09', 79),
      [on('2023-10-02', 79), on('2023-10-05', null)],
      undefined,
      ['No. 79 repeats: the draw of Mon 2 Oct 2023 has No. 79.'],
    ],
    [
      'the number of the draw after it',
      on('2023-10-05', 80),
      [],
      on('2023-10-09', 80),
      ['No. 80 repeats: the draw of Mon 9 Oct 2023 has No. 80.'],
    ],
    [
      'a higher number than the draw after it',
      on('2023-10-05', 90),
      [],
      on('2023-10-09', 80),
      ['No. 90 is too high: the draw of Mon 9 Oct 2023 has No. 80.'],
    ],
    ['a draw of the next year after it', on('2023-12-28', 104), [], on('2024-01-01', 1), []],
  ])('%s', (_, now, before, after, warnings) => {
    expect(serials(now, before, after)).toEqual(warnings)
  })
})

describe('the calendar', () => {
  const on = (date: string): Draw => ({ ...draw, date: day(date), winning: [1, 2, 3, 4, 5], machine: [] })
  const gaps = (date: string, ...before: string[]) =>
    gapNotes(on(date), GAMES[0], recordsBefore(on(date), before.map(on)).daysBefore)

  test.each<[date: string, before: string[], warnings: string[]]>([
    ['2023-10-05', ['2023-10-02'], []],
    ['2023-10-05', [], []],
    ['2023-10-09', ['2023-10-02'], ['The draw before this one, of Thu 5 Oct 2023, is not recorded.']],
    ['2023-10-12', ['2023-10-02'], ['2 draws since Mon 2 Oct 2023 are not recorded.']],
    ['2023-10-12', ['2023-09-25', '2023-10-09'], []],
  ])('%s after %j: %j', (date, before, warnings) => {
    expect(gaps(date, ...before)).toEqual(warnings)
    // A missing draw is no mistake in the next one.
    expect(warn(on(date), { before: before.map(on) })).toEqual([])
  })

  test('an unknown game has no gaps', () => {
    expect(gapNotes(on('2023-10-12'), undefined, [dayOf(day('2023-10-02'))])).toEqual([])
  })
})

describe('the serial number to propose', () => {
  test.each<[string, string, number | null]>([
    ['2023-10-05', '2023-10-02', 80],
    ['2023-10-09', '2023-10-02', 81],
    // A holiday moved the draw by a day.
    ['2023-10-03', '2023-10-02', 80],
  ])('of %s after No. 79 of %s is %j', (date, last, serial) => {
    expect(nextSerial(GAMES[0]!, day(date), { date: day(last), serial: 79 })).toBe(serial)
  })

  test('is none without a numbered draw before it, and none above the highest', () => {
    expect(nextSerial(GAMES[0]!, day('2023-10-05'), undefined)).toBeNull()
    expect(nextSerial(GAMES[0]!, day('2023-10-05'), { date: day('2023-10-02'), serial: 999 })).toBeNull()
  })
})

test('a result before its close is early', () => {
  const at = (minutes: number) => instantAt(draw.date, minutes)
  expect([isEarly(draw, GAMES[0], at(569)), isEarly(draw, GAMES[0], at(570))]).toEqual([true, false])
  expect(isEarly({ ...draw, date: day('2023-10-03') }, GAMES[0], 0)).toBe(false)
  expect(isEarly(draw, undefined, 0)).toBe(false)
})
