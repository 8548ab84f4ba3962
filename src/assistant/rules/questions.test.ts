import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dayOf, parseDate } from '../../platform/rules/base/calendar.ts'
import { seedGames } from '../../draws/rules/games.ts'
import { historyOf } from '../../draws/rules/history.ts'
import { ask } from './answer/ask.ts'
import type { AssistantData, Query } from './read/types.ts'
import { planOf, writeQuestion } from './answer/decide.ts'
import { historyDraw } from '../../../tests/support/history-draw.ts'

/** A Wednesday. The record goes from October 2023 to the day before. */
const NOW = Date.parse('2025-07-02T10:00:00+01:00')

const draw = (date: string) =>
  historyDraw({ game: 'gold', day: dayOf(parseDate(date)!), machine: [6, 7, 8, 9, 10] })
const DATA: AssistantData = {
  games: seedGames(parseDate('2020-01-01')!),
  history: historyOf([draw('2023-10-03'), draw('2025-07-01')]),
}

interface Expected {
  question: string
  previous: string | null
  /** An intent with slots as JSON, or a status. */
  expected: string
}

/** Lines such as `previous > question => count {"games":["gold"]}`. */
function fixture(name: string): Expected[] {
  const text = readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [asked, expected] = line.split(' => ') as [string, string]
      const [previous, question] = asked.includes(' > ')
        ? (asked.split(' > ') as [string, string])
        : [null, asked]
      return { question, previous, expected }
    })
}

const understood = ({ question, previous }: Expected): string => {
  const { status, query } = ask({ question, previous }, NOW, DATA)
  return query ? `${query.intent} ${JSON.stringify(query.slots)}` : status
}

const ANSWERED = ['counts', 'lists', 'draws', 'bets', 'follow-ups']

describe.each([...ANSWERED, 'unanswered'])('questions about %s', (name) => {
  test.each(fixture(name))('$previous > $question', (asked) => {
    expect(understood(asked)).toBe(asked.expected)
  })
})

test('suggests questions that are answered when they are asked alone', () => {
  for (const { question, previous } of fixture('unanswered')) {
    const { status, suggestions } = ask({ question, previous }, NOW, DATA)
    expect(suggestions.length, question).toBeLessThanOrEqual(3)
    if (status === 'ask-back') expect(suggestions, question).not.toHaveLength(0)
    for (const suggestion of suggestions)
      expect(ask({ question: suggestion }, NOW, DATA).status, `${question}: ${suggestion}`).toBe('answered')
  }
})

test.each([
  ['longest absences', 'Which 5 numbers had the longest absence ever in Bingo?'],
  ['latest results', 'What was the last draw?'],
  ['recent results', 'What was the last draw?'],
  ['first bingo draw of 2025', 'What was the last Bingo draw?'],
  ['bingo draw 95', 'Result of Bingo event 95 in 2025'],
  ['bingo draw 20 of 2025', 'Result of Bingo event 20 in 2025'],
])('suggests a question near to "%s"', (question, nearest) => {
  expect(ask({ question }, NOW, DATA).suggestions.slice(0, 2)).toContain(nearest)
})

test('names the plan of a question that lacks a game, not the game', () => {
  const answer = ask({ question: 'longest absences' }, NOW, DATA, (intent) => planOf(intent) === 'free')
  expect(answer).toMatchObject({ status: 'declined', reason: 'plan', plan: 'pro', value: null })
})

test('writes a query as a question that is understood as the same query', () => {
  const queries = ANSWERED.flatMap((name) => fixture(name))
    .map(({ question, previous }) => ask({ question, previous }, NOW, DATA).query)
    .filter((query): query is Query => query !== null)
  expect(queries.length).toBeGreaterThan(400)
  for (const query of queries) {
    const question = writeQuestion(query, DATA.games)
    expect(ask({ question }, NOW, DATA).query, question).toEqual(query)
  }
})

test('names the words that it did not understand', () => {
  expect(ask({ question: 'How many times did 45 come in Bingo when it rained?' }, NOW, DATA)).toMatchObject({
    status: 'ask-back',
    reason: 'not-understood',
    unknown: ['rained'],
    suggestions: ['How many times has 45 come in Bingo?', expect.any(String), expect.any(String)],
  })
})
