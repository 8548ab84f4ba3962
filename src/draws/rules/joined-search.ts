import { dateOfDay, type LagosDate } from '../../platform/rules/base/calendar.ts'
import { DRAW_LIMITS, boxName, BOXES, DRAW_TYPES, type SearchBox } from '../../platform/rules/base/balls.ts'
import { BALLS_PER_DRAW, drawAt, type GameDraws, type History, yearRange } from './history.ts'
import { twoDigits } from './luck/words.ts'
import type { MatchRow } from './results-view.ts'
import {
  type Part,
  type TypedRow,
  SEARCH_LIMITS,
  type CheckedSearch,
} from '../../platform/rules/site/search-address.ts'
import { decimal, times } from '../../platform/rules/base/words.ts'
import { luckOf, type NumberSearch, searchMessages } from './number-search.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'

/** Rows of the number search that are joined to the row above: numbers in the same draw. The server and the phone run it. */

/** Complete rows of which each but the first is joined to the one above. One row is a chain of its own. */
interface Chain {
  rows: TypedRow[]
  /** The places that each number may have among the ten balls. A number of two rows must be in the places of both. */
  places: Map<number, number>
}

export interface JoinedFinding {
  /** The indexes of its rows among the complete rows. */
  rows: number[]
  /** Draws in which every row was found. */
  count: number
  /** The expected count by luck. */
  expected: number
  /** Draws in which all rows could come. */
  searched: number
  /** The newest of these draws; null if nothing was found. */
  last: LagosDate | null
}

export interface JoinedFound {
  /** One for each chain of joined rows. */
  findings: JoinedFinding[]
  /** Draws that a chain found. */
  total: number
  /** The page of `finds`, from 1, and the number of pages. */
  page: number
  pages: number
  /** Newest first. */
  finds: MatchRow[]
}

interface Find {
  draws: GameDraws
  /** The index of the draw. */
  at: number
}

/** What joined rows found; null if no row is joined. */
export function findJoined(
  history: History,
  complete: readonly TypedRow[],
  { game, year }: { game: string | null; year: number | null },
  { all, page }: Part,
): JoinedFound | null {
  const chains = chainsOf(complete)
  if (chains.length === complete.length) return null
  const findings: JoinedFinding[] = []
  const finds = new Map<string, Find>()
  for (const chain of chains) {
    const found: Find[] = []
    const chances = new Map<number, number>()
    let expected = 0
    let searched = 0
    for (const draws of history.games.values()) {
      if (game !== null && draws.game !== game) continue
      const [from, to] = year === null ? [0, draws.length] : yearRange(draws, year)
      for (let at = from; at < to; at++) {
        const filled = filledPlaces(draws, at)
        const chance = chances.get(filled) ?? chanceOf(chain, filled)
        chances.set(filled, chance)
        if (chance === 0) continue
        searched++
        expected += chance
        if (holds(draws, at, chain)) found.push({ draws, at })
      }
    }
    // A draw that two chains found is listed once.
    for (const find of found) finds.set(`${find.draws.game} ${find.at}`, find)
    const newest = found.reduce((day, find) => Math.max(day, dayOf(find)), -Infinity)
    const last = found.length > 0 ? dateOfDay(newest) : null
    const rows = chain.rows.map((row) => complete.indexOf(row))
    if (rows.length > 1) findings.push({ rows, count: found.length, expected, searched, last })
  }
  return { findings, ...pageOf([...finds.values()], all, page) }
}

const dayOf = ({ draws, at }: Find) => itemAt(draws.days, at)

function pageOf(finds: Find[], all: Part['all'], page: number): Omit<JoinedFound, 'findings'> {
  finds.sort((a, b) => dayOf(b) - dayOf(a) || (a.draws.game < b.draws.game ? -1 : 1))
  const { pageRows, newestMatches } = SEARCH_LIMITS
  const pages = Math.max(1, Math.ceil(finds.length / pageRows))
  const shown = Math.min(page, pages)
  const [from, to] = all === 'draws' ? [(shown - 1) * pageRows, shown * pageRows] : [0, newestMatches]
  const listed = all === 'year' ? [] : finds.slice(from, to)
  return { total: finds.length, page: shown, pages, finds: listed.map(({ draws, at }) => drawAt(draws, at)) }
}

/** The complete rows as chains, in order. */
function chainsOf(complete: readonly TypedRow[]): Chain[] {
  const chains: Chain[] = []
  for (const row of complete) {
    if (!row.join) chains.push({ rows: [], places: new Map() })
    const { rows, places } = itemAt(chains, -1)
    rows.push(row)
    const number = Number(row.number)
    places.set(number, (places.get(number) ?? ALL_PLACES) & placesOf(row))
  }
  return chains
}

/** One bit for each of the ten balls. */
const ALL_PLACES = (1 << BALLS_PER_DRAW) - 1
const SET_PLACES = (1 << DRAW_LIMITS.ballsPerSet) - 1

const typesOf = ({ type }: TypedRow) => DRAW_TYPES.filter((one) => type === 'both' || type === one)

function placesOf(row: TypedRow): number {
  const box = BOXES.indexOf(row.position as (typeof BOXES)[number])
  const places = box < 0 ? SET_PLACES : 1 << box
  return typesOf(row).reduce(
    (bits, type) => bits | (places << (type === 'winning' ? 0 : DRAW_LIMITS.ballsPerSet)),
    0,
  )
}

/** The places of a draw that have balls: those of one set or of both. */
function filledPlaces({ balls }: GameDraws, i: number): number {
  const start = i * BALLS_PER_DRAW
  return (
    (balls[start] === 0 ? 0 : SET_PLACES) |
    (balls[start + DRAW_LIMITS.ballsPerSet] === 0 ? 0 : SET_PLACES << DRAW_LIMITS.ballsPerSet)
  )
}

/** Whether a draw has every number of a chain in its places. */
function holds({ balls }: GameDraws, i: number, { places }: Chain): boolean {
  for (const [number, allowed] of places) {
    let place = 0
    while (
      place < BALLS_PER_DRAW &&
      !(allowed & (1 << place) && balls[i * BALLS_PER_DRAW + place] === number)
    )
      place++
    if (place === BALLS_PER_DRAW) return false
  }
  return true
}

/**
 * The chance by luck that all numbers of a chain are in allowed places of one draw: the ways to put them there, over the ways to
 * put them anywhere among the 90 balls. The ten balls of a draw are different.
 */
function chanceOf({ places }: Chain, filled: number): number {
  // Entry `bits`: the ways to fill exactly these places with the numbers so far.
  let ways = new Map([[0, 1]])
  let chance = 1
  let left: number = DRAW_LIMITS.highestBall
  for (const allowed of places.values()) {
    const next = new Map<number, number>()
    for (const [used, count] of ways)
      for (let place = 0; place < BALLS_PER_DRAW; place++) {
        const bit = 1 << place
        if (allowed & filled & bit & ~used) next.set(used | bit, (next.get(used | bit) ?? 0) + count)
      }
    ways = next
    chance /= left--
  }
  return [...ways.values()].reduce((sum, count) => sum + count, 0) * chance
}

/** `"7" in Any box (winning) and in the same draw "12" in Last box (machine) is found 3 time(s).` */
export function joinedText(rows: readonly TypedRow[], count: number): string {
  const what = searchWords(rows)
  return count > 0 ? `${what} is found ${count} time(s).` : `No ${what} found yet.`
}

/** The rows of a search in words. A row that is not joined to the one above follows after a comma. */
const searchWords = (rows: readonly TypedRow[]): string =>
  rows.map((row, i) => (i === 0 ? '' : row.join ? ' and in the same draw ' : ', ') + rowWords(row)).join('')

const rowWords = (row: TypedRow) =>
  `"${row.number}" in ${boxName(row.position as SearchBox)} (${typesOf(row).join(' or ')})`

/** The count by luck in words. Two numbers in one draw are so rare that one decimal would often say 0. */
export function joinedLuck(expected: number): string {
  if (expected > 0 && expected < 0.001) return 'less than 0.001 times'
  return times(expected < 1 ? twoDigits(expected) : decimal(expected))
}

/** The answers of a number search as it is shared: in words, each beside its count by luck. */
export interface SearchAnswers {
  /** `Diamond, 2025` */
  scope: string
  /** One for each chain of joined rows, then one for each row. */
  answers: { sentence: string; luck: string }[]
}

interface Found {
  /** One for each row. */
  findings: readonly { count: number; searched: number }[]
  /** One for each chain of joined rows. */
  joined: readonly Pick<JoinedFinding, 'rows' | 'count' | 'expected'>[]
}

/** @param nameOf the name of a game */
export function searchAnswers(
  { search, complete }: CheckedSearch,
  { findings, joined }: Found,
  nameOf: (game: string) => string,
): SearchAnswers {
  const { rows } = search
  const chains = joined.map(({ rows: places, count, expected }) => {
    const typed = places.map((place) => itemAt(complete, place))
    return {
      sentence: joinedText(typed, count),
      luck: luckSentence(joinedLuck(expected)),
    }
  })
  const single = searchMessages(
    rows,
    findings.map(({ count }) => count),
  ).map(({ row, text }) => {
    const { box } = itemAt(rows, row)
    return {
      sentence: text,
      luck: luckSentence(times(decimal(luckOf(box, itemAt(findings, row).searched)))),
    }
  })
  return { scope: scopeOf(search, nameOf), answers: [...chains, ...single] }
}

/** A number search without its answer: `Number search: "7" in Any box (winning). Diamond, 2025`. */
export const searchTitle = ({ search, complete }: CheckedSearch, nameOf: (game: string) => string): string =>
  `Number search: ${searchWords(complete)}. ${scopeOf(search, nameOf)}`

/** What a search covers: `Diamond, 2025`. @param nameOf the name of a game */
const scopeOf = ({ game, year }: NumberSearch, nameOf: (game: string) => string): string =>
  [game === null ? 'All games' : nameOf(game), ...(year === null ? [] : [year])].join(', ')

const luckSentence = (count: string) => `Luck gives about ${count}.`
