import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ListedPlan, planOf, refusedRows } from '../../../../tests/support/ingest.ts'
import { endOfDay, instantAt, parseDate } from '../../../platform/rules/base/calendar.ts'
import { type Draw, parseDraw } from '../draw.ts'
import { gameMatcher } from '../game-names.ts'
import { seedGames } from '../games.ts'
import { planIngest, type IngestRow } from './ingest-plan.ts'
import type { DateOrder } from '../written-dates.ts'

const day = (text: string) => parseDate(text)!
const TODAY = day('2024-12-31')
const GAMES = seedGames(day('2020-01-01'))
const A = [26, 34, 8, 51, 84]
const B = [11, 67, 57, 36, 75]
const C = [24, 89, 22, 40, 48]

let line = 1
const row = (change: Partial<IngestRow> = {}): IngestRow => ({
  line: line++,
  game: 'diamond',
  date: '2023-10-02',
  serial: '79',
  winning: A,
  machine: B,
  ...change,
})
const drawOf = (change: Partial<IngestRow> = {}) => parseDraw(row(change), TODAY, gameMatcher(GAMES)).draw!

type Store = Map<string, Draw>
const storeOf = (draws: readonly Draw[]): Store => new Map(draws.map((draw) => [draw.game + draw.date, draw]))
const NOW = endOfDay(TODAY) - 1
const plan = (rows: readonly IngestRow[], store: Store, now = NOW, refuseCorrections?: string) =>
  planOf(rows, [...store.values()], { now, games: GAMES }, refuseCorrections)
const apply = ({ inserted, completed, corrected }: ListedPlan, store: Store) =>
  storeOf([...store.values(), ...inserted, ...[...completed, ...corrected].map(({ to }) => to)])

describe('one row against what is stored', () => {
  const noDraw = { status: 'no_draw', winning: [], machine: [] }

  test.each<[rule: string, stored: Partial<IngestRow> | null, given: Partial<IngestRow>, after: string]>([
    ['a new draw is inserted', null, {}, 'inserted 79 26-34-8-51-84 11-67-57-36-75'],
    ['a new day without a draw is inserted', null, noDraw, 'inserted 79 no_draw'],
    ['the same again is unchanged', {}, {}, 'unchanged'],
    ['a missing serial leaves the stored one', {}, { serial: '' }, 'unchanged'],
    ['missing machine numbers leave the stored ones', {}, { machine: [] }, 'unchanged'],
    ['a serial that comes later is added', { serial: '' }, {}, 'completed 79 26-34-8-51-84 11-67-57-36-75'],
    [
      'machine numbers that come later are added',
      { machine: [] },
      {},
      'completed 79 26-34-8-51-84 11-67-57-36-75',
    ],
    ['another serial corrects', {}, { serial: '80' }, 'corrected 80 26-34-8-51-84 11-67-57-36-75'],
    ['other winning numbers correct', {}, { winning: C }, 'corrected 79 24-89-22-40-48 11-67-57-36-75'],
    [
      'a correction without machine or serial keeps those stored',
      {},
      { winning: C, machine: [], serial: null },
      'corrected 79 24-89-22-40-48 11-67-57-36-75',
    ],
    [
      'another order of drawing corrects',
      {},
      { machine: [...B].reverse() },
      'corrected 79 26-34-8-51-84 75-36-57-67-11',
    ],
    ['a draw becomes a day without a draw', {}, { ...noDraw, serial: '' }, 'corrected 79 no_draw'],
    ['a day without a draw becomes a draw', noDraw, { machine: [] }, 'corrected 79 26-34-8-51-84'],
    ['a refused row changes nothing', {}, { winning: [1, 2, 3, 4] }, 'refused'],
  ])('%s', (_, stored, given, after) => {
    const store = storeOf(stored ? [drawOf(stored)] : [])
    const result = plan([row(given)], store)
    const word = (['inserted', 'completed', 'corrected', 'refused'] as const).find(
      (kind) => result[kind].length > 0,
    )
    const changed = result.completed[0] ?? result.corrected[0]
    const draw = result.inserted[0] ?? changed?.to
    const text = draw && [
      draw.serial,
      draw.state === 'no_draw' && 'no_draw',
      draw.winning.join('-'),
      draw.machine.join('-'),
    ]
    expect([word ?? 'unchanged', ...(text ?? []).filter(Boolean)].join(' ')).toBe(after)
    expect(result.unchanged).toBe(word ? 0 : 1)
    if (changed) expect(changed.from).toEqual(drawOf(stored!))
  })

  test('a verdict shows the numbers as they would be stored', () => {
    const { verdicts } = plan([row({ serial: '', machine: [] })], storeOf([drawOf()]))
    expect(verdicts[0]!.numbers).toEqual({ serial: 79, winning: A, machine: B })
  })
})

describe('rows against each other', () => {
  const alone = (...rows: IngestRow[]) => plan(rows, new Map())

  test('a plain repetition counts as unchanged', () => {
    const result = alone(row({ line: 1 }), row({ line: 2 }), row({ line: 3 }))
    expect([result.inserted.length, result.unchanged, result.refused, result.warned]).toEqual([1, 2, [], []])
    expect(result.verdicts.map(({ line: at, verdict, notes }) => [at, verdict, notes])).toEqual([
      [1, 'new', []],
      [2, 'same', []],
      [3, 'same', []],
    ])
  })

  test('two rows that contradict each other are both refused, with both lines', () => {
    const { inserted, unchanged, refused } = alone(row({ line: 7 }), row({ line: 9, winning: C }))
    expect([inserted.length, unchanged]).toEqual([0, 0])
    const note = {
      game: 'diamond',
      date: '2023-10-02',
      reasons: ['Lines 7, 9 contradict each other about this draw.'],
    }
    expect(refused).toEqual([
      { line: 7, ...note },
      { line: 9, ...note },
    ])
  })

  test('of three rows, two alike and one not, all are refused', () => {
    const { inserted, unchanged, refused, verdicts } = alone(
      row({ line: 1 }),
      row({ line: 2, winning: C }),
      row({ line: 3 }),
    )
    expect(verdicts).toEqual(
      refused.map(({ reasons, ...note }) => ({ ...note, verdict: 'refused', notes: reasons, numbers: null })),
    )
    expect([inserted.length, unchanged]).toEqual([0, 0])
    expect(refused.map((note) => note.line)).toEqual([1, 2, 3])
    expect(refused[2]!.reasons).toEqual(['Lines 1, 2, 3 contradict each other about this draw.'])
  })

  test('a file of 20,000 equal lines, or of two in turn, is read and has short notes', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => row({ line: i + 1 }))
    expect(alone(...many).unchanged).toBe(19_999)
    const turns = many.map((each, i) => (i % 2 ? { ...each, winning: C } : each))
    expect(alone(...turns.slice(0, 10)).refused[0]!.reasons[0]).toContain('8, 9, 10 contradict')
    expect(alone(...turns).refused[19_999]!.reasons[0]).toContain('8, 9, 10, ... contradict')
  })

  test('refused rows are listed by line with every reason', () => {
    const { refused } = alone(
      row({ line: 1, winning: C }),
      row({ line: 2, winning: [1, 2, 3, 4], date: '2025-01-01' }),
      row({ line: 3 }),
    )
    expect(refused.map((note) => note.line)).toEqual([1, 2, 3])
    expect(refused[1]).toEqual({
      line: 2,
      game: 'diamond',
      date: '2025-01-01',
      reasons: ['The date 2025-01-01 is in the future.', 'Enter exactly five winning numbers, not 4.'],
    })
  })

  test('a row of any values is refused without an exception', () => {
    const { refused } = alone(row({ line: 1, game: Object.create(null), date: { toString: 1 } }))
    expect(refused).toMatchObject([{ line: 1, game: '', date: '' }])
  })
})

describe('an unknown game', () => {
  test('is refused once for all its rows, with the first line, despite other problems', () => {
    const rows = Array.from({ length: 200 }, (_, i) =>
      row({ line: i + 2, game: i % 2 ? 'tota' : 'Lucky', status: i === 1 ? 'suspect' : 'ok' }),
    )
    const result = plan([...rows, row({ line: 300 })], new Map())
    expect(result.unknownGames).toEqual([
      { name: 'Lucky', line: 2, rows: 100, reason: 'Unknown game "Lucky". Is it Lucky G (Lucky Tuesday)?' },
      { name: 'tota', line: 3, rows: 100, reason: 'Unknown game "tota".' },
    ])
    expect([result.refused, result.inserted.length, refusedRows(result)]).toEqual([[], 1, 200])
    expect(result.verdicts).toMatchObject([
      { line: 2, game: 'Lucky', notes: [expect.any(String), '100 rows name it.'] },
      { line: 3, game: 'tota', date: '', verdict: 'refused' },
      { line: 300, verdict: 'new' },
    ])
  })
})

describe('a file with a date that cannot have the day first', () => {
  const MONTH_FIRST = ['01/08/2024', '01/25/2024', '02/02/2024', '25/03/2024', '2024-04-05']
  const datesOf = (dateOrder: DateOrder | null, given = MONTH_FIRST) => {
    const rows = given.map((date) => row({ date, serial: '' }))
    const { inserted, refused } = planOf(rows, [], { now: NOW, games: GAMES, dateOrder })
    return [inserted.map(({ date }) => date), refused.map(({ date }) => date)]
  }

  test('has its doubtful dates refused, also those before it', () => {
    expect(datesOf(null)).toEqual([
      ['2024-02-02', '2024-03-25', '2024-04-05'],
      ['01/08/2024', '01/25/2024'],
    ])
  })

  test('is read in the order that is given, and what cannot have it is refused', () => {
    expect(datesOf('month-first')).toEqual([
      ['2024-01-08', '2024-01-25', '2024-02-02', '2024-04-05'],
      ['25/03/2024'],
    ])
    expect(datesOf('day-first')).toEqual([
      ['2024-08-01', '2024-02-02', '2024-03-25', '2024-04-05'],
      ['01/25/2024'],
    ])
  })

  test('is asked about with a date of each kind, also one of a row that is refused', () => {
    const question = (dates: string[], dateOrder: DateOrder | null = null) =>
      planIngest(
        dates.map((date) => row({ date, game: 'tota' })),
        [],
        { now: NOW, games: GAMES, nearNames: false, dateOrder },
      ).dateQuestion
    expect(question(MONTH_FIRST)).toEqual({ monthFirst: '01/25/2024', either: '01/08/2024' })
    expect(question(['01/25/2024'])).toEqual({ monthFirst: '01/25/2024', either: null })
    expect(question(['01/08/2024', '25/01/2024'])).toBeNull()
    expect(question(MONTH_FIRST, 'day-first')).toBeNull()
  })
})

test('an unknown game of one row has no count', () => {
  const { verdicts } = plan([row({ line: 4, game: 'tota' })], new Map())
  const notes = ['Unknown game "tota".']
  expect(verdicts).toEqual([{ line: 4, game: 'tota', date: '', verdict: 'refused', notes, numbers: null }])
})

describe('a change of a recorded draw', () => {
  const stored = storeOf([drawOf(), drawOf({ date: '2023-10-05', machine: [] })])
  const rows = [
    row({ line: 2, winning: C }),
    row({ line: 3, date: '05/10/2023' }),
    row({ line: 4, date: '2023-10-09', serial: '80' }),
  ]

  test('names what it replaces', () => {
    const result = plan(rows, stored)
    expect(result.corrected).toEqual([{ line: 2, from: drawOf(), to: { ...drawOf(), winning: C } }])
    expect(
      result.verdicts.map(({ line, game, date, verdict, notes }) => [line, game, date, verdict, notes[0]]),
    ).toEqual([
      [2, 'diamond', '2023-10-02', 'change', 'Winning 26 - 34 - 8 - 51 - 84 becomes 24 - 89 - 22 - 40 - 48.'],
      [3, 'diamond', '2023-10-05', 'complete', 'Machine none becomes 11 - 67 - 57 - 36 - 75.'],
      [4, 'diamond', '2023-10-09', 'new', expect.anything()],
    ])
  })

  test('is refused with its old and new value if corrections are not allowed; missing values are added', () => {
    const result = plan(rows, stored, NOW, 'Import it with --correct.')
    expect(result.corrected).toEqual([])
    expect([result.completed.length, result.inserted.length]).toEqual([1, 1])
    expect(result.refused).toEqual([
      {
        line: 2,
        game: 'diamond',
        date: '2023-10-02',
        reasons: [
          'A recorded draw would change: winning 26 - 34 - 8 - 51 - 84 becomes 24 - 89 - 22 - 40 - 48. ' +
            'Import it with --correct.',
        ],
      },
    ])
  })

  test('names every value, and refused rows stay in the order of lines', () => {
    const given = [
      row({ line: 2, winning: [1, 2, 3, 4] }),
      row({ line: 3, winning: C, serial: '80' }),
      row({ line: 4, date: 'x' }),
    ]
    const { refused } = plan(given, stored, NOW, 'No.')
    expect(refused.map(({ line: at }) => at)).toEqual([2, 3, 4])
    expect(refused[1]!.reasons).toEqual([
      'A recorded draw would change: serial 79 becomes 80, winning 26 - 34 - 8 - 51 - 84 becomes 24 - 89 - 22 - 40 - 48. No.',
    ])
  })
})

test('a row before its close is refused', () => {
  // Diamond closes at 09:30 on 2 October 2023.
  const at = (minutes: number) => plan([row()], new Map(), instantAt(day('2023-10-02'), minutes))
  const [early, late] = [at(569), at(570)]
  expect(early.refused.map(({ reasons }) => reasons)).toEqual([
    [
      'Staking for this draw has not closed yet. Only the form for one draw takes it, with the name of its game.',
    ],
  ])
  expect([early.inserted.length, late.inserted.length, late.refused]).toEqual([0, 1, []])
})

describe('warnings', () => {
  const SAME = 'The same winning numbers as Metro of that day.'
  const reasonsOf = ({ warned }: ListedPlan) => warned.map((note) => [note.line, ...note.reasons])

  test('accepts a row with warnings', () => {
    const { inserted, warned } = plan(
      [row({ line: 4, date: '2023-10-03', machine: [26, 1, 2, 3, 4] })],
      new Map(),
    )
    expect(inserted).toHaveLength(1)
    const reasons = ['26 is in both sets.', 'Diamond does not usually draw on a Tuesday.']
    expect(warned).toEqual([{ line: 4, game: 'diamond', date: '2023-10-03', reasons }])
  })

  test('the five of another game of that day, in the same file', () => {
    const { warned } = plan([row(), row({ game: 'metro', machine: C })], new Map())
    expect(warned.map((note) => note.reasons)).toEqual([
      [SAME],
      ['The same winning numbers as Diamond of that day.'],
    ])
  })

  test('the five of another game of that day, stored before', () => {
    const { warned } = plan([row({ line: 5 })], storeOf([drawOf({ game: 'metro', machine: C })]))
    expect(warned).toEqual([{ line: 5, game: 'diamond', date: '2023-10-02', reasons: [SAME] }])
  })

  test('the five of any draw at all, in the file or stored, as winning or as machine numbers', () => {
    const store = storeOf([drawOf({ game: 'king', date: '2019-03-02', winning: B, machine: [] })])
    expect(reasonsOf(plan([row({ line: 2, winning: C })], store))).toEqual([
      [2, 'The same machine numbers as the winning numbers of Premier King of Sat 2 Mar 2019.'],
    ])
  })

  test('winning numbers that meet machine numbers stored before', () => {
    const store = storeOf([drawOf({ winning: C })])
    expect(plan([row({ winning: [11, 1, 2, 3, 4], machine: [] })], store).warned[0]?.reasons).toEqual([
      '11 is in both sets.',
    ])
  })

  test('serial numbers and the calendar, by date and not by line, with the stored draws', () => {
    const five = (i: number) => Array.from({ length: 5 }, (_, place) => ((i * 5 + place) % 90) + 1)
    const of = (line: number, date: string, serial: string) =>
      row({ line, date, serial, winning: five(line), machine: [] })
    const store = storeOf([
      drawOf({ date: '2023-10-02', serial: '1', winning: five(80), machine: [] }),
      drawOf({ date: '2023-10-30', serial: '9', winning: five(81), machine: [] }),
    ])
    const result = plan([of(5, '2023-10-26', '9'), of(3, '2023-10-12', '2'), of(4, '2023-10-09', '2')], store)
    expect(reasonsOf(result)).toEqual([
      [
        5,
        'No. 9 skips: the draw of Thu 12 Oct 2023 has No. 2.',
        'No. 9 repeats: the draw of Mon 30 Oct 2023 has No. 9.',
        '3 draws since Thu 12 Oct 2023 are not recorded.',
      ],
      [3, 'No. 2 repeats: the draw of Mon 9 Oct 2023 has No. 2.'],
      [4, 'The draw before this one, of Thu 5 Oct 2023, is not recorded.'],
    ])
  })
})

test('a second run of the same rows changes nothing', () => {
  const rows = fc.array(
    fc.record({
      line: fc.nat(),
      game: fc.constantFrom('diamond', 'metro', 'msp', 'tota'),
      date: fc.constantFrom('2023-10-02', '2023-10-09', '2024-02-30'),
      serial: fc.constantFrom('', '1', '2'),
      status: fc.constantFrom('ok', 'ok', 'ok', 'no_draw', 'suspect'),
      winning: fc.constantFrom(A, B, [1, 2, 3, 4, 91]),
      machine: fc.constantFrom(B, C, []),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(rows, rows, (before, given) => {
      const store = apply(plan(before, new Map()), new Map())
      const first = plan(given, store)
      const again = plan(given, apply(first, store))
      expect([again.inserted, again.completed, again.corrected]).toEqual([[], [], []])
      expect([again.refused, again.unknownGames]).toEqual([first.refused, first.unknownGames])
      // Every row is accounted for exactly once, in both runs.
      for (const result of [first, again]) {
        const { inserted, completed, corrected, unchanged } = result
        const good = inserted.length + completed.length + corrected.length + unchanged
        expect(good + refusedRows(result)).toBe(given.length)
      }
    }),
    { numRuns: 500 },
  )
})
