import { dateOfDay, type LagosDate } from '../../platform/rules/base/calendar.ts'
import { binomial } from './luck/counts.ts'
import { centralRange } from './luck/distribution.ts'
import type { LuckFigure } from './luck/luck-bar.ts'
import {
  BALLS_PER_DRAW,
  drawsWith,
  firstOnOrAfter,
  type GameDraws,
  type History,
  yearRange,
} from './history.ts'
import {
  DRAW_LIMITS,
  BOXES,
  type DrawType,
  positionWords,
  type SearchBox,
} from '../../platform/rules/base/balls.ts'

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
  marks: ReadonlyMap<string, Uint32Array>
}

/**
 * Searches every draw of the chosen games. A draw counts once for a row even where `any_box` could find it twice.
 * Reads 60,000 draws in well under a millisecond a row, so the phone runs it on each key.
 */
export function searchNumbers(history: History, { rows, game, year }: NumberSearch): SearchResult {
  const counts = rows.map(() => 0)
  const searched = rows.map(() => 0)
  const marks = new Map<string, Uint32Array>()
  for (const draws of history.games.values()) {
    if (game !== null && draws.game !== game) continue
    const range = rangeOf(draws, year)
    const found = new Uint32Array(draws.length)
    let any = false
    for (const [r, row] of rows.entries()) {
      const count = markRow(draws, range, row, { found, bit: 1 << r })
      counts[r]! += count
      searched[r]! += drawsWith(draws, range, firstPlace(row.type))
      any ||= count > 0
    }
    if (any) marks.set(draws.game, found)
  }
  return { counts, searched, marks }
}

/** The indexes of a game's draws that a search covers: those of its year, or all. */
const rangeOf = (draws: GameDraws, year: number | null): [from: number, to: number] =>
  year === null ? [0, draws.length] : yearRange(draws, year)

export interface LastSeen {
  /** The Lagos date of the newest draw that the row found. */
  date: LagosDate
  /** Searched draws on later days. */
  since: number
}

/** When row `r` of a search last found its number; null if it never did. */
export function lastSeen(
  history: History,
  { rows, game, year }: NumberSearch,
  marks: SearchResult['marks'],
  r: number,
): LastSeen | null {
  let day = -Infinity
  for (const [key, found] of marks) {
    let newest = found.length - 1
    while (newest >= 0 && (found[newest]! & (1 << r)) === 0) newest--
    if (newest >= 0) day = Math.max(day, history.games.get(key)!.days[newest]!)
  }
  if (day === -Infinity) return null
  let since = 0
  for (const draws of history.games.values()) {
    if (game !== null && draws.game !== game) continue
    const [, to] = rangeOf(draws, year)
    since += drawsWith(draws, [firstOnOrAfter(draws, day + 1), to], firstPlace(rows[r]!.type))
  }
  return { date: dateOfDay(day), since }
}

const firstPlace = (type: DrawType) => (type === 'winning' ? 0 : DRAW_LIMITS.ballsPerSet)

function markRow(
  draws: GameDraws,
  [from, to]: [number, number],
  row: SearchRow,
  { found, bit }: { found: Uint32Array; bit: number },
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

/** The chance of any one number in a draw: 1 in 90 for one box, 5 in 90 for any. */
const chanceIn = (box: SearchBox) =>
  (box === 'any_box' ? DRAW_LIMITS.ballsPerSet : 1) / DRAW_LIMITS.highestBall

/** The count that luck alone gives any one number in a number of draws. */
export const luckOf = (box: SearchBox, draws: number): number => draws * chanceIn(box)

/** A count of a search beside luck. */
export function besideLuck(count: number, box: SearchBox, draws: number): LuckFigure {
  return { value: count, mean: luckOf(box, draws), ...centralRange(binomial(draws, chanceIn(box))) }
}
