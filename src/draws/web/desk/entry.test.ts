import { describe, expect, test } from 'vitest'
import { instantAt, parseDate } from '../../../platform/rules/base/calendar.ts'
import { ballProblem } from '../../rules/draw.ts'
import {
  blankEntry,
  cellsOf,
  checkEntry,
  type DeskDay,
  type DeskDraw,
  type Entry,
  entryOf,
  hasTyped,
  inputOf,
  withCell,
  withSerial,
} from './entry.ts'

const today = parseDate('2026-03-14')!
const closesAt = instantAt(today, 12 * 60)

const stored: DeskDraw = {
  id: 4,
  version: 2,
  date: today,
  state: 'drawn',
  serial: 31,
  winning: [7, 12, 45, 60, 89],
  machine: [3, 9, 27, 33, 81],
  source: 'staff',
}
const game = (key: string, name: string, draw: DeskDraw | null = null): DeskDay['games'][number] => ({
  key,
  name,
  operator: '',
  order: 0,
  active: true,
  changes: [],
  slots: [
    {
      weekday: 'saturday',
      close: 12 * 60,
      expectedMinutes: 30,
      marginMinutes: 15,
      validFrom: parseDate('2020-01-01')!,
    },
  ],
  schedule: null,
  draw,
  before: null,
  gap: null,
  nextSerial: null,
})
const games = [game('king', 'Premier King'), game('bingo', 'Bingo')]
const dayOf = (list: DeskDay['games']): DeskDay => ({
  date: today,
  today,
  samples: false,
  games: list,
  held: [],
  saved: null,
  missing: [],
})
const full: Entry = {
  ...blankEntry('king', today),
  winning: cellsOf(stored.winning),
  machine: cellsOf(stored.machine),
}

test('a set always has five cells', () => {
  expect(cellsOf([])).toEqual(['', '', '', '', ''])
  expect(cellsOf([7, '12'])).toEqual(['7', '12', '', '', ''])
  expect(cellsOf([1, 2, 3, 4, 5, 6])).toEqual(['1', '2', '3', '4', '5'])
})

test('one cell changes and the others stay', () => {
  const changed = withCell(full, 'machine', 4, '82')
  expect(changed).toEqual({ ...full, machine: ['3', '9', '27', '33', '82'] })
})

describe('a recorded draw in the form', () => {
  test('becomes a correction of its version', () => {
    expect(entryOf('king', stored, 'typed wrongly')).toEqual({
      ...full,
      serial: '31',
      correcting: { id: 4, version: 2 },
      reason: 'typed wrongly',
    })
  })

  test('without machine numbers leaves them for later; without a draw ticks "No draw"', () => {
    expect(entryOf('king', { ...stored, machine: [], serial: null })).toMatchObject({
      machineLater: true,
      serial: '',
      reason: '',
    })
    const none = { ...stored, state: 'no_draw' as const, winning: [], machine: [] }
    expect(entryOf('king', none)).toMatchObject({ noDraw: true, winning: cellsOf([]) })
  })
})

test.each<[boolean, string, Partial<Entry>]>([
  [false, 'an empty form', {}],
  [false, 'spaces in a cell', { winning: cellsOf([' ']) }],
  [false, 'another game or date', { game: 'bingo', date: '2026-03-13', machineLater: true }],
  [true, 'a winning number', { winning: cellsOf(['', 7]) }],
  [true, 'a machine number', { machine: cellsOf([7]) }],
  [false, 'an emptied serial number', { serial: '' }],
  [true, 'a serial number', { serial: '1' }],
  [true, 'the "No draw" box', { noDraw: true }],
  [true, 'a reason', { reason: 'x' }],
])('it is %s that %s is worth keeping', (worthKeeping, _, values) => {
  expect(hasTyped({ ...blankEntry('king', today), ...values })).toBe(worthKeeping)
})

test.each<[string, Partial<Entry>, object]>([
  ['all values as typed', {}, { winning: full.winning, machine: full.machine, serial: null, status: 'ok' }],
  ['a serial number', { serial: ' 31' }, { serial: ' 31' }],
  ['no serial number for spaces', { serial: ' ' }, { serial: null }],
  ['no machine numbers when they come later', { machineLater: true }, { machine: [] }],
  ['no machine numbers when none are typed', { machine: cellsOf([]) }, { machine: [] }],
  ['a gap among the numbers', { winning: cellsOf([7, '', 45]) }, { winning: ['7', '', '45', '', ''] }],
  ['no numbers without a draw', { noDraw: true }, { winning: [], machine: [], status: 'no_draw' }],
])('sends %s', (_, values, sent) => {
  expect(inputOf({ ...full, ...values })).toMatchObject(sent)
})

describe('the serial number', () => {
  const numbered = (draw: DeskDraw | null) =>
    dayOf([{ ...game('king', 'Premier King', draw), nextSerial: 32 }])
  const serialOf = (values: Partial<Entry>, draw: DeskDraw | null = null) =>
    withSerial({ ...full, ...values }, numbered(draw)).serial

  test('is the proposed one until the user types or empties it', () => {
    expect([{}, { serial: '40' }, { serial: '' }].map((values) => serialOf(values))).toEqual(['32', '40', ''])
  })

  test('is none for a game or a day without a proposal', () => {
    expect([serialOf({ game: 'bingo' }), serialOf({ date: '2026-03-07' })]).toEqual(['', ''])
    expect(withSerial(full, undefined).serial).toBe('')
  })

  test('is the one of the recorded draw; a sample has none', () => {
    expect(serialOf({}, stored)).toBe('31')
    expect(serialOf({}, { ...stored, source: 'sample' })).toBe('32')
  })

  test('is saved as proposed', () => {
    expect(checkEntry(full, numbered(null), today, games, closesAt).draw).toMatchObject({ serial: 32 })
  })
})

describe('checking', () => {
  const check = (values: Partial<Entry>, now = closesAt, list = games) =>
    checkEntry({ ...full, ...values }, dayOf(list), today, list, now)

  test('accepts a whole draw', () => {
    const { draw, problems, warnings } = check({})
    expect(problems).toEqual({})
    expect(warnings).toEqual([])
    expect(draw).toMatchObject({ game: 'king', winning: stored.winning, machine: stored.machine })
  })

  test.each<[string, Partial<Entry>]>([
    ['winning', { winning: cellsOf([7, 7, 45, 60, 91]) }],
    ['date', { date: '2026-03-15' }],
    ['serial', { serial: '1000' }],
    ['game', { game: 'unknown' }],
    ['reason', { correcting: { id: 4, version: 2 }, reason: ' ' }],
  ])('refuses a wrong %s and names only that field', (field, values) => {
    const { draw, problems } = check(values)
    expect(draw).toBeNull()
    expect(Object.keys(problems)).toEqual([field])
  })

  test('asks for machine numbers that were neither typed nor left for later', () => {
    const { problems } = check({ machine: cellsOf([]) })
    expect(problems).toEqual({ machine: 'Type the machine numbers, or press "Machine later".' })
  })

  test('joins the problems of one set', () => {
    const winning = cellsOf([7, 7, 45, 60, 91])
    const texts = [1, 4].map((place) => ballProblem(winning, place, 'winning'))
    expect(check({ winning }).problems.winning).toBe(texts.join(' '))
  })

  test('needs no machine numbers when they come later', () => {
    expect(check({ machine: cellsOf([]), machineLater: true }).draw).toMatchObject({ machine: [] })
  })

  test('says until when a result needs the name of its game', () => {
    expect(check({}, closesAt - 1).openUntil).toBe(closesAt)
    expect(check({}, closesAt).openUntil).toBeNull()
    expect(check({ correcting: { id: 1, version: 1 }, reason: 'x' }, closesAt - 1).openUntil).toBeNull()
  })

  test('warns about the numbers of another game of that day', () => {
    const twin = [games[0]!, game('bingo', 'Bingo', { ...stored, machine: [] })]
    expect(check({}, closesAt, twin).warnings).toEqual(['The same winning numbers as Bingo of that day.'])
  })

  test('does not compare with a sample', () => {
    const twin = [games[0]!, game('bingo', 'Bingo', { ...stored, source: 'sample' })]
    expect(check({}, closesAt, twin).warnings).toEqual([])
  })

  test('warns about the numbers of the draw before', () => {
    const before = { date: parseDate('2026-03-07')!, winning: stored.winning, machine: [] }
    const list = [{ ...games[0]!, before }, games[1]!]
    expect(check({}, closesAt, list).warnings).toEqual([
      'The same winning numbers as Premier King of Sat 7 Mar 2026.',
    ])
  })
})
