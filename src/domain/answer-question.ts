import type { History } from './history.ts'
import {
  luckNotes,
  type NumberSearch,
  searchMessages,
  searchNumbers,
  type SearchMessage,
} from './number-search.ts'
import { readQuestion, type ParsedQuestion } from './questions.ts'
import { newestMatches, type TableRow } from './results-view.ts'

type Named = { key: string; name: string; operator: string }

/** The rows that an answer shows. The count includes the rest. */
const ANSWER_ROWS = 50

export interface Answer extends ParsedQuestion {
  /** The name of the searched game; null for all games. */
  gameName: string | null
  messages: SearchMessage[]
  /** The counts expected by chance for the same search, in sentences. */
  luck: string[]
  /** Newest first. */
  rows: (TableRow & { game: string; name: string; operator: string })[]
  /** The number of draws that the search found. */
  total: number
}

/** The findings of a search as the assistant shows them. */
function answerSearch(search: NumberSearch, games: readonly Named[], history: History) {
  const found = searchNumbers(history, search)
  const named = new Map(games.map((game) => [game.key, game]))
  let total = 0
  for (const marks of found.marks.values()) for (const mark of marks) if (mark !== 0) total++
  return {
    gameName: games.find(({ key }) => key === search.game)?.name ?? null,
    messages: searchMessages(search.rows, found.counts),
    luck: luckNotes(search.rows, found.searched),
    rows: newestMatches(history, found.marks, ANSWER_ROWS).map((row) => ({
      ...row,
      name: named.get(row.game)?.name ?? row.game,
      operator: named.get(row.game)?.operator ?? '',
    })),
    total,
  }
}

/** Reads a question and answers it. A question without a number has an answer without findings. */
export function answerQuestion(question: string, games: readonly Named[], history: History): Answer {
  const reading = readQuestion(question, games)
  if (!reading.search) return { ...reading, gameName: null, messages: [], luck: [], rows: [], total: 0 }
  return { ...reading, ...answerSearch(reading.search, games, history) }
}
