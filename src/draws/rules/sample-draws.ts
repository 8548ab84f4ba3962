import { itemAt } from '../../platform/rules/base/lists.ts'
import {
  addDays,
  dateOfDay,
  dayOf,
  firstDayOfYear,
  type LagosDate,
  yearOf,
} from '../../platform/rules/base/calendar.ts'
import { scheduleOf } from './day-result.ts'
import type { Game } from './games.ts'
import { BALLS_PER_DRAW, type HistoryDraw } from './history.ts'
import { ALL_NUMBERS } from '../../platform/rules/base/balls.ts'

/** The years of samples in a new database. */
export const SAMPLE_YEARS = 5

/**
 * Generates draws for an installation without real ones. The ten balls of a draw depend only on its game and date, so
 * every database has the same sample. As in real draws, the ten balls are different.
 *
 * @returns the draws of `[from, to]` whose results are expected by `now` (milliseconds), in order of date
 */
export function sampleDraws(
  games: readonly Game[],
  from: LagosDate,
  to: LagosDate,
  now: number,
): HistoryDraw[] {
  const draws: HistoryDraw[] = []
  const serials = new Map<string, number>()
  const newYear = dateOfDay(firstDayOfYear(yearOf(from)))
  for (let date = newYear; date <= to; date = addDays(date, 1)) {
    for (const { game, schedule } of scheduleOf(games, date)) {
      const id = `${game.key} ${yearOf(date)}`
      const serial = (serials.get(id) ?? 0) + 1
      serials.set(id, serial)
      if (date < from || schedule.expectedAt > now) continue
      draws.push({
        game: game.key,
        day: dayOf(date),
        state: 'drawn',
        serial,
        ...sampleBalls(game.key, date),
        sample: true,
      })
    }
  }
  return draws
}

/** Ten different balls by a partial Fisher-Yates shuffle. */
function sampleBalls(game: string, date: LagosDate): { winning: number[]; machine: number[] } {
  const random = generator(`${game} ${date}`)
  const balls = [...ALL_NUMBERS]
  for (const i of Array(BALLS_PER_DRAW).keys()) {
    const j = i + Math.floor(random() * (balls.length - i))
    ;[balls[i], balls[j]] = [itemAt(balls, j), itemAt(balls, i)]
  }
  return { winning: balls.slice(0, 5), machine: balls.slice(5, 10) }
}

/** Mulberry32 (Tommy Ettinger, public domain) seeded by FNV-1a: numbers in [0, 1), the same on every machine. */
export function generator(seed: string): () => number {
  let state = 0x811c9dc5
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
