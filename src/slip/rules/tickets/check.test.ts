import { describe, expect, test } from 'vitest'
import { checkTicket, type TypedTicket, wrongCells } from './check.ts'

const typed = (more: Partial<TypedTicket>): TypedTicket => ({
  bet: 'two_sure',
  numbers: ['12', '45'],
  against: [],
  lineOf: '',
  stake: '',
  game: '',
  date: '',
  draws: '',
  ...more,
})

test('reads cells, pasted lists, a stake and the past draws', () => {
  expect(checkTicket(typed({ numbers: ['12', '', ' 45 '] }))).toEqual({
    bet: 'two_sure',
    ticket: { bet: 'two_sure', numbers: [12, 45], against: [], lineOf: 2, stake: 10_000 },
    past: null,
    problems: {},
  })
  const perm = checkTicket(
    typed({
      bet: 'perm',
      numbers: ['1, 2-3 04'],
      lineOf: '3',
      stake: '₦1,000',
      game: 'bingo',
      date: '2025-06-30',
      draws: '30',
    }),
  )
  expect(perm.ticket).toMatchObject({ numbers: [1, 2, 3, 4], lineOf: 3, stake: 100_000 })
  expect(perm.past).toEqual({ game: 'bingo', date: '2025-06-30', draws: '30' })
  expect(checkTicket(typed({ game: 'bingo' })).past).toEqual({ game: 'bingo', date: null, draws: '1' })
  const against = checkTicket(typed({ bet: 'against', numbers: ['1', '2'], against: ['3'] }))
  expect(against.ticket).toMatchObject({ numbers: [1, 2], against: [3] })
})

describe('a problem is named at its field', () => {
  test.each<[Partial<TypedTicket>, Record<string, string>]>([
    [{ bet: 'two-sure' }, { bet: 'Choose a bet of the list.' }],
    [{ bet: '' }, { bet: 'Choose a bet of the list.' }],
    [{ bet: 'perm', lineOf: '6' }, { lineOf: 'A line has 2, 3, 4 or 5 numbers.' }],
    [{ numbers: [] }, { numbers: 'Enter two numbers.' }],
    [{ numbers: ['12'] }, { numbers: 'Enter two numbers.' }],
    [{ numbers: ['1', '2', '3'] }, { numbers: 'Enter two numbers, not 3.' }],
    [{ numbers: ['12', '91'] }, { numbers: '“91” is not a number from 1 to 90.' }],
    [{ numbers: ['12', '0'] }, { numbers: '“0” is not a number from 1 to 90.' }],
    [{ numbers: ['12', 'twelve and more'] }, { numbers: '“twelve” is not a number from 1 to 90.' }],
    [{ numbers: ['12', '012'] }, { numbers: '“012” is not a number from 1 to 90.' }],
    [{ numbers: ['7', '07'] }, { numbers: '7 is entered twice.' }],
    [{ bet: 'perm', numbers: ['1', '2'], lineOf: '3' }, { numbers: 'Enter 3 to 15 numbers.' }],
    [
      { bet: 'perm', numbers: [Array.from({ length: 16 }, (_, i) => i + 1).join(' ')] },
      { numbers: 'Enter 2 to 15 numbers, not 16.' },
    ],
    [{ bet: 'against' }, { against: 'Enter 1 to 10 numbers.' }],
    [{ bet: 'against', against: ['45'] }, { against: '45 is on both sides.' }],
    [{ stake: '0' }, { stake: 'Enter a stake of ₦1 to ₦100,000, without kobo.' }],
    [{ stake: '50.50' }, { stake: 'Enter a stake of ₦1 to ₦100,000, without kobo.' }],
    [{ stake: '100001' }, { stake: 'Enter a stake of ₦1 to ₦100,000, without kobo.' }],
    [{ game: 'bingo', date: '31/6/2025' }, { date: 'Enter a date, or leave it empty for the newest draw.' }],
    [{ game: 'bingo', draws: '31' }, { draws: 'Choose which draws.' }],
  ])('%j', (more, problems) => {
    const checked = checkTicket(typed(more))
    expect(checked.problems).toEqual(problems)
    const isPast = 'date' in problems || 'draws' in problems
    expect([checked.ticket === null, checked.past === null]).toEqual([!isPast, isPast || !more.game])
  })
})

test.each<[string[], number[]]>([
  [['7', '12', ''], []],
  [['95', '7', ''], [0]],
  [['7', '12', '7'], [2]],
  [['7 12', '5', '12-x'], [2]],
  [
    ['0', 'x', '90'],
    [0, 1],
  ],
])('of the cells %j, %j are wrong', (cells, wrong) => {
  expect(wrongCells(cells)).toEqual(wrong)
})
