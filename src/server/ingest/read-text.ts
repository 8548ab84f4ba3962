import { gameMatcher } from '../../domain/draws/game-names.ts'
import type { Game } from '../../domain/draws/games.ts'
import type { IngestRow } from '../../domain/ingest/ingest.ts'
import type { DateOrder } from '../../domain/draws/written-dates.ts'
import { readPastedDraws, tooLong } from '../../domain/ingest/pasted-draws.ts'

export type Games = readonly Pick<Game, 'key' | 'name'>[]

/** What cannot be read at all: the code of the refusal and its sentence. */
export interface Unreadable {
  code: 'invalid-input' | 'too-large'
  problem: string
}

export const unreadable = (problem: string): Unreadable => ({ code: 'invalid-input', problem })

/** Reads draws as people write them. @param day the date for draws without one; empty to refuse them */
export function readText(
  text: string,
  games: Games,
  day: string,
  take: (row: IngestRow) => void,
  order: DateOrder | null = null,
): Unreadable | null {
  const problem = tooLong(text)
  if (problem) return unreadable(problem)
  const rows = readPastedDraws(text, gameMatcher(games), day, order)
  // Rows without a number or a date are prose.
  if (rows.every(({ date, winning }) => (date === '' || date === day) && !winning.some(hasDigit)))
    return unreadable(
      'No draws were found. The first line of a file must name its columns: game, date and so on.',
    )
  for (const row of rows) take(row)
  return null
}

const hasDigit = (value: unknown) => /\d/.test(String(value))
