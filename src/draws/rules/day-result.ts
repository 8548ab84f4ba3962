import {
  addDays,
  DAY,
  dayOf,
  instantAt,
  type LagosDate,
  lagosDate,
  MINUTE,
} from '../../platform/rules/base/calendar.ts'
import type { Draw } from './draw.ts'
import { noteOn, slotOn } from './draw-calendar.ts'
import { type drawAt, findDraw, type History } from './history.ts'
import type { Game } from './games.ts'

/** The state of a game on a day. `late`: the result is overdue; `not-recorded`: overdue for more than a day. */
export type DayState = 'open' | 'closing-soon' | 'drawing' | 'late' | 'not-recorded' | 'result-in' | 'no-draw'

/** Before the close, a game is shown as closing soon for this long. */
const CLOSING_SOON_MS = 30 * MINUTE

/** When a game closes on a day and when its result is expected, in milliseconds. */
export interface Schedule {
  closesAt: number
  expectedAt: number
}

/** The state of a game on a day at `now` (milliseconds). A recorded draw takes precedence over the clock. */
export function dayState(schedule: Schedule | null, draw: Pick<Draw, 'state'> | null, now: number): DayState {
  if (draw?.state === 'no_draw') return 'no-draw'
  if (draw) return 'result-in'
  // Cancelled, or moved to another day.
  if (!schedule) return 'no-draw'
  if (now < schedule.closesAt - CLOSING_SOON_MS) return 'open'
  if (now < schedule.closesAt) return 'closing-soon'
  if (now < schedule.expectedAt) return 'drawing'
  return now < schedule.expectedAt + DAY ? 'late' : 'not-recorded'
}

/** The games that draw on a date, by closing time, each with its schedule. */
export function scheduleOf(games: readonly Game[], date: LagosDate): { game: Game; schedule: Schedule }[] {
  return games
    .filter((game) => game.active)
    .flatMap((game) => {
      const slot = slotOn(game, date)
      if (!slot) return []
      const closesAt = instantAt(date, slot.close)
      return [{ game, schedule: { closesAt, expectedAt: closesAt + slot.expectedMinutes * MINUTE } }]
    })
    .sort((a, b) => a.schedule.closesAt - b.schedule.closesAt || a.game.order - b.game.order)
}

/** The games, and all draws. */
export interface AllDraws {
  games: readonly Game[]
  history: History
}

/**
 * Each game that is scheduled, was changed or drew on a Lagos day, with its schedule, its draw and what staff changed: by
 * close, then those without a draw on that day.
 */
export function gamesOfDay({ games, history }: AllDraws, date: LagosDate) {
  const scheduled = scheduleOf(games, date)
  const extra = games.filter((game) => !scheduled.some((entry) => entry.game === game))
  return [
    ...scheduled.map(({ game, schedule }) => ({ game, schedule })),
    ...extra.map((game) => ({ game, schedule: null })),
  ].flatMap(({ game, schedule }) => {
    const draw = findDraw(history, game.key, dayOf(date)) ?? null
    const note = game.active ? noteOn(game, date) : null
    if (!schedule && !draw && !note) return []
    return [
      {
        key: game.key,
        name: game.name,
        operator: game.operator,
        colour: game.colour ?? null,
        schedule,
        note,
        draw: draw && withoutGameAndDate(draw),
      },
    ]
  })
}

function withoutGameAndDate({ serial, state, winning, machine, sample }: ReturnType<typeof drawAt>) {
  return { serial, state, winning, machine, sample }
}

/** Every game draws at least once a week. */
const DAYS_BETWEEN_DRAWS = 7

/**
 * The draw that closes next after `now` (milliseconds), with its day, and `since`: the close before it, or the start of
 * today where there is none.
 * @returns null when no game has a draw within a week
 */
export function nextDraw(
  games: readonly Game[],
  now: number,
): { game: Game; date: LagosDate; schedule: Schedule; since: number } | null {
  const today = lagosDate(now)
  for (let days = 0; days <= DAYS_BETWEEN_DRAWS; days++) {
    const date = addDays(today, days)
    const next = scheduleOf(games, date).find(({ schedule }) => schedule.closesAt > now)
    if (next) return { ...next, date, since: lastClose(games, now) ?? instantAt(today, 0) }
  }
  return null
}

/** The latest close up to `now`, in milliseconds; null when there was none within a week. */
function lastClose(games: readonly Game[], now: number): number | null {
  const today = lagosDate(now)
  for (let days = 0; days <= DAYS_BETWEEN_DRAWS; days++) {
    const past = scheduleOf(games, addDays(today, -days)).filter(({ schedule }) => schedule.closesAt <= now)
    const last = past[past.length - 1]
    if (last) return last.schedule.closesAt
  }
  return null
}

/** How many games draw on a day, without those that staff cancelled, moved away or recorded as no draw. */
export function drawsIn(
  games: readonly { schedule: Schedule | null; draw: Pick<Draw, 'state'> | null }[],
): number {
  return games.filter(({ schedule, draw }) => (draw ? draw.state !== 'no_draw' : schedule)).length
}

/** How many games of a day have a result. A day without a draw of a game has none. */
export const resultsIn = (games: readonly { draw: Pick<Draw, 'state'> | null }[]): number =>
  games.filter(({ draw }) => draw?.state === 'drawn').length
