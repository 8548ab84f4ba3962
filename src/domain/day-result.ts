import { DAY, instantAt, type LagosDate, MINUTE } from './calendar.ts'
import type { Draw } from './draw.ts'
import { type Game, slotOn } from './games.ts'

/** The state of a game on a day. `late`: the result is overdue; `not-recorded`: overdue for more than a day. */
export type DayState =
  'open' | 'closing-soon' | 'drawing' | 'late' | 'not-recorded' | 'result-in' | 'unconfirmed' | 'no-draw'

/** Before the close, a game is shown as closing soon for this long. */
export const CLOSING_SOON_MS = 30 * MINUTE

/** When a game closes on a day and when its result is expected, in milliseconds. */
export interface Schedule {
  closesAt: number
  expectedAt: number
}

/** The state of a game on a day at `now` (milliseconds). A recorded draw takes precedence over the clock. */
export function dayState(schedule: Schedule | null, draw: Pick<Draw, 'state'> | null, now: number): DayState {
  if (draw?.state === 'no_draw') return 'no-draw'
  if (draw?.state === 'unconfirmed') return 'unconfirmed'
  if (draw || !schedule) return 'result-in'
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
