import { DRAW_LIMITS } from '../../../../platform/rules/base/balls.ts'
import {
  BALLS_PER_DRAW,
  firstOnOrAfter,
  type GameDraws,
  type History,
  isDrawn,
} from '../../../../draws/rules/history.ts'
import { choose } from '../../../../draws/rules/luck/counts.ts'
import { RELATIONS } from '../chart.ts'
import { type Bet, patternOf } from './factors.ts'
import { itemAt, tally } from '../../../../platform/rules/base/lists.ts'
import { dateOfDay, DAY, endOfDay } from '../../../../platform/rules/base/calendar.ts'
import { closeOf, slotOn } from '../../../../draws/rules/draw-calendar.ts'
import type { Game } from '../../../../draws/rules/games.ts'

/** What the ten proofs count: whole numbers for each game, which add up over games (verdicts.md, section 5). */

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS
export const LAGS = [1, 2, 3] as const
const GAPS = [18, 36, 54, 72, 108, 144] as const
const ODD_NUMBERS = HIGHEST / 2
/** The weights that uniformity starts with. */
const STRENGTHS = [25, 100, 400, 1600] as const
/** The logarithm of the number of sets of five. */
const ALL_SETS = Math.log(choose(HIGHEST, BALLS))

/** A group of numbers that staff announced, and the draws for which it counts: those that close while it is announced. */
export interface CountedGroup {
  numbers: readonly number[]
  counts: (game: string, day: number) => boolean
}

export interface Counters {
  draws: number
  sumOfBalls: number
  /** Entry `n`: the draws with number `n`. */
  numbers: Uint32Array
  /** At `a * 91 + b`, a < b: the draws with both. */
  pairs: Uint32Array
  gaps: Bet[]
  chart: Bet[]
  repeats: Bet[]
  carry: Bet[]
  groups: Bet[]
  odd: Bet[]
  uniformity: Weights[]
  /** What the next draw of each game is compared with. */
  games: Map<string, Past>
}

/** A bet on the numbers that came more often before, with weights that grow by 1 for each ball. */
interface Weights {
  /** The logarithm of the running product. */
  log: number
  weights: Float64Array
  /** The sums of the first five powers of the weights. */
  powers: number[]
}

interface Past {
  /** The draws of the game so far. */
  draws: number
  /** The newest draws, the newest first, as many as there are lags. */
  recent: CountedDraw[]
  /** For each number the place of the draw in which it came last, -1 for never. */
  last: Int32Array
}

/** Empty counters. Draws are added in the order of the proof: by date, then by the key of the game. */
export const emptyCounters = (): Counters => ({
  draws: 0,
  sumOfBalls: 0,
  numbers: new Uint32Array(HIGHEST + 1),
  pairs: new Uint32Array((HIGHEST + 1) ** 2),
  gaps: GAPS.map((gap) => emptyBet(`numbers away for ${gap} draws or more`)),
  chart: RELATIONS.flatMap(({ name }) =>
    LAGS.map((lag) => emptyBet(`${name}, ${lag === 1 ? 'next draw' : `${lag} draws later`}`)),
  ),
  repeats: LAGS.map((lag) => emptyBet(lagWords(lag))),
  carry: LAGS.map((lag) => emptyBet(lagWords(lag))),
  groups: [emptyBet(null)],
  odd: [emptyBet(null)],
  uniformity: STRENGTHS.map((strength) => ({
    log: 0,
    weights: new Float64Array(HIGHEST + 1).fill(strength),
    powers: [1, 2, 3, 4, 5].map((power) => HIGHEST * strength ** power),
  })),
  games: new Map(),
})

const emptyBet = (label: string | null): Bet => ({ label, hits: 0, patterns: new Map() })
const lagWords = (lag: number) => (lag === 1 ? 'the draw before' : `${lag} draws before`)

export interface CountedDraw {
  game: string
  day: number
  winning: Uint8Array
  /** Null without complete machine numbers. */
  machine: Uint8Array | null
}

/** The draws from a day on that have five different winning numbers, in the order of the proof. */
export function drawsThatCount({ games }: History, fromDay: number): CountedDraw[] {
  const found = [...games.values()].flatMap((draws) => drawsOfGame(draws, fromDay))
  return found.sort((a, b) => a.day - b.day || (a.game < b.game ? -1 : 1))
}

function drawsOfGame(draws: GameDraws, fromDay: number): CountedDraw[] {
  const found: CountedDraw[] = []
  for (let i = firstOnOrAfter(draws, fromDay); i < draws.length; i++) {
    const start = i * BALLS_PER_DRAW
    const winning = draws.balls.subarray(start, start + BALLS)
    const machine = draws.balls.subarray(start + BALLS, start + BALLS_PER_DRAW)
    if (isDrawn(draws, i) && isComplete(winning))
      found.push({
        game: draws.game,
        day: itemAt(draws.days, i),
        winning,
        machine: isComplete(machine) ? machine : null,
      })
  }
  return found
}

const isComplete = (balls: Uint8Array) => balls[0] !== 0 && new Set(balls).size === BALLS

/** For each number whether a draw has it: 1 or 0. */
const marksOf = (winning: Uint8Array) => {
  const marks = new Uint8Array(HIGHEST + 1)
  for (const ball of winning) marks[ball] = 1
  return marks
}

/** Adds a draw to a bet on a set of numbers that was known before it. */
function place(bet: Bet, set: ArrayLike<number>, came: Uint8Array): void {
  for (let i = 0; i < set.length; i++) bet.hits += itemAt(came, itemAt(set, i))
  addPattern(bet, patternOf(set.length))
}

const addPattern = ({ patterns }: Bet, pattern: number) =>
  void patterns.set(pattern, (patterns.get(pattern) ?? 0) + 1)

/** Adds a draw that is newer than all that were added. @param groups of the staff */
export function addDraw(counters: Counters, draw: CountedDraw, groups: readonly CountedGroup[]): void {
  const { game, day, winning } = draw
  const past = counters.games.get(game) ?? {
    draws: 0,
    recent: [],
    last: new Int32Array(HIGHEST + 1).fill(-1),
  }
  counters.games.set(game, past)
  const { recent, last, draws: t } = past
  const came = marksOf(winning)
  countBalls(counters, winning)
  placeOnGaps(counters.gaps, last, t, winning)
  recent.forEach((before, i) => {
    place(itemAt(counters.repeats, i), before.winning, came)
    if (before.machine) place(itemAt(counters.carry, i), before.machine, came)
    RELATIONS.forEach(({ relative }, column) =>
      placeOnChart(itemAt(counters.chart, column * LAGS.length + i), relative, before.winning, came),
    )
  })
  const [b, a] = recent
  if (a) {
    const current = groups.filter(({ counts }) => counts(game, day))
    place(itemAt(counters.groups, 0), pointedAt(current, a.winning, b!.winning), came)
  }
  counters.uniformity.forEach((weights) => placeOnWeights(weights, winning))
  for (const ball of winning) last[ball] = t
  past.draws++
  past.recent = [draw, ...recent].slice(0, LAGS.length)
}

function countBalls(counters: Counters, winning: Uint8Array): void {
  counters.draws++
  const odd = itemAt(counters.odd, 0)
  for (const a of winning) {
    counters.sumOfBalls += a
    tally(counters.numbers, a)
    if (a % 2 === 1) odd.hits++
    for (const b of winning) if (a < b) tally(counters.pairs, a * (HIGHEST + 1) + b)
  }
  addPattern(odd, patternOf(ODD_NUMBERS))
}

/** @param last for each number the draw in which it came last, -1 for never */
function placeOnGaps(bets: readonly Bet[], last: Int32Array, t: number, winning: Uint8Array): void {
  GAPS.forEach((gap, i) => {
    let away = 0
    for (let n = 1; n <= HIGHEST; n++) if (t - 1 - last[n]! >= gap) away++
    for (const ball of winning) if (t - 1 - itemAt(last, ball) >= gap) itemAt(bets, i).hits++
    addPattern(itemAt(bets, i), patternOf(away))
  })
}

/** A relative that two balls lead to counts twice, as on the page of the chart. */
function placeOnChart(bet: Bet, relative: Uint8Array, before: Uint8Array, came: Uint8Array): void {
  let [single, double] = [0, 0]
  for (let i = 0; i < BALLS; i++) {
    const to = itemAt(relative, itemAt(before, i))
    if (to === 0) continue
    bet.hits += itemAt(came, to)
    let isShared = false
    for (let j = 0; j < i; j++) if (relative[itemAt(before, j)] === to) isShared = true
    if (isShared) {
      single--
      double++
    } else single++
  }
  addPattern(bet, patternOf(single, double))
}

function placeOnWeights(bet: Weights, winning: Uint8Array): void {
  const { weights, powers } = bet
  bet.log += ALL_SETS - Math.log(setsOfFive(powers))
  for (const ball of winning) {
    const weight = weights[ball]!++
    bet.log += Math.log(weight)
    for (let i = 0; i < powers.length; i++) powers[i]! += (weight + 1) ** (i + 1) - weight ** (i + 1)
  }
}

/** The sum of the products of all sets of five weights, from the sums of their powers (Newton's identities). */
function setsOfFive(powers: readonly number[]): number {
  const [a, b, c, d, e] = powers as [number, number, number, number, number]
  return (
    (a ** 5 - 10 * a ** 3 * b + 15 * a * b ** 2 + 20 * a ** 2 * c - 20 * b * c - 30 * a * d + 24 * e) / 120
  )
}

/** The numbers that groups point to: one of a group came in draw A, another in draw B, and these are further ones. */
function pointedAt(groups: readonly CountedGroup[], a: Uint8Array, b: Uint8Array): number[] {
  const found = new Set<number>()
  for (const { numbers } of groups)
    for (const x of numbers)
      if (a.includes(x))
        for (const y of numbers)
          if (y !== x && b.includes(y)) for (const z of numbers) if (z !== x && z !== y) found.add(z)
  return [...found]
}

/** A group of the staff, and the milliseconds from and until which it was announced; `until` is null for now. */
export interface AnnouncedGroup {
  numbers: readonly number[]
  from: number
  until: number | null
}

/** A group counts for the draws that close while it is announced: staff choose groups after looking at past draws. */
export function countedGroups(groups: readonly AnnouncedGroup[], games: readonly Game[]): CountedGroup[] {
  const closeOn = (key: string, day: number) => {
    const game = games.find((one) => one.key === key)
    const slot = game && slotOn(game, dateOfDay(day))
    return slot ? closeOf(slot) : endOfDay(dateOfDay(day))
  }
  return groups.map(({ numbers, from, until }) => ({
    numbers,
    counts(game, day) {
      if ((day + 1) * DAY < from) return false
      const close = closeOn(game, day)
      return close > from && (until === null || close <= until)
    },
  }))
}
