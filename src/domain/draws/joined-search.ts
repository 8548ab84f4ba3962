import { dateOfDay, type LagosDate } from '../base/calendar.ts'
import { DRAW_LIMITS, boxName, BOXES, DRAW_TYPES, type SearchBox, type DrawType } from '../base/balls.ts'
import { BALLS_PER_DRAW, drawAt, type GameDraws, type History, yearRange } from './history.ts'
import { twoDigits } from '../luck/words.ts'
import type { MatchRow } from './results-view.ts'
import { type Part, type TypedRow, SEARCH_LIMITS, type CheckedSearch } from './search-address.ts'
import { decimal, times } from '../base/words.ts'
import { luckOf, type NumberSearch, searchMessages } from './number-search.ts'
import { itemAt } from '../base/lists.ts'

/**
 * Rows of the number search that are joined to the row above: numbers in the same draw, or within some draws of each
 * other. The server and the phone run it.
 */

/** The most draws within which a row can be joined. */
export const MOST_DRAWS_APART = 10

/** Rows that must be in one draw, as the places of their numbers among the ten balls. */
interface Block {
  /** The places that each number may have. A number of two rows must be in the places of both. */
  places: Map<number, number>
  /** Draws before or after the draw of the block above; 0 for the first block. */
  within: number
}

/** Complete rows of which each but the first is joined to the one above. One row is a chain of its own. */
interface Chain {
  rows: TypedRow[]
  blocks: Block[]
}

export interface JoinedFinding {
  /** The indexes of its rows among the complete rows. */
  rows: number[]
  /** Draws of the first row in which every joined row was found as well. */
  count: number
  /** The expected count by luck. */
  expected: number
  /** Draws in which the first row and those in the same draw could come. */
  searched: number
  /** The newest draw of the newest find; null if nothing was found. */
  last: LagosDate | null
}

export interface JoinedFound {
  /** One for each chain of joined rows. */
  findings: JoinedFinding[]
  /** Finds of joined rows, and draws of rows that are not joined. */
  total: number
  /** The page of `finds`, from 1, and the number of pages. */
  page: number
  pages: number
  /** Newest first; each is one draw, or several draws of a game, newest first. */
  finds: MatchRow[][]
}

interface Find {
  draws: GameDraws
  /** Indexes of the game's draws, newest first. */
  at: number[]
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
  for (const { rows, blocks } of chains) {
    const finding: JoinedFinding = {
      rows: rows.map((row) => complete.indexOf(row)),
      count: 0,
      expected: 0,
      searched: 0,
      last: null,
    }
    let newest = -Infinity
    for (const draws of history.games.values()) {
      if (game !== null && draws.game !== game) continue
      const steps = stepsOf(draws, year)
      const found = findsIn(draws, steps, blocks)
      for (const at of found) {
        newest = Math.max(newest, itemAt(draws.days, itemAt(at, 0)))
        // A draw that two chains found is listed once.
        finds.set(`${draws.game} ${at.join()}`, { draws, at })
      }
      const luck = luckIn(draws, steps, blocks)
      finding.count += found.length
      finding.expected += luck.expected
      finding.searched += luck.searched
    }
    if (newest > -Infinity) finding.last = dateOfDay(newest)
    if (rows.length > 1) findings.push(finding)
  }
  return { findings, ...pageOf([...finds.values()], all, page) }
}

function pageOf(finds: Find[], all: Part['all'], page: number): Omit<JoinedFound, 'findings'> {
  const dayOf = ({ draws, at }: Find) => itemAt(draws.days, itemAt(at, 0))
  finds.sort((a, b) => dayOf(b) - dayOf(a) || (a.draws.game < b.draws.game ? -1 : 1))
  const longest = finds.reduce((most, { at }) => Math.max(most, at.length), 1)
  const size = Math.max(1, Math.floor(SEARCH_LIMITS.pageRows / longest))
  const pages = Math.max(1, Math.ceil(finds.length / size))
  const shown = Math.min(page, pages)
  const [from, to] =
    all === 'draws'
      ? [(shown - 1) * size, shown * size]
      : [0, Math.max(1, Math.floor(SEARCH_LIMITS.newestMatches / longest))]
  const listed = all === 'year' ? [] : finds.slice(from, to)
  return {
    total: finds.length,
    page: shown,
    pages,
    finds: listed.map(({ draws, at }) => at.map((i) => drawAt(draws, i))),
  }
}

/** The complete rows as chains, in order. */
function chainsOf(complete: readonly TypedRow[]): Chain[] {
  const chains: Chain[] = []
  for (const row of complete) {
    const within = Number(row.join)
    if (!row.join) chains.push({ rows: [], blocks: [{ places: new Map(), within: 0 }] })
    const { rows, blocks } = itemAt(chains, -1)
    rows.push(row)
    if (within > 0) blocks.push({ places: new Map(), within })
    const { places } = itemAt(blocks, -1)
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

/** The draws of a game and year that have balls, oldest first. Days without a draw are no steps. */
function stepsOf(draws: GameDraws, year: number | null): number[] {
  const [from, to] = year === null ? [0, draws.length] : yearRange(draws, year)
  const steps: number[] = []
  for (let i = from; i < to; i++) if (filledPlaces(draws, i) !== 0) steps.push(i)
  return steps
}

/** The places of a draw that have balls: those of one set or of both. */
function filledPlaces({ balls }: GameDraws, i: number): number {
  const start = i * BALLS_PER_DRAW
  return (
    (balls[start] === 0 ? 0 : SET_PLACES) |
    (balls[start + DRAW_LIMITS.ballsPerSet] === 0 ? 0 : SET_PLACES << DRAW_LIMITS.ballsPerSet)
  )
}

function hasBlock({ balls }: GameDraws, i: number, { places }: Block): boolean {
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

/** The draws of each find, newest first: for each draw of the first block the nearest draws of the others. */
function findsIn(draws: GameDraws, steps: readonly number[], blocks: readonly Block[]): number[][] {
  const [first, ...others] = blocks.map((block) => ({
    within: block.within,
    has: steps.map((i) => hasBlock(draws, i, block)),
  }))
  if (!first) return []
  const finds: number[][] = []
  for (let s = first.has.indexOf(true); s !== -1; s = first.has.indexOf(true, s + 1)) {
    const at = [s]
    for (const { has, within } of others) {
      const next = nearest(has, itemAt(at, -1), within)
      if (next === null) break
      at.push(next)
    }
    if (at.length > others.length)
      finds.push([...new Set(at)].sort((a, b) => b - a).map((step) => itemAt(steps, step)))
  }
  return finds
}

/** The nearest step with a block, up to `within` draws before or after; of two equally near ones the later. */
function nearest(has: readonly boolean[], s: number, within: number): number | null {
  for (let apart = 1; apart <= within; apart++) {
    if (has[s + apart]) return s + apart
    if (has[s - apart]) return s - apart
  }
  return null
}

/**
 * The expected finds by luck, and the draws in which the first block could come. Exact for rows in the same draw and for
 * two draws, because draws are independent. A third draw is counted as if the first two said nothing about it.
 */
function luckIn(
  draws: GameDraws,
  steps: readonly number[],
  blocks: readonly Block[],
): { expected: number; searched: number } {
  const [first, ...others] = blocks.map((block) => {
    const byFilled = new Map<number, number>()
    const missed = new Float64Array(steps.length + 1)
    const chances = new Float64Array(steps.length)
    steps.forEach((i, s) => {
      const filled = filledPlaces(draws, i)
      const chance = byFilled.get(filled) ?? chanceOfBlock(block, filled)
      byFilled.set(filled, chance)
      chances[s] = chance
      missed[s + 1] = missed[s]! + Math.log1p(-chance)
    })
    return { within: block.within, chances, missed }
  })
  let expected = 0
  let searched = 0
  first?.chances.forEach((chance, s) => {
    if (chance === 0) return
    searched++
    expected += others.reduce((product, other) => product * chanceNear(other, s), chance)
  })
  return { expected, searched }
}

/** The chance of at least one draw with a block near a step. @param missed the logarithm of the chance of none before each step */
function chanceNear({ within, missed }: { within: number; missed: Float64Array }, s: number): number {
  const around = missed[Math.min(missed.length - 1, s + within + 1)]! - missed[Math.max(0, s - within)]!
  return -Math.expm1(around - (missed[s + 1]! - missed[s]!))
}

/**
 * The chance that all numbers of a block are in allowed places of one draw: the ways to put them there, over the ways to
 * put them anywhere among the 90 balls. The ten balls of a draw are different.
 */
function chanceOfBlock({ places }: Block, filled: number): number {
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
  rows
    .map((row, i) => (i === 0 ? '' : row.join ? ` and ${joinWords(row.join)} ` : ', ') + rowWords(row))
    .join('')

const rowWords = (row: TypedRow) =>
  `"${row.number}" in ${boxName(row.position as SearchBox)} (${typesOf(row).join(' or ')})`

/** `in the same draw`, `within 3 draws of it`. */
function joinWords(join: string): string {
  return join === 'same' ? 'in the same draw' : `within ${join} ${join === '1' ? 'draw' : 'draws'} of it`
}

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
  answers: { balls: { number: number; type: DrawType }[]; sentence: string; luck: string }[]
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
      balls: typed.map(({ number, type }) => ({ number: Number(number), type: typeOf(type) })),
      sentence: joinedText(typed, count),
      luck: luckSentence(joinedLuck(expected)),
    }
  })
  const single = searchMessages(
    rows,
    findings.map(({ count }) => count),
  ).map(({ row, text }) => {
    const { number, type, box } = itemAt(rows, row)
    return {
      balls: [{ number, type }],
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

/** A row for both sets is drawn with the shape of the winning numbers. */
const typeOf = (type: string): DrawType => DRAW_TYPES.find((one) => one === type) ?? 'winning'
