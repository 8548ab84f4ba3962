import { expect, test } from 'vitest'
import { answerQuestion } from './answer-question.ts'
import { firstDayOfYear } from './calendar.ts'
import { type HistoryDraw, historyOf } from './history.ts'
import { OPERATORS } from './operators.ts'

const GAMES = [
  { key: 'diamond', name: 'Diamond', operator: OPERATORS.premier },
  { key: 'king', name: 'Premier King', operator: OPERATORS.premier },
]
const draw = (game: string, day: number, winning: number[]): HistoryDraw => ({
  game,
  day: firstDayOfYear(2024) + day,
  state: 'drawn',
  serial: null,
  winning,
  machine: [],
  sample: false,
})
const HISTORY = historyOf([
  draw('diamond', 0, [45, 1, 2, 3, 4]),
  draw('diamond', 3, [5, 45, 2, 3, 4]),
  draw('king', 5, [45, 7, 2, 3, 4]),
  draw('tota', 1, [45, 8, 2, 3, 4]),
])
const found = (question: string) => {
  const { gameName, messages, rows, total } = answerQuestion(question, GAMES, HISTORY)
  return {
    gameName,
    texts: messages.map(({ text }) => text),
    rows: rows.map((row) => `${row.name} ${row.date}`),
    total,
  }
}

test('an answer has the count, a message and the draws, newest first', () => {
  expect(found('45 first box winning')).toEqual({
    gameName: null,
    texts: ['"45" in First box (winning) is found 3 time(s).'],
    rows: ['Premier King 2024-01-06', 'tota 2024-01-02', 'Diamond 2024-01-01'],
    total: 3,
  })
})

test('a named game is searched alone, and the answer has its name', () => {
  expect(found('45 any winning premier king')).toMatchObject({ gameName: 'Premier King', total: 1 })
})

test('a draw with two of the numbers counts once; numbers without a find come first', () => {
  expect(found('45 1 9 any winning diamond')).toEqual({
    gameName: 'Diamond',
    texts: [
      'No "9" found in Any box (winning) yet.',
      '"45" in Any box (winning) is found 2 time(s).',
      '"1" in Any box (winning) is found 1 time(s).',
    ],
    rows: ['Diamond 2024-01-04', 'Diamond 2024-01-01'],
    total: 2,
  })
})

test('the newest 50 draws are shown and all are counted', () => {
  const history = historyOf(Array.from({ length: 120 }, (_, i) => draw('diamond', i, [45, 1, 2, 3, 4])))
  const { rows, total } = answerQuestion('45', GAMES, history)
  expect([rows.length, total, rows[0]!.date]).toEqual([50, 120, '2024-04-29'])
})

test('the answer to a question without a number has only the words that were not understood', () => {
  expect(answerQuestion('who wins diamond', GAMES, HISTORY)).toEqual({
    search: null,
    unknown: ['who', 'wins'],
    assumed: [],
    gameName: null,
    messages: [],
    luck: [],
    rows: [],
    total: 0,
  })
})
