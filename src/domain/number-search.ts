import { capitalised } from './calendar.ts'
import { BALLS_PER_DRAW, drawsWith, type GameDraws, type History, yearRange } from './history.ts'
import { DRAW_LIMITS } from './draw-limits.ts'
import { formatCount } from './money.ts'
import { BOXES, type DrawType, positionWords, type SearchBox } from './positions.ts'
import { decimal, times } from './words.ts'

/** One complete row of the number search: a number and its position. */
export interface SearchRow {
  number: number
  type: DrawType
  box: SearchBox
}

export interface NumberSearch {
  rows: readonly SearchRow[]
  /** The key of one game, null for all. */
  game: string | null
  /** One year, null for all. */
  year: number | null
}

export interface SearchResult {
  /** The number of draws that row `i` of the search found. */
  counts: number[]
  /** The number of draws that row `i` searched: those with balls of its draw type. */
  searched: number[]
  /** For each game with a find: bit `r` of entry `i` is set if row `r` found draw `i`. */
  marks: ReadonlyMap<string, Uint16Array>
}

/**
 * Searches every draw of the chosen games. A draw counts once for a row even where `any_box` could find it twice.
 * Reads 60,000 draws in well under a millisecond a row, so the phone runs it on each change of the form.
 */
export function searchNumbers(history: History, { rows, game, year }: NumberSearch): SearchResult {
  const counts = rows.map(() => 0)
  const searched = rows.map(() => 0)
  const marks = new Map<string, Uint16Array>()
  for (const draws of history.games.values()) {
    if (game !== null && draws.game !== game) continue
    const range: [number, number] = year === null ? [0, draws.length] : yearRange(draws, year)
    const found = new Uint16Array(draws.length)
    let any = false
    for (const [r, row] of rows.entries()) {
      const count = markRow(draws, range, row, 1 << r, found)
      counts[r]! += count
      searched[r]! += drawsWith(draws, range, firstPlace(row.type))
      any ||= count > 0
    }
    if (any) marks.set(draws.game, found)
  }
  return { counts, searched, marks }
}

const firstPlace = (type: DrawType) => (type === 'winning' ? 0 : DRAW_LIMITS.ballsPerSet)

function markRow(
  draws: GameDraws,
  [from, to]: [number, number],
  row: SearchRow,
  bit: number,
  found: Uint16Array,
): number {
  const { balls } = draws
  const [first, last] = placesOf(row)
  let count = 0
  for (let i = from; i < to; i++) {
    const start = i * BALLS_PER_DRAW
    for (let place = first; place <= last; place++) {
      if (balls[start + place] === row.number) {
        found[i]! |= bit
        count++
        break
      }
    }
  }
  return count
}

/** First and last place of a row among the ten balls of a draw. */
function placesOf({ type, box }: SearchRow): [number, number] {
  const offset = firstPlace(type)
  if (box === 'any_box') return [offset, offset + 4]
  const place = offset + BOXES.indexOf(box)
  return [place, place]
}

/** Whether a row finds its number in a given ball of a draw, which the tables mark. */
export function findsBall(row: SearchRow, type: DrawType, place: number, ball: number): boolean {
  return row.number === ball && row.type === type && (row.box === 'any_box' || row.box === BOXES[place])
}

export interface SearchMessage {
  /** Index of the row that the message answers. */
  row: number
  found: boolean
  text: string
}

/** One message per row in the specification's words, rows without a match first. */
export function searchMessages(rows: readonly SearchRow[], counts: readonly number[]): SearchMessage[] {
  const messages = rows.map(({ number, type, box }, row) => {
    const position = positionWords(box, type)
    const count = counts[row] ?? 0
    const text =
      count > 0
        ? `"${number}" in ${position} is found ${count} time(s).`
        : `No "${number}" found in ${position} yet.`
    return { row, found: count > 0, text }
  })
  return [...messages.filter((message) => !message.found), ...messages.filter((message) => message.found)]
}

/**
 * The expected counts of the searched draws, one sentence per draw type and kind of box. Any one number comes in a given
 * box once in 90 draws, in any of the five once in 18.
 */
export function luckNotes(rows: readonly SearchRow[], searched: readonly number[]): string[] {
  const notes = rows.flatMap(({ type, box }, i) => {
    const draws = searched[i] ?? 0
    if (draws === 0) return []
    const [where, balls] = box === 'any_box' ? ['any box', DRAW_LIMITS.ballsPerSet] : ['a given box', 1]
    const expected = decimal((draws * balls) / DRAW_LIMITS.highestBall)
    return `${capitalised(type)} numbers of ${formatCount(draws)} ${draws === 1 ? 'draw' : 'draws'}: by luck alone, any one number comes in ${where} about ${times(expected)}.`
  })
  return [...new Set(notes)]
}
