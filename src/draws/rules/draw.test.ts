import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDate } from '../../platform/rules/base/calendar.ts'
import { parseBall, DRAW_LIMITS } from '../../platform/rules/base/balls.ts'
import {
  changesBetween,
  changeText,
  type Draw,
  type DrawInput,
  onlyCompletes,
  parseDraw,
  sameDraw,
  sameNumbers,
} from './draw.ts'
import { gameMatcher } from './game-names.ts'
import { seedGames } from './games.ts'

const day = (text: string) => parseDate(text)!
const TODAY = day('2023-10-05')
const GAMES = seedGames(day('2020-01-01'))
const findGame = gameMatcher(GAMES)

describe('a ball is a whole number from 1 to 90', () => {
  test.each([1, 90, '7', '07', ' 7 ', '90'])('%j is one', (value) => {
    expect(parseBall(value)).toBe(Number(value))
  })

  test.each([
    ...[0, 91, -7, -0, 1.5, NaN, Infinity],
    ...['00', '1.5', '7.0', '1e1', '0x7', '+7', '007', '7 8', '٧', '７', '', ' '],
    ...[null, undefined, true, [7], {}],
  ])('%j is none', (value) => {
    expect(parseBall(value)).toBeNull()
  })
})

/** A real draw. */
const good: DrawInput = {
  game: 'diamond',
  date: '2023-10-02',
  serial: '',
  status: 'ok',
  winning: ['26', '34', '08', '51', '84'],
  machine: ['11', '67', '57', '36', '75'],
}
const read = (change: Partial<DrawInput>) => parseDraw({ ...good, ...change }, TODAY, findGame)

describe('an accepted draw', () => {
  const draw = {
    game: 'diamond',
    date: '2023-10-02',
    state: 'drawn',
    serial: null,
    winning: [26, 34, 8, 51, 84],
    machine: [11, 67, 57, 36, 75],
  }

  const none = { state: 'no_draw', winning: [], machine: [] }

  test.each<[rule: string, change: Partial<DrawInput>, differs: object]>([
    ['keeps the order of drawing', {}, {}],
    ['may be of today', { date: '2023-10-05' }, { date: '2023-10-05' }],
    ['may have blanks around its texts', { game: ' diamond ', date: ' 2023-10-02 ', status: ' ok ' }, {}],
    ['needs no status', { status: undefined }, {}],
    ['may have its serial as text', { serial: ' 079 ' }, { serial: 79 }],
    ['may have its serial as a number', { serial: 1 }, { serial: 1 }],
    ['may have the highest serial', { serial: '999' }, { serial: 999 }],
    ['may have numbers as numbers', { winning: [26, 34, 8, 51, 84] }, {}],
    ['may lack its machine numbers', { machine: [] }, { machine: [] }],
    ['may have five empty machine cells', { machine: ['', ' ', '', null, undefined] }, { machine: [] }],
    ['may have its game in another spelling', { game: 'DIAMOND' }, {}],
    ['may have its date with the day first', { date: '2/10/2023' }, {}],
    ['may have its date as a spreadsheet serial', { date: '45201' }, {}],
    ['may have its status in any case', { status: 'OK' }, {}],
    ['may have numbers with decimals of zero', { winning: ['26.0', '34.00', '8,0', '51', '84.0'] }, {}],
    ['may have its serial with a decimal of zero', { serial: '79.0' }, { serial: 79 }],
    ['may share a ball between the sets', { machine: [26, 1, 2, 3, 4] }, { machine: [26, 1, 2, 3, 4] }],
    ['may not have taken place', { status: 'no_draw', winning: ['', '', '', '', ''], machine: [] }, none],
    ['may have that status in another notation', { status: 'N O  D R A W', winning: [], machine: [] }, none],
  ])('%s', (_, change, differs) => {
    expect(read(change)).toEqual({ draw: { ...draw, ...differs } })
  })
})

describe('a refused draw', () => {
  const inPlace = (type: string, place: number, typed: string) =>
    `The ${type} number in place ${place} must be a whole number from 1 to 90${typed}.`
  const serial = 'The serial number must be a whole number from 1 to 999.'
  const noDate = 'The date is missing; write it as 2023-10-02.'
  const status = (text: string) => `The status must be ok, no draw or suspect, not "${text}".`
  const problemsOf = (change: Partial<DrawInput>) => {
    const { draw, problems } = read(change)
    expect(draw).toBeUndefined()
    return problems?.map(({ field, message }) => `${field}: ${message}`)
  }

  test.each<[rule: string, change: Partial<DrawInput>, message: string]>([
    ['an unknown game', { game: 'tota' }, 'Unknown game "tota".'],
    ['a part of a name', { game: 'Diam' }, 'Unknown game "Diam". Is it Diamond?'],
    ['the other Lucky', { game: 'Lucky' }, 'Unknown game "Lucky". Is it Lucky G (Lucky Tuesday)?'],
    ['two games', { game: 'inter or gold' }, 'Unknown game "inter or gold". Is it International, Gold?'],
    ['a game of 31 letters', { game: 'x'.repeat(31) }, `Unknown game "${'x'.repeat(30)}".`],
    ['no game', { game: undefined }, 'The game is missing.'],
    ['no date', { date: ' ' }, noDate],
    ['a date that is no text', { date: 20231002 }, noDate],
    ['no day', { date: '2023-02-29' }, 'The date "2023-02-29" does not exist; write it as 2023-10-02.'],
    ['tomorrow', { date: '2023-10-06' }, 'The date 2023-10-06 is in the future.'],
    ['serial 0', { serial: 0 }, serial],
    ['serial 1000', { serial: 1000 }, serial],
    ['serial E (as some charts print)', { serial: 'E' }, serial],
    ['half a serial', { serial: 1.5 }, serial],
    ['a serial in a list', { serial: [5] }, serial],
    ['a marked row', { status: 'suspect' }, 'The row is marked suspect.'],
    ['an unknown status', { status: 'okay' }, status('okay')],
    ['an unknown status of 21 characters', { status: 'x'.repeat(21) }, status('x'.repeat(20))],
    ['a number with decimals', { winning: ['7.05', 34, 8, 51, 84] }, inPlace('winning', 1, ', not 7.05')],
    ['half a number', { winning: ['26.5', 34, 8, 51, 84] }, inPlace('winning', 1, ', not 26.5')],
    ['four numbers', { winning: [1, 2, 3, 4] }, 'Enter exactly five winning numbers, not 4.'],
    ['six numbers', { machine: [1, 2, 3, 4, 5, 6] }, 'Enter exactly five machine numbers, not 6.'],
    ['no winning numbers', { winning: [] }, 'Enter exactly five winning numbers, not 0.'],
    ['an empty cell', { winning: ['1', '', '3', '4', '5'] }, inPlace('winning', 2, '')],
    ['a number 91', { machine: [1, 2, 3, 4, 91] }, inPlace('machine', 5, ', not 91')],
    ['a number 0', { winning: [0, 2, 3, 4, 5] }, inPlace('winning', 1, ', not 0')],
    ['a repetition', { winning: [70, 25, 24, '4', '04'] }, '4 is entered twice among the winning numbers.'],
  ])('%s', (_, change, message) => {
    expect(problemsOf(change)).toEqual([`${Object.keys(change)[0]}: ${message}`])
  })

  test('names all of several problems', () => {
    expect(problemsOf({ status: 'no_draw' })).toEqual([
      'winning: A day without a draw has no winning numbers.',
      'machine: A day without a draw has no machine numbers.',
    ])
    expect(problemsOf({ game: '', date: '', serial: 'x', winning: [1, 1, 91, 4, 5] })).toEqual([
      'game: The game is missing.',
      `date: ${noDate}`,
      `serial: ${serial}`,
      'winning: 1 is entered twice among the winning numbers.',
      `winning: ${inPlace('winning', 3, ', not 91')}`,
    ])
  })
})

test('any input has an answer, and only draws with valid sets are accepted', () => {
  const anything = fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true })
  const almost = <T>(usual: T) => fc.oneof(fc.constant(usual), anything)
  const cells = fc.array(fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 91 }) }, anything), {
    minLength: 4,
    maxLength: 6,
  })
  const input = fc.record({
    game: almost('diamond'),
    date: almost('2023-10-02'),
    serial: almost('7'),
    status: almost('ok'),
    winning: cells,
    machine: cells,
  })
  fc.assert(
    fc.property(input, (row) => {
      const { draw, problems } = parseDraw(row, TODAY, findGame)
      if (!draw) return void expect(problems.length).toBeGreaterThan(0)
      for (const set of [draw.winning, draw.machine]) {
        expect(
          set.every((ball) => Number.isInteger(ball) && ball >= 1 && ball <= DRAW_LIMITS.highestBall),
        ).toBe(true)
        expect([0, 5]).toContain(new Set(set).size)
      }
    }),
    { numRuns: 500 },
  )
})

test.each<[what: string, change: Partial<Draw>, same: boolean]>([
  ['nothing', {}, true],
  ['only the game and date, which name it', { game: 'metro', date: day('2023-10-03') }, true],
  ['the state', { state: 'no_draw' }, false],
  ['the serial', { serial: 1 }, false],
  ['the order of the winning numbers', { winning: [34, 26, 8, 51, 84] }, false],
  ['missing machine numbers', { machine: [] }, false],
])('two readings that differ by %s', (_, change, same) => {
  const { draw } = read({})
  expect(sameDraw(draw!, { ...draw!, ...change })).toBe(same)
})

test('two draws have the same numbers whatever their serials, and none is another one', () => {
  const drawn = read({}).draw!
  const none: Draw = { ...drawn, state: 'no_draw', winning: [], machine: [] }
  expect(sameNumbers(drawn, { ...drawn, serial: 7 })).toBe(true)
  expect(sameNumbers(drawn, none)).toBe(false)
})

test('a change is a sentence', () => {
  expect(changeText({ what: 'serial', old: 'none', new: '7' })).toBe('serial none becomes 7')
})

test('the text of a change, and whether it only adds what was missing', () => {
  const { draw } = read({ serial: 7 })
  const change = (from: Partial<Draw>, to: Partial<Draw>) => {
    const a = { ...draw!, ...from }
    const b = { ...draw!, ...to }
    const texts = changesBetween(a, b).map(({ what, old, new: next }) => `${what}: ${old} > ${next}`)
    return [onlyCompletes(a, b), ...texts]
  }
  expect(change({}, {})).toEqual([true])
  expect(change({ serial: null, machine: [] }, {})).toEqual([
    true,
    'serial: none > 7',
    'machine: none > 11 - 67 - 57 - 36 - 75',
  ])
  expect(change({}, { serial: 8 })).toEqual([false, 'serial: 7 > 8'])
  expect(change({ machine: [] }, { winning: [1, 2, 3, 4, 5] })).toEqual([
    false,
    'winning: 26 - 34 - 8 - 51 - 84 > 1 - 2 - 3 - 4 - 5',
    'machine: none > 11 - 67 - 57 - 36 - 75',
  ])
  const none = { state: 'no_draw', winning: [], machine: [] } as const
  expect(change({}, none)).toEqual([
    false,
    'draw: drawn > no draw',
    'winning: 26 - 34 - 8 - 51 - 84 > none',
    'machine: 11 - 67 - 57 - 36 - 75 > none',
  ])
  expect(change(none, { machine: [] })).toEqual([
    false,
    'draw: no draw > drawn',
    'winning: none > 26 - 34 - 8 - 51 - 84',
  ])
})
