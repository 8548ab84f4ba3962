import type { History } from './history.ts'
import {
  luckNotes,
  type NumberSearch,
  searchMessages,
  searchNumbers,
  type SearchMessage,
} from './number-search.ts'
import { readQuestion, type Reading } from './questions.ts'
import { newestMatches, type TableRow } from './results-view.ts'

type Named = { key: string; name: string }

/** Rows of an answer that are shown; the count tells of the rest. */
const ANSWER_ROWS = 50

export interface Answer extends Reading {
  /** Name of the one game that is searched, null for all. */
  gameName: string | null
  messages: SearchMessage[]
  /** What luck alone gives where was searched. */
  luck: string[]
  /** Newest first. */
  rows: (TableRow & { game: string; name: string })[]
  /** Draws that some row of the search found. */
  total: number
}

/** What a search finds, as the assistant shows it. */
function answerSearch(search: NumberSearch, games: readonly Named[], history: History) {
  const found = searchNumbers(history, search)
  const names = new Map(games.map(({ key, name }) => [key, name]))
  let total = 0
  for (const marks of found.marks.values()) for (const mark of marks) if (mark !== 0) total++
  return {
    gameName: search.game === null ? null : (names.get(search.game) ?? search.game),
    messages: searchMessages(search.rows, found.counts),
    luck: luckNotes(search.rows, found.searched),
    rows: newestMatches(history, found, ANSWER_ROWS).map((row) => ({
      ...row,
      name: names.get(row.game) ?? row.game,
    })),
    total,
  }
}

/** Reads a question and answers it; a question without a number is answered with nothing but what it lacks. */
export function answerQuestion(question: string, games: readonly Named[], history: History): Answer {
  const reading = readQuestion(question, games)
  if (!reading.search) return { ...reading, gameName: null, messages: [], luck: [], rows: [], total: 0 }
  return { ...reading, ...answerSearch(reading.search, games, history) }
}
