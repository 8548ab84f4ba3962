import { itemAt, present } from '../../platform/rules/base/lists.ts'
import { dateOfDay, firstDayOfYear, type LagosDate } from '../../platform/rules/base/calendar.ts'
import type { Draw, DrawState } from './draw.ts'

/** Limits of the history, of the phone's copy and of the pages of draws. */
export const HISTORY_LIMITS = {
  /** Changed draws that a phone receives one by one. With more changes, it fetches the years again. */
  changes: 2000,
  /** The days ahead that an ordinary draw has a page for. Notifications link to changed draws, however far ahead. */
  daysAhead: 14,
  /** The draws of a game that the page of its next draw shows. */
  lastDraws: 5,
  /** Changed draws that the server reads one by one. After a change of more, it loads all again. */
  singleDraws: 2000,
  /** The sweep adds samples for at most this many days; a demo that was off for longer gets only its latest week. */
  sampleDays: 7,
  /** The latest draws of the evening before that the overview has room for. */
  lastNight: 3,
} as const

/** Limits of the downloads of results. */
export const DOWNLOAD_LIMITS = {
  /** Days of one download of a range: a year, also a leap year. */
  days: 366,
  /** Days of the range that the page suggests. */
  suggestedDays: 30,
} as const

/**
 * The whole history of draws in typed arrays: 100,000 draws take under 2 MB, and a search reads them at memory speed.
 * Values are immutable. A change makes a new {@link History} that shares the unchanged games. The server has one per
 * process, the phone one per tab.
 */
export interface History {
  games: ReadonlyMap<string, GameDraws>
}

/** Draws of one game, oldest first, one per day; entry `i` of every array belongs to draw `i`. */
export interface GameDraws {
  game: string
  length: number
  /** Day numbers, strictly increasing. */
  days: Int32Array
  /** A {@link DrawState} in the two lowest bits, and {@link SAMPLE} for a generated draw. */
  flags: Uint8Array
  /** Serial within the year, 0 if unknown. */
  serials: Uint16Array
  /** Ten balls per draw, five winning then five machine, in drawing order; 0 if missing. */
  balls: Uint8Array
}

/** One draw as input of the arrays. */
export interface HistoryDraw {
  game: string
  day: number
  state: DrawState
  serial: number | null
  winning: readonly number[]
  machine: readonly number[]
  sample: boolean
}

export const BALLS_PER_DRAW = 10
export const SAMPLE = 4
/** Phones keep these codes. */
const STATE_CODES: Record<DrawState, number> = { drawn: 1, no_draw: 2 }

export const EMPTY_HISTORY: History = { games: new Map() }

/** Builds a history from draws in any order. Of two draws of one game and day, the later in the list is kept. */
export function historyOf(draws: Iterable<HistoryDraw>): History {
  return withChanges(EMPTY_HISTORY, draws, [])
}

/** The history after written and removed draws. Removals of unknown draws are ignored. */
export function withChanges(
  history: History,
  written: Iterable<HistoryDraw>,
  removed: Iterable<{ game: string; day: number }>,
): History {
  const changes = new Map<string, Map<number, HistoryDraw | null>>()
  const changesOf = (game: string) => {
    const found = changes.get(game) ?? new Map<number, HistoryDraw | null>()
    changes.set(game, found)
    return found
  }
  for (const { game, day } of removed) changesOf(game).set(day, null)
  for (const draw of written) changesOf(draw.game).set(draw.day, draw)

  const games = new Map(history.games)
  for (const [game, days] of changes) {
    const merged = mergeGame(game, games.get(game) ?? allocate(game, 0), days)
    if (merged.length > 0) games.set(game, merged)
    else games.delete(game)
  }
  return { games }
}

function mergeGame(
  game: string,
  old: GameDraws,
  changes: ReadonlyMap<number, HistoryDraw | null>,
): GameDraws {
  const kept: number[] = []
  for (let i = 0; i < old.length; i++) if (!changes.has(itemAt(old.days, i))) kept.push(i)
  const added = [...changes.values()].filter((draw) => draw !== null).sort((a, b) => a.day - b.day)
  const next = allocate(game, kept.length + added.length)
  let k = 0
  let a = 0
  for (let i = 0; i < next.length; i++) {
    const source = kept[k]
    const draw = added[a]
    if (source !== undefined && (draw === undefined || itemAt(old.days, source) < draw.day)) {
      copyDraw(old, source, next, i)
      k++
    } else {
      putDraw(next, i, present(draw))
      a++
    }
  }
  return next
}

/** Empty arrays for a number of draws of a game. */
export function allocate(game: string, length: number): GameDraws {
  return {
    game,
    length,
    days: new Int32Array(length),
    flags: new Uint8Array(length),
    serials: new Uint16Array(length),
    balls: new Uint8Array(length * BALLS_PER_DRAW),
  }
}

function copyDraw(from: GameDraws, source: number, to: GameDraws, target: number): void {
  to.days[target] = itemAt(from.days, source)
  to.flags[target] = itemAt(from.flags, source)
  to.serials[target] = itemAt(from.serials, source)
  const start = source * BALLS_PER_DRAW
  to.balls.set(from.balls.subarray(start, start + BALLS_PER_DRAW), target * BALLS_PER_DRAW)
}

function putDraw(to: GameDraws, i: number, draw: HistoryDraw): void {
  to.days[i] = draw.day
  to.flags[i] = flagsOf(draw.state, draw.sample)
  to.serials[i] = draw.serial ?? 0
  to.balls.set(draw.winning, i * BALLS_PER_DRAW)
  to.balls.set(draw.machine, i * BALLS_PER_DRAW + 5)
}

/** The entry of `flags` for a draw. */
const flagsOf = (state: DrawState, sample: boolean): number => STATE_CODES[state] | (sample ? SAMPLE : 0)

export const stateAt = (draws: GameDraws, i: number): DrawState => (isDrawn(draws, i) ? 'drawn' : 'no_draw')

/** Whether draw `i` counts: it took place. */
export const isDrawn = (draws: GameDraws, i: number): boolean => (draws.flags[i]! & 3) !== STATE_CODES.no_draw

const setAt = (draws: GameDraws, start: number): number[] =>
  draws.balls[start] === 0 ? [] : Array.from(draws.balls.subarray(start, start + 5))

export const winningAt = (draws: GameDraws, i: number): number[] => setAt(draws, i * BALLS_PER_DRAW)

export const machineAt = (draws: GameDraws, i: number): number[] => setAt(draws, i * BALLS_PER_DRAW + 5)

export const dateAt = (draws: GameDraws, i: number): LagosDate => dateOfDay(itemAt(draws.days, i))

/** Draw `i` as an object, for the few draws that are shown. */
export function drawAt(draws: GameDraws, i: number): Draw & { sample: boolean } {
  return {
    game: draws.game,
    date: dateAt(draws, i),
    state: stateAt(draws, i),
    serial: draws.serials[i] || null,
    winning: winningAt(draws, i),
    machine: machineAt(draws, i),
    sample: (itemAt(draws.flags, i) & SAMPLE) !== 0,
  }
}

/** The index of the first draw on or after a day; `length` when there is none. */
export function firstOnOrAfter(draws: GameDraws, day: number): number {
  let low = 0
  let high = draws.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (draws.days[middle]! < day) low = middle + 1
    else high = middle
  }
  return low
}

/** The draw of a day, or undefined. */
export function findDraw(history: History, game: string, day: number) {
  const draws = history.games.get(game)
  if (!draws) return undefined
  const i = firstOnOrAfter(draws, day)
  return draws.days[i] === day ? drawAt(draws, i) : undefined
}

/** The indexes `[from, to)` of a game's draws in a year. */
export const yearRange = (draws: GameDraws, year: number): [from: number, to: number] => [
  firstOnOrAfter(draws, firstDayOfYear(year)),
  firstOnOrAfter(draws, firstDayOfYear(year + 1)),
]

/** All that the arrays say of some draws, as bytes. */
export function bytesOf(
  { days, flags, serials, balls }: GameDraws,
  [from, to]: [number, number],
): Uint8Array {
  const parts = [days, flags, serials].map((array) => array.subarray(from, to))
  parts.push(balls.subarray(from * BALLS_PER_DRAW, to * BALLS_PER_DRAW))
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += byteLength
  }
  return bytes
}

/** The years in which a game has draws, newest first. */
export function yearsOf(draws: GameDraws): number[] {
  const years: number[] = []
  let end = draws.length
  while (end > 0) {
    const year = new Date(itemAt(draws.days, end - 1) * 86_400_000).getUTCFullYear()
    years.push(year)
    end = firstOnOrAfter(draws, firstDayOfYear(year))
  }
  return years
}

/** All years of the history, newest first. */
export function allYears(history: History): number[] {
  const years = new Set<number>()
  for (const draws of history.games.values()) for (const year of yearsOf(draws)) years.add(year)
  return [...years].sort((a, b) => b - a)
}

/**
 * The number of draws of a range with numbers in a place. Days without a draw do not count.
 *
 * @param place 0 for the first winning ball, 5 for the first machine ball
 */
export function drawsWith({ balls }: GameDraws, [from, to]: readonly [number, number], place = 0): number {
  let count = 0
  for (let at = from * BALLS_PER_DRAW + place; at < to * BALLS_PER_DRAW; at += BALLS_PER_DRAW)
    if (balls[at] !== 0) count++
  return count
}

/** The number of draws of all games, without days without a draw: the draws of a number search. */
export function drawsOf(history: History): number {
  let count = 0
  for (const draws of history.games.values()) count += drawsWith(draws, [0, draws.length])
  return count
}

/** Whether a history contains a sample; every screen then shows a notice. */
export function hasSamples(history: History): boolean {
  for (const draws of history.games.values())
    if (draws.flags.some((flags) => (flags & SAMPLE) !== 0)) return true
  return false
}
