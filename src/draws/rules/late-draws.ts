import {
  addDays,
  dayOf,
  formatDayMonth,
  type LagosDate,
  lagosDate,
  MINUTE,
} from '../../platform/rules/base/calendar.ts'
import { scheduleOf } from './day-result.ts'
import { DESK_LIMITS } from './desk.ts'
import type { DrawState } from './draw.ts'
import { slotOn } from './draw-calendar.ts'
import type { Game } from './games.ts'
import { isMissing } from './gaps.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'

/** A scheduled draw without a result. */
export interface LateDraw {
  game: string
  date: LagosDate
  /** When its result was expected, in milliseconds. */
  expectedAt: number
}

/** A live record of a draw, also of a day without a draw. */
export interface RecordedDraw {
  game: string
  date: LagosDate
  state: DrawState
}

/**
 * The draws that staff are alerted to: scheduled, overdue for {@link DESK_LIMITS.lateAlertMinutes}, not recorded and not
 * moved to another day. Only of today and {@link DESK_LIMITS.lateAlertDays} before, oldest first.
 *
 * @param recorded the records of these days and of those around them, by date
 * @param since milliseconds; results that were expected before are not late, because nobody could enter them
 * @param now milliseconds
 */
export function lateDraws(
  games: readonly Game[],
  recorded: readonly RecordedDraw[],
  since: number,
  now: number,
): LateDraw[] {
  const overdueFrom = now - DESK_LIMITS.lateAlertMinutes * MINUTE
  return lateAlertDates(now).flatMap((date) =>
    scheduleOf(games, date)
      .filter(({ schedule: { expectedAt } }) => expectedAt >= since && expectedAt <= overdueFrom)
      .filter(({ game }) => isMissing(game, daysOf(game, recorded), dayOf(date)))
      .map(({ game, schedule }) => ({ game: game.key, date, expectedAt: schedule.expectedAt })),
  )
}

/** The Lagos dates for which staff are alerted, oldest first; the last is today. */
export function lateAlertDates(now: number): LagosDate[] {
  const today = lagosDate(now)
  return Array.from({ length: DESK_LIMITS.lateAlertDays + 1 }, (_, i) =>
    addDays(today, i - DESK_LIMITS.lateAlertDays),
  )
}

/**
 * Why a draw is no longer late, as a sentence; null while it is.
 * @param game undefined if it no longer exists
 * @param recorded the records of the draw's day and of those around it, by date
 */
export function lateDrawEnd(
  game: Game | undefined,
  recorded: readonly RecordedDraw[],
  date: LagosDate,
): string | null {
  if (!game?.active || !slotOn(game, date)) return 'The game no longer draws on that day.'
  const record = recorded.find((one) => one.game === game.key && one.date === date)
  if (record) return record.state === 'no_draw' ? 'It was marked as no draw.' : 'The result was entered.'
  return isMissing(game, daysOf(game, recorded), dayOf(date)) ? null : 'The draw was held on another day.'
}

const daysOf = (game: Game, recorded: readonly RecordedDraw[]): number[] =>
  recorded.flatMap((one) => (one.game === game.key ? [dayOf(one.date)] : []))

/** The notification of staff about draws that have become late. */
export function lateNotification(late: readonly { gameName: string; date: LagosDate }[]) {
  const named = late.map(({ gameName, date }) => `${gameName}, ${formatDayMonth(date)}`)
  const [first] = named
  return named.length === 1
    ? { title: `Late: ${first}`, body: 'No result has been entered.', path: PATHS.admin }
    : { title: `${named.length} draws are late`, body: named.join('\n'), path: PATHS.admin }
}
