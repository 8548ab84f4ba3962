import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { dayOf, parseDate } from '../../platform/rules/base/calendar.ts'
import { GAME_KEYS, seedGames } from '../../draws/rules/games.ts'
import { type History, historyOf } from '../../draws/rules/history.ts'
import { ask } from './answer/ask.ts'
import { sameQuery, sameValue } from './fixtures/judge.ts'
import type { AssistantAnswer, AssistantData, Query } from './read/types.ts'
import { historyDraw } from '../../../tests/support/history-draw.ts'

/** Real draws and players' questions, which are not part of the project. */
const SHARED = new URL('../../../../shared/data/', import.meta.url)
const FILES = ['draws-2023-10-to-2024-12.csv', 'draws-2025-01-to-2025-07.csv', 'questions-open.json']
const isHere = FILES.every((file) => existsSync(new URL(file, SHARED)))
const read = (file: string) => readFileSync(new URL(file, SHARED), 'utf8')

const PLACES = [1, 2, 3, 4, 5]

function realHistory(): History {
  const rows = FILES.slice(0, 2).flatMap((file): Record<string, string>[] =>
    parse(read(file), { columns: true }),
  )
  const known = new Set<string>(GAME_KEYS)
  return historyOf(
    rows
      .filter(({ game, status }) => known.has(game!) && status === 'ok')
      .map((row) =>
        historyDraw({
          game: row.game!,
          day: dayOf(parseDate(row.date!)!),
          serial: Number(row.serial) || null,
          winning: PLACES.map((place) => Number(row[`w${place}`])),
          machine: PLACES.map((place) => Number(row[`m${place}`])),
        }),
      ),
  )
}

interface Asked extends Query {
  id: string
  question: string
  previous: string | null
  accept: AssistantAnswer['status'][]
  value: unknown
}

function isRight(asked: Asked, answer: AssistantAnswer): boolean {
  if (!asked.accept.includes(answer.status)) return false
  if (!answer.query) return answer.status === 'declined' || answer.suggestions.length > 0
  return sameQuery(asked, answer.query) && sameValue(asked, answer.value)
}

describe.skipIf(!isHere)("players' questions on the real draws", () => {
  const { now, questions } = isHere
    ? (JSON.parse(read('questions-open.json')) as { now: string; questions: Asked[] })
    : { now: '', questions: [] }
  const data: AssistantData = {
    games: seedGames(parseDate('2020-01-01')!),
    history: isHere ? realHistory() : historyOf([]),
  }

  test.each(questions)('$id $previous > $question', (asked) => {
    const answer = ask(asked, Date.parse(now), data)
    expect(isRight(asked, answer), JSON.stringify(answer)).toBe(true)
  })
})
