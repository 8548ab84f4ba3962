import { describe, expect, test } from 'vitest'
import { formatDate, dayOf, instantAt, parseDate } from '../../platform/rules/base/calendar.ts'
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
  const { winning, machine } = draw
  const date = day('2023-10-03')
  test.each<[rule: string, warned: Partial<Draw>, others: Partial<Draw>[], warning: string]>([
    ['nothing odd', {}, [{}], ''],
    ['itself in the list of the day', {}, [draw], ''],
    ['a ball in both sets', { machine: [84, 1, 2, 3, 4] }, [], '84 is in both sets.'],
    ['balls in both sets', { machine: [84, 26, 1, 2, 3] }, [], '26, 84 are in both sets.'],
    ['a day without the game', { date }, [], 'Diamond does not usually draw on a Tuesday.'],
    ['a day without Metro', { ...metro, date }, [], 'Metro does not usually draw on a Tuesday.'],
    [
      'five of an unknown game',
      {},
      [{ game: 'tota', winning }],
      'The same winning numbers as tota of that day.',
    ],
    ['the winning five of that day', {}, [{ winning }], 'The same winning numbers as Metro of that day.'],
    ['the machine five of that day', {}, [{ machine }], 'The same machine numbers as Metro of that day.'],
    [
      'the winning five as machine five of a day years before',
      {},
      [{ date: day('2019-03-02'), machine: winning }],
      'The same winning numbers as the machine numbers of Metro of Sat 2 Mar 2019.',
    ],
    [
      'of several the nearest day is named',
      {},
      [
        { date: day('2019-03-02'), winning },
        { ...draw, date: day('2023-09-28'), machine: [] },
      ],
      'The same winning numbers as Diamond of Thu 28 Sep 2023 and others.',
    ],
    ['the same five in another order', {}, [{ winning: [34, 26, 8, 51, 84] }], ''],
    ['two draws without machine numbers', { machine: [] }, [{ machine: [] }], ''],
  ])('%s', (_, warned, others, warning) => {
    const around = { others: others.map((one) => ({ ...metro, ...one })) }
    expect(warn({ ...draw, ...warned }, around)).toEqual(warning ? [warning] : [])
  })

  test('a game without slots and an unknown game draw on any day', () => {
    const tuesday = { ...draw, date: day('2023-10-03') }
    expect(warn(tuesday, {}, [{ ...GAMES[0]!, slots: [] }])).toEqual([])
    expect(warn(tuesday, {}, [])).toEqual([])
    expect(warn(tuesday, { before: [metro] }, [])).toEqual([])
  })
})

describe('serial numbers', () => {
  /** A draw of a date and, if it is known, a number: `2023-10-05 80`. */
  const on = (text: string): Draw => {
    const [date, serial] = text.split(' ') as [string, string?]
    return { ...draw, date: day(date), serial: serial ? Number(serial) : null }
  }

  test('in order have no warning', () => {
    const last = { ...on('2023-10-02 79'), winning: [1, 2, 3, 4, 5], machine: [] }
    expect(warn(on('2023-10-05 80'), { before: [last] })).toEqual([])
  })

  test.each<[what: string, now: string, before: string[], after: string | null, fault: string]>([
    [
      'a repetition of the latest of two',
      '2023-10-09 79',
      ['2023-10-02 78', '2023-10-05 79'],
      null,
      'repeats',
    ],
    ['a lower number than the draw after it', '2023-10-05 80', [], '2023-10-09 81', ''],
    ['the next one', '2023-10-05 80', ['2023-10-02 79'], null, ''],
    ['none known', '2023-10-05', ['2023-10-02 79'], null, ''],
    ['a repetition', '2023-10-05 79', ['2023-10-02 79'], null, 'repeats'],
    ['a step over one', '2023-10-05 81', ['2023-10-02 79'], null, 'skips'],
    ['a step that the calendar explains', '2023-10-09 81', ['2023-10-02 79'], null, ''],
    ['a step that the calendar does not explain', '2023-10-09 82', ['2023-10-02 79'], null, 'skips'],
    ['a step back', '2023-10-05 78', ['2023-10-02 79'], null, 'is too low'],
    ['a new year', '2024-01-01 1', ['2023-12-28 104'], null, ''],
    ['the last known number', '2023-10-09 79', ['2023-10-02 79', '2023-10-05'], null, 'repeats'],
    ['the number of the draw after it', '2023-10-05 80', [], '2023-10-09 80', 'repeats'],
    ['a higher number than the draw after it', '2023-10-05 90', [], '2023-10-09 80', 'is too high'],
    ['a draw of the next year after it', '2023-12-28 104', [], '2024-01-01 1', ''],
  ])('%s', (_, now, before, after, fault) => {
    const around = { before: before.map(on), after: after ? on(after) : undefined }
    const found = warn(on(now), around).filter((warning) => warning.startsWith('No.'))
    const other = around.after ?? around.before.findLast(({ serial }) => serial !== null)!
    const sentence = `No. ${on(now).serial} ${fault}: the draw of ${formatDate(other.date)} has No. ${other.serial}.`
    expect(found).toEqual(fault ? [sentence] : [])
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
