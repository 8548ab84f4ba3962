import {
  dateOfDay,
  dayOf,
  type LagosDate,
  parseDate,
  weekdayOfDay,
  yearOf,
} from '../../../platform/rules/base/calendar.ts'
import { slotOn } from '../../../draws/rules/draw-calendar.ts'
import {
  BALLS_PER_DRAW,
  dateAt,
  drawsOf as allDraws,
  type GameDraws,
  isDrawn,
} from '../../../draws/rules/history.ts'
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
import { binomial, hypergeometric } from '../../../draws/rules/luck/counts.ts'
import { atLeast, centralRange, type Distribution, meanOf } from '../../../draws/rules/luck/distribution.ts'
import { isOutside, type LuckFigure } from '../../../draws/rules/luck/luck-bar.ts'

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS

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

/** Visits the balls of draw `i` in a box and type. It allocates nothing: lists visit every draw on record. */
export function eachBall(
  { balls }: GameDraws,
  i: number,
  { box, type = 'winning' }: Omit<NumberSlot, 'number'>,
  visit: (ball: number) => void,
): void {
  const only = box && BOXES.indexOf(box)
  const end = type === 'winning' ? BALLS : BALLS_PER_DRAW
  for (let place = type === 'machine' ? BALLS : 0; place < end; place++) {
    const ball = itemAt(balls, i * BALLS_PER_DRAW + place)
    if (ball !== 0 && (only === undefined || place % BALLS === only)) visit(ball)
  }
}

/** Whether a number comes in draw `i` in its box and type. */
export function comesIn(draws: GameDraws, i: number, wanted: NumberSlot): boolean {
  let isIn = false
  eachBall(draws, i, wanted, (ball) => (isIn ||= ball === wanted.number))
  return isIn
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

/** The chance that all of several numbers come in one draw; null where they have boxes, or sets of their own. */
export function chanceOfAll(numbers: readonly NumberSlot[]): number | null {
  const type = numbers[0]?.type
  if (numbers.some((number) => number.box || number.type !== type)) return null
  const drawn = type === 'both' ? BALLS_PER_DRAW : BALLS
  return atLeast(hypergeometric(numbers.length, drawn, HIGHEST), numbers.length)
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

/** How many draws are on record, and their oldest and newest day. */
export function recordExtent({ history }: AssistantData) {
  const ends = [...history.games.values()].flatMap(({ days }) => [days[0], days[days.length - 1]])
  const days = ends.filter((day) => day !== undefined)
  if (days.length === 0) return { draws: 0, from: null, to: null }
  const [from, to] = [dateOfDay(Math.min(...days)), dateOfDay(Math.max(...days))]
  return { draws: allDraws(history), from, to }
}
