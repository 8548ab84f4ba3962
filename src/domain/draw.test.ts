import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDate } from './calendar.ts'
import { parseBall } from './ball.ts'
import { type Draw, type DrawInput, parseDraw, sameDraw, warningsFor } from './draw.ts'
import { seedGames } from './games.ts'
import { LIMITS } from './limits.ts'

const day = (text: string) => parseDate(text)!
const TODAY = day('2023-10-05')
const GAMES = seedGames(day('2020-01-01'))
const KEYS = new Set(GAMES.map((game) => game.key))

describe('a ball is a whole number from 1 to 90', () => {
  test.each([
    [1, 1],
    [90, 90],
    ['7', 7],
    ['07', 7],
    [' 7 ', 7],
    ['90', 90],
    [0, null],
    ['00', null],
    [91, null],
    [-7, null],
    [-0, null],
    [1.5, null],
    ['1.5', null],
    ['7.0', null],
    ['1e1', null],
    ['0x7', null],
    ['+7', null],
    ['007', null],
    ['7 8', null],
    ['٧', null],
    ['７', null],
    ['', null],
    [' ', null],
    [NaN, null],
    [Infinity, null],
    [null, null],
    [undefined, null],
    [true, null],
    [[7], null],
    [{}, null],
  ])('%j is %j', (value, ball) => {
    expect(parseBall(value)).toBe(ball)
  })
})

/** The first row of the real data. */
const good: DrawInput = {
  game: 'diamond',
  date: '2023-10-02',
  serial: '',
  status: 'ok',
  winning: ['26', '34', '08', '51', '84'],
  machine: ['11', '67', '57', '36', '75'],
}
const read = (change: Partial<DrawInput>) => parseDraw({ ...good, ...change }, TODAY, KEYS)

describe('a draw that is accepted', () => {
  const draw = {
    game: 'diamond',
    date: '2023-10-02',
    state: 'drawn',
    serial: null,
    winning: [26, 34, 8, 51, 84],
    machine: [11, 67, 57, 36, 75],
  }

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
    ['may share a ball between the sets', { machine: [26, 1, 2, 3, 4] }, { machine: [26, 1, 2, 3, 4] }],
    [
      'may not have taken place',
      { status: 'no_draw', winning: ['', '', '', '', ''], machine: [] },
      { state: 'no_draw', winning: [], machine: [] },
    ],
  ])('%s', (_, change, differs) => {
    expect(read(change)).toEqual({ draw: { ...draw, ...differs } })
  })
})

describe('a draw that is refused', () => {
  const inPlace = (type: string, place: number) =>
    `The ${type} number in place ${place} must be a whole number from 1 to 90.`
  const serial = 'The serial number must be a whole number from 1 to 999.'

  test.each<[rule: string, change: Partial<DrawInput>, problems: string[]]>([
    ['an unknown game', { game: 'tota' }, ['game: Unknown game "tota".']],
    ['a game of another case', { game: 'Diamond' }, ['game: Unknown game "Diamond".']],
    ['no game', { game: undefined }, ['game: Unknown game "".']],
    ['no date', { date: ' ' }, ['date: The date is missing; write it as 2023-10-02.']],
    ['a date that is no text', { date: 20231002 }, ['date: The date is missing; write it as 2023-10-02.']],
    [
      'a day that does not exist',
      { date: '2023-02-29' },
      ['date: The date "2023-02-29" does not exist; write it as 2023-10-02.'],
    ],
    ['tomorrow', { date: '2023-10-06' }, ['date: The date 2023-10-06 lies in the future.']],
    ['serial 0', { serial: 0 }, [`serial: ${serial}`]],
    ['serial 1000', { serial: 1000 }, [`serial: ${serial}`]],
    ['serial E (as some charts print)', { serial: 'E' }, [`serial: ${serial}`]],
    ['half a serial', { serial: 1.5 }, [`serial: ${serial}`]],
    ['a serial in a list', { serial: [5] }, [`serial: ${serial}`]],
    ['a marked row', { status: 'suspect' }, ['status: The row is marked suspect.']],
    ['an unknown status', { status: 'OK' }, ['status: The status must be ok, no_draw or suspect, not "OK".']],
    ['four numbers', { winning: [1, 2, 3, 4] }, ['winning: Give exactly five winning numbers, not 4.']],
    ['six numbers', { machine: [1, 2, 3, 4, 5, 6] }, ['machine: Give exactly five machine numbers, not 6.']],
    ['no winning numbers', { winning: [] }, ['winning: Give exactly five winning numbers, not 0.']],
    ['an empty cell', { winning: ['1', '', '3', '4', '5'] }, [`winning: ${inPlace('winning', 2)}`]],
    ['a number 91', { machine: [1, 2, 3, 4, 91] }, [`machine: ${inPlace('machine', 5)}`]],
    ['a number 0', { winning: [0, 2, 3, 4, 5] }, [`winning: ${inPlace('winning', 1)}`]],
    [
      'a number twice (the real inter of 2024-08-29)',
      { winning: ['70', '25', '24', '4', '04'] },
      ['winning: The number 4 stands twice among the winning numbers.'],
    ],
    [
      'numbers on a day without a draw',
      { status: 'no_draw' },
      [
        'winning: A day without a draw has no winning numbers.',
        'machine: A day without a draw has no machine numbers.',
      ],
    ],
    [
      'and every problem is named at once',
      { game: '', date: '', serial: 'x', winning: [1, 1, 91, 4, 5] },
      [
        'game: Unknown game "".',
        'date: The date is missing; write it as 2023-10-02.',
        `serial: ${serial}`,
        'winning: The number 1 stands twice among the winning numbers.',
        `winning: ${inPlace('winning', 3)}`,
      ],
    ],
  ])('%s', (_, change, problems) => {
    const { draw, problems: found } = read(change)
    expect(draw).toBeUndefined()
    expect(found?.map(({ field, message }) => `${field}: ${message}`)).toEqual(problems)
  })
})

test('whatever comes in, an answer comes out, and only draws of ten good balls get through', () => {
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
      const { draw, problems } = parseDraw(row, TODAY, KEYS)
      if (!draw) return void expect(problems.length).toBeGreaterThan(0)
      for (const set of [draw.winning, draw.machine]) {
        expect(set.every((ball) => Number.isInteger(ball) && ball >= 1 && ball <= LIMITS.highestBall)).toBe(
          true,
        )
        expect([0, 5]).toContain(new Set(set).size)
      }
    }),
    { numRuns: 500 },
  )
})

describe('warnings let a draw in', () => {
  const draw = read({}).draw!
  const diamond = GAMES[0]!
  const metro = { ...draw, game: 'metro', winning: [1, 2, 3, 4, 5], machine: [6, 7, 8, 9, 10] }

  test.each<[rule: string, warned: Draw, others: Draw[], warnings: string[]]>([
    ['nothing odd', draw, [metro], []],
    ['itself in the list of the day', draw, [draw], []],
    ['balls in both sets', { ...draw, machine: [84, 26, 1, 2, 3] }, [], ['26, 84 stands in both sets.']],
    [
      'a day on which the game does not draw',
      { ...draw, date: day('2023-10-03') },
      [],
      ['Diamond does not usually draw on a Tuesday.'],
    ],
    [
      'the winning five of another game',
      draw,
      [{ ...metro, winning: draw.winning }],
      ['The same winning numbers as metro of that day.'],
    ],
    [
      'the machine five of another game',
      draw,
      [{ ...metro, machine: draw.machine }],
      ['The same machine numbers as metro of that day.'],
    ],
    ['the same five in another order', draw, [{ ...metro, winning: [34, 26, 8, 51, 84] }], []],
    ['two draws without machine numbers', { ...draw, machine: [] }, [{ ...metro, machine: [] }], []],
  ])('%s', (_, warned, others, warnings) => {
    expect(warningsFor(warned, diamond, others)).toEqual(warnings)
  })

  test('a game without slots, or not known, draws on any day', () => {
    const tuesday = { ...draw, date: day('2023-10-03') }
    expect(warningsFor(tuesday, { ...diamond, slots: [] }, [])).toEqual([])
    expect(warningsFor(tuesday, undefined, [])).toEqual([])
  })
})

test.each<[what: string, change: Partial<Draw>, same: boolean]>([
  ['nothing', {}, true],
  ['only the game and date, which name it', { game: 'metro', date: day('2023-10-03') }, true],
  ['the state', { state: 'unconfirmed' }, false],
  ['the serial', { serial: 1 }, false],
  ['the order of the winning numbers', { winning: [34, 26, 8, 51, 84] }, false],
  ['missing machine numbers', { machine: [] }, false],
])('two readings that differ by %s', (_, change, same) => {
  const { draw } = read({})
  expect(sameDraw(draw!, { ...draw!, ...change })).toBe(same)
})
