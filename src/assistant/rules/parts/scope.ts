import {
  dateOfDay,
  dayOf,
  type LagosDate,
  parseDate,
  weekdayOfDay,
  yearOf,
} from '../../../platform/rules/base/calendar.ts'
import { slotOn } from '../../../draws/rules/draw-calendar.ts'
import { BALLS_PER_DRAW, dateAt, type GameDraws, isDrawn } from '../../../draws/rules/history.ts'
import { DRAW_LIMITS, BOXES } from '../../../platform/rules/base/balls.ts'
import {
  type AssistantData,
  type DayRange,
  type NumberSlot,
  type PeriodSlot,
  longWeekday,
  type Slots,
} from '../read/types.ts'
import { itemAt, present, tally } from '../../../platform/rules/base/lists.ts'
import { type Sequence, sequenceOf } from '../../../statistics/rules/lab/scope.ts'
import { binomial, hypergeometric, highest } from '../../../draws/rules/luck/counts.ts'
import { centralRange, type Distribution, meanOf } from '../../../draws/rules/luck/distribution.ts'
import { sumOf } from '../../../draws/rules/luck/sums.ts'
import { isOutside, type LuckFigure } from '../../../draws/rules/luck/luck-bar.ts'

/** The draws of a scope as the lab counts them. Missing balls are 0. */
export const sequencesIn = (scope: readonly GameScope[], set: Slots['type'] = 'winning'): Sequence[] =>
  scope.map(({ draws, at }) => sequenceOf(draws, at, { set, leaveOutHoles: null }))

/** The draws of one game that a question covers, oldest first. */
export interface GameScope {
  draws: GameDraws
  /** Indexes into `draws` of draws that took place. */
  at: number[]
}

/** The keys of the games that a question covers, in the order of every list. */
export function gamesOf(slots: Slots, { games }: AssistantData): string[] {
  return games
    .filter(({ key, operator, active }) =>
      slots.games ? slots.games.includes(key) : active && (!slots.operator || slots.operator === operator),
    )
    .map(({ key }) => key)
}

/** The draws that a question covers. */
export function scopeOf(slots: Slots, data: AssistantData): GameScope[] {
  const { period } = slots
  const found = gamesOf(slots, data).flatMap((key) => {
    const draws = data.history.games.get(key)
    return draws ? [{ draws, at: drawsOf(draws, slots) }] : []
  })
  if (!period || !('last' in period)) return found
  const { last, skip = 0 } = period
  const newest = found.flatMap(({ draws, at }) =>
    at.slice(-last - skip).map((i) => ({ draws, i, ...timeOf(draws, i, data) })),
  )
  newest.sort((a, b) => b.day - a.day || b.close - a.close)
  const kept = newest.slice(skip, skip + last)
  return found.map(({ draws }) => ({
    draws,
    at: kept.flatMap((drawn) => (drawn.draws === draws ? [drawn.i] : [])).reverse(),
  }))
}

/** The day of a draw, and the minute at which its game closes on that day. */
export function timeOf(draws: GameDraws, i: number, { games }: AssistantData) {
  const game = games.find(({ key }) => key === draws.game)
  return { day: itemAt(draws.days, i), close: (game && slotOn(game, dateAt(draws, i))?.close) ?? 24 * 60 }
}

function drawsOf(draws: GameDraws, { weekday, period }: Slots): number[] {
  const isOnWeekday = weekday === undefined ? () => true : onWeekday(draws, longWeekday(weekday))
  const isInPeriod = inPeriod(draws, period)
  const found: number[] = []
  for (let i = 0; i < draws.length; i++)
    if (isDrawn(draws, i) && isInPeriod(i) && isOnWeekday(i)) found.push(i)
  return found
}

const onWeekday = (draws: GameDraws, weekday: string) => (i: number) =>
  weekdayOfDay(itemAt(draws.days, i)) === weekday

function inPeriod(draws: GameDraws, period: PeriodSlot | undefined): (i: number) => boolean {
  if (!period || 'last' in period) return () => true
  if ('event' in period)
    return (i) => draws.serials[i] === period.event && yearOf(dateAt(draws, i)) === period.year
  const [from, to] = daysOf(period)
  return (i) => itemAt(draws.days, i) >= from && itemAt(draws.days, i) <= to
}

/** The day numbers of a range; an open end is infinite. */
function daysOf({ from, to }: DayRange): [number, number] {
  return [from ? dayOf(present(parseDate(from))) : -Infinity, to ? dayOf(present(parseDate(to))) : Infinity]
}

/** Whether a number comes in draw `i` in its box and type. */
export function comesIn(draws: GameDraws, i: number, { number, box, type = 'winning' }: NumberSlot): boolean {
  return (
    (type !== 'machine' && comesAt(draws, i * BALLS_PER_DRAW, number, box)) ||
    (type !== 'winning' && comesAt(draws, i * BALLS_PER_DRAW + DRAW_LIMITS.ballsPerSet, number, box))
  )
}

function comesAt(draws: GameDraws, start: number, number: number, box: NumberSlot['box']): boolean {
  if (box) return draws.balls[start + BOXES.indexOf(box)] === number
  return isAmong(draws.balls, start, DRAW_LIMITS.ballsPerSet, number)
}

/** Visits the balls of draw `i` in a box and type, each once. It allocates nothing: lists visit every draw on record. */
export function eachBall(
  { balls }: GameDraws,
  i: number,
  { box, type = 'winning' }: Omit<NumberSlot, 'number'>,
  visit: (ball: number) => void,
): void {
  const start = i * BALLS_PER_DRAW
  const middle = start + DRAW_LIMITS.ballsPerSet
  const offset = box ? BOXES.indexOf(box) : 0
  const places = box ? 1 : DRAW_LIMITS.ballsPerSet
  if (type !== 'machine')
    for (let p = start + offset; p < start + offset + places; p++) if (balls[p] !== 0) visit(itemAt(balls, p))
  if (type === 'winning') return
  for (let p = middle + offset; p < middle + offset + places; p++) {
    const ball = itemAt(balls, p)
    if (ball !== 0 && (type === 'machine' || !isAmong(balls, start + offset, places, ball))) visit(ball)
  }
}

function isAmong(balls: Uint8Array, start: number, places: number, ball: number): boolean {
  for (let p = start; p < start + places; p++) if (balls[p] === ball) return true
  return false
}

/** The draws in which a number comes. */
export function countDraws(scope: readonly GameScope[], number: NumberSlot): number {
  let count = 0
  for (const { draws, at } of scope) for (const i of at) if (comesIn(draws, i, number)) count++
  return count
}

/** The draws in which each number comes in a place, by number. */
export function frequencies(scope: readonly GameScope[], place: Pick<Slots, 'box' | 'type'>): Uint32Array {
  const counts = new Uint32Array(DRAW_LIMITS.highestBall + 1)
  const add = (ball: number) => tally(counts, ball)
  for (const { draws, at } of scope) for (const i of at) eachBall(draws, i, place, add)
  return counts
}

/** The draws in which each of several numbers comes. Numbers with the same place share one pass over the draws. */
export function countEach(scope: readonly GameScope[], numbers: readonly NumberSlot[]): number[] {
  const byPlace = new Map<string, Uint32Array>()
  return numbers.map(({ number, box, type }) => {
    const key = `${box} ${type}`
    const counts = byPlace.get(key) ?? frequencies(scope, { box, type })
    byPlace.set(key, counts)
    return itemAt(counts, number)
  })
}

/** The draws in which every one of the numbers comes: how many, and the newest (or oldest) date with the games of that date. */
export function drawsWithAll(
  scope: readonly GameScope[],
  numbers: readonly NumberSlot[],
  end: 'newest' | 'oldest' = 'newest',
) {
  const found = scope.flatMap(({ draws, at }) =>
    at
      .filter((i) => numbers.every((number) => comesIn(draws, i, number)))
      .map((i) => ({ game: draws.game, day: itemAt(draws.days, i) })),
  )
  const days = found.map(({ day }) => (end === 'newest' ? day : -day))
  const newest = Math.abs(days.reduce((latest, day) => Math.max(latest, day), -Infinity))
  const games = found.filter(({ day }) => day === newest).map(({ game }) => game)
  const date: LagosDate | null = found.length > 0 ? dateOfDay(newest) : null
  return { count: found.length, date, games }
}

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS

/** The draws of a scope that have balls of a type. Machine numbers may be missing. */
export function trialsOf(scope: readonly GameScope[], type: Slots['type'] = 'winning'): number {
  const place = type === 'winning' ? 0 : BALLS
  let trials = 0
  for (const { draws, at } of scope)
    for (const i of at) if (draws.balls[i * BALLS_PER_DRAW + place] !== 0) trials++
  return trials
}

/** The chance that a number comes in its box and type in one draw: 1 in 18 for any winning box. */
export const chanceOfPlace = ({ box, type }: Pick<NumberSlot, 'box' | 'type'>): number =>
  ((type === 'both' ? 2 : 1) * (box ? 1 : BALLS)) / HIGHEST

/** The chance of at least one success in the draws that a question looks at after a draw. */
export const chanceAfter = (chance: number, { within, lag }: Slots): number =>
  lag === undefined ? 1 - (1 - chance) ** (within ?? 1) : chance

/**
 * The chance that every one of several numbers comes in its place in one draw. The ten balls of a draw are ten different
 * numbers, so each place holds a given number with the same chance.
 */
export function chanceOfAll(numbers: readonly NumberSlot[]): number {
  const wanted = [...new Map(numbers.map((number) => [JSON.stringify(number), number])).values()]
  if (new Set(wanted.map(({ number }) => number)).size < wanted.length) return 0
  /** The ways to give the first numbers different places, by the places taken. */
  let ways = new Map<number, number>([[0, 1]])
  for (const number of wanted) {
    const next = new Map<number, number>()
    for (const [taken, count] of ways)
      for (const place of placesOf(number))
        if ((taken & (1 << place)) === 0)
          next.set(taken | (1 << place), (next.get(taken | (1 << place)) ?? 0) + count)
    ways = next
  }
  const all = [...ways.values()].reduce((sum, count) => sum + count, 0)
  return wanted.reduce((chance, _, i) => chance / (HIGHEST - i), all)
}

function placesOf({ box, type = 'winning' }: NumberSlot): number[] {
  const boxes = box ? [BOXES.indexOf(box)] : BOXES.map((_, place) => place)
  return [
    ...(type !== 'machine' ? boxes : []),
    ...(type !== 'winning' ? boxes.map((place) => place + BALLS) : []),
  ]
}

/** Beside a count outside its range: a player's own question has no verdict (statistics.md, section 6). */
const OWN_QUESTION_SENTENCE =
  'You chose this question yourself. Anyone who asks 20 such questions finds about one like this by luck, so we give no verdict.'

/** A count beside the mean of luck and the range of 19 of 20 cases. */
export const luckFigure = (value: number, luck: Distribution): LuckFigure => ({
  value,
  mean: meanOf(luck),
  ...centralRange(luck),
})

/** A count beside luck, and what a count outside its range means. */
export function besideLuck(count: number, byLuck: Distribution): { luck: LuckFigure; notes: string[] } {
  const luck = luckFigure(count, byLuck)
  return { luck, notes: isOutside(luck) ? [OWN_QUESTION_SENTENCE] : [] }
}

/** A count of trials with the same chance beside luck; nothing without trials. */
export const besideTrials = (count: number, trials: number, chance: number) =>
  trials === 0 ? { luck: null, notes: [] } : besideLuck(count, binomial(trials, chance))

/** The balls of one kind in a number of draws: each draw takes five different ones of 90, `ofKind` of which count. */
export const luckOfKind = (draws: number, ofKind: number): Distribution =>
  sumOf([{ distribution: hypergeometric(ofKind, BALLS, HIGHEST), times: draws }])

/** The count of a place among `figures` numbers with the same distribution: the highest, second highest, ... */
export const rankFigure = (count: number, luck: Distribution, figures: number, place: number): LuckFigure =>
  luckFigure(count, highest(luck, figures, place))
