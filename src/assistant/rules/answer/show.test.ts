import { describe, expect, test } from 'vitest'
import { dayOf, parseDate } from '../../../platform/rules/base/calendar.ts'
import { type GAME_SEEDS, seedGames } from '../../../draws/rules/games.ts'
import { historyOf } from '../../../draws/rules/history.ts'
import { luckSentence } from '../../../draws/rules/luck/luck-bar.ts'
import { contextOf, show, valueOf } from './records.ts'
import { wholeQuery } from '../fixtures/whole.ts'
import { chanceAfter, chanceOfAll, chanceOfPlace } from '../parts/scope.ts'

import type { NumberSlot } from '../read/types.ts'
import { historyDraw } from '../../../../tests/support/history-draw.ts'

const NOW = Date.parse('2025-07-02T10:00:00+01:00')
const draw = (date: string, game: keyof typeof GAME_SEEDS, winning: number[], machine: number[] = []) =>
  historyDraw({ game, day: dayOf(parseDate(date)!), winning, machine })
const DATA = {
  games: seedGames(parseDate('2020-01-01')!),
  history: historyOf([
    draw('2025-06-26', 'bingo', [45, 1, 2, 3, 4], [6, 7, 8, 9, 10]),
    draw('2025-06-30', 'bingo', [11, 45, 13, 14, 15], [16, 17, 18, 19, 20]),
    draw('2025-07-01', 'gold', [1, 22, 23, 24, 25], [45, 27, 28, 29, 30]),
  ]),
}
const TWO_SURE = ['₦100 brings back on average ₦59.93', 'To break even it must win 1.67 times luck']
const shown = (question: string) => {
  const query = wholeQuery(question, contextOf(DATA, NOW))
  return show(query, valueOf(query, NOW, DATA), DATA)
}

test.each([
  [
    'How many times has 45 come?',
    '2 times in 3 draws, 26 Jun to 1 Jul 2025',
    ['2. Luck gives about 0.2, usually 0 to 1.'],
  ],
  [
    'How many times has 45 come in Bingo?',
    '2 times in 2 draws, 26 Jun to 30 Jun 2025',
    ['2. Luck gives about 0.1, usually 0 to 1.'],
  ],
  [
    'How many times has 45 come in Gold?',
    'Never in 1 draw, 1 Jul 2025',
    ['0. Luck gives about 0.1, usually 0 to 1.'],
  ],
  [
    'How many times has 45 come as winning or machine?',
    '3 times in 3 draws, 26 Jun to 1 Jul 2025',
    ['3. Luck gives about 0.3, usually 0 to 2.'],
  ],
  [
    'When did 45 last come?',
    'Mon 30 Jun 2025, Bingo',
    ['Draws since 1 draw', 'Any number comes in 1 of 18 draws'],
  ],
  [
    'gap of 1 in Bingo',
    '1 draw without it',
    ['Last time Thu 26 Jun 2025', 'A wait this long by luck 94 in 100 times'],
  ],
  [
    'Have 45 and 1 ever come together?',
    '1 time in 3 draws, 26 Jun to 1 Jul 2025',
    ['1. Luck gives about 0, usually 0.', 'Last time Thu 26 Jun 2025'],
  ],
  [
    'How many times did 11 come in the next draw after 45 in Bingo?',
    '1 of 1 times',
    ['1. Luck gives about 0.1, usually 0 to 1.'],
  ],
  ['Which number came most often?', '1, 45 in 3 draws, 26 Jun to 1 Jul 2025', []],
  ['Which number came most often as machine number in Gold?', '27, 28, 29, 30, 45 in 1 draw, 1 Jul 2025', []],
  ['counterpart of 45', 'Counterpart of 45: 90', []],
  ['What was the last Gold result?', 'Gold, Tue 1 Jul 2025', []],
  ['When does Gold play?', 'Gold: Tue 09:30, Fri 15:30', []],
  ['What is the next draw of Gold?', 'Gold, Fri 4 Jul 2025, 15:30', []],
  ['odds of two sure', '1 in 400.5', [...TWO_SURE]],
  [
    'How much do I win with 100 naira on two sure?',
    '₦24,000',
    ['Chance of one line 1 in 400.5', ...TWO_SURE],
  ],
  [
    'perm 3 of 6 at 50 naira a line',
    '20 lines',
    [
      'At ₦50 a line ₦1,000',
      '₦100 brings back on average ₦17.88',
      'To break even it must win 5.59 times luck',
    ],
  ],
  ['Which came more in Bingo, 45 or 1?', '45: 2 times', []],
  ['wetin be perm', 'Several bets of the same size in one', []],
  ['How many draws were held?', '3 draws', []],
])('%s: %s', (question, figure, facts) => {
  const answer = shown(question)
  const named = answer.facts.map(({ name, value }) => `${name} ${value}`)
  const luck = answer.luck ? [luckSentence(answer.luck)] : []
  expect([`${answer.figure} ${answer.basis}`.trim(), [...luck, ...named]]).toEqual([figure, facts])
})

describe('the draws below an answer', () => {
  test('are those with the number, newest first, and the places to ring', () => {
    const { draws, total, marked } = shown('How many times has 45 come as winning or machine?')
    expect(draws.map(({ name, date }) => `${name} ${date}`)).toEqual([
      'Gold 2025-07-01',
      'Bingo 2025-06-30',
      'Bingo 2025-06-26',
    ])
    expect([total, marked]).toEqual([
      3,
      [
        { number: 45, type: 'winning', box: 'any_box' },
        { number: 45, type: 'machine', box: 'any_box' },
      ],
    ])
  })

  test('have all numbers that must come together', () => {
    expect(shown('Have 45 and 1 ever come together?').draws.map(({ date }) => date)).toEqual(['2025-06-26'])
  })
})

test('leads to the same search, if it has a form', () => {
  expect(shown('How many times has 45 come as first box in Bingo in 2025?').screen).toBe(
    '/dashboard/past-results?number=45&type=winning&position=first_box&game=bingo&year=2025',
  )
  // A search has no weekday.
  expect(shown('How many times has 45 come on Mondays?').screen).toBeNull()
})

test('compares the best of several games with the best of several by luck', () => {
  const { lines } = shown('Did 45 come more in Bingo or Gold?')
  // One of two draws, by luck 0.1 for one game alone.
  expect(lines.map(({ name, luck }) => [name, luck?.value, luck && Math.round(luck.mean * 1000)])).toEqual([
    ['Bingo', 2, 161],
    ['Gold', 0, 6],
  ])
})

describe('what luck gives', () => {
  const of = (numbers: number[], place: Partial<NumberSlot> = {}) =>
    chanceOfAll(numbers.map((number) => ({ number, ...place })))
  test('to all of several numbers of one set; nothing to numbers of boxes or of sets of their own', () => {
    expect(1 / of([1, 2])!).toBeCloseTo(400.5, 6)
    expect(1 / of([1, 2, 3])!).toBeCloseTo(11_748, 6)
    expect(1 / of([1, 2, 3], { type: 'both' })!).toBeCloseTo(979, 6)
    expect(of([1, 2, 3, 4, 5, 6])).toBe(0)
    expect(of([1, 2], { box: 'first_box' })).toBeNull()
    expect(chanceOfAll([{ number: 1 }, { number: 2, type: 'machine' }])).toBeNull()
  })

  test('counts the draws that a question looks at', () => {
    expect(chanceOfPlace({})).toBeCloseTo(1 / 18, 12)
    expect(chanceOfPlace({ box: 'last_box', type: 'both' })).toBeCloseTo(2 / 90, 12)
    expect(chanceAfter(1 / 18, { within: 3 })).toBeCloseTo(1 - (17 / 18) ** 3, 12)
    expect(chanceAfter(1 / 18, { lag: 3 })).toBeCloseTo(1 / 18, 12)
  })
})
