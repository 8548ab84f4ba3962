/** Which leaf follows from a write to the draws (transparency.md, section 4.5). */
import { dayOf, type LagosDate } from '../base/calendar.ts'
import { type Calendar } from '../draws/draw-calendar.ts'
import type { DrawState } from '../draws/draw.ts'
import type { ResultLeaf } from '../log/leaves.ts'
import { LOG_RULES } from '../log/schedule.ts'
import { type DayOfDraw, scheduledDayOf } from './scheduled-day.ts'

/** A draw as it is recorded now. */
export interface RecordedDraw extends DayOfDraw {
  state: DrawState
  /** The day on which it took place. */
  date: LagosDate
  winning: readonly number[]
}

/** A result as the log has it, with its index. */
export type PlacedResult = Pick<ResultLeaf, 'state' | 'drawn' | 'winning'> & { index: number }

/**
 * The day that names a draw in the log: its scheduled day or, for a draw that was held before it or more than six days after
 * it, the day on which it took place. No leaf can say that a draw was held before its day.
 */
export function logDayOf(game: Calendar, draw: DayOfDraw): LagosDate {
  const day = scheduledDayOf(game, draw)
  const late = dayOf(draw.date) - dayOf(day)
  return late >= 0 && late <= LOG_RULES.latestDraw ? day : draw.date
}

/**
 * What the log says of a day after its draws were written. A draw that was held earlier did not take place on its day.
 *
 * @param recorded live draws of the game about the day
 * @returns null for a day without a record
 */
export function recordOfDay(
  game: Calendar,
  day: LagosDate,
  recorded: readonly RecordedDraw[],
): Pick<RecordedDraw, 'state' | 'date' | 'winning'> | null {
  const ofDay = recorded.filter((draw) => logDayOf(game, draw) === day)
  const found = ofDay.find(({ date }) => date === day) ?? ofDay[0]
  if (found) return found
  const isHeldElsewhere = recorded.some((draw) => scheduledDayOf(game, draw) === day)
  return isHeldElsewhere ? { state: 'no_draw', date: day, winning: [] } : null
}

const NO_DRAW = { state: 'no_draw', drawn: null, winning: [] } as const

/**
 * The result to append after the last one; null if there is nothing new. A deleted draw becomes "no draw", which a later
 * result corrects. A draw that waits for a second person has no result yet.
 */
export function resultAfter(
  last: PlacedResult | null,
  recorded: Pick<RecordedDraw, 'state' | 'date' | 'winning'> | null,
): Pick<ResultLeaf, 'state' | 'drawn' | 'winning' | 'replaces'> | null {
  const replaces = last?.index ?? null
  if (recorded?.state === 'unconfirmed') return null
  if (!recorded) return last?.state === 'drawn' ? { ...NO_DRAW, replaces } : null
  if (recorded.state === 'no_draw') return last?.state === 'no_draw' ? null : { ...NO_DRAW, replaces }
  const { date, winning } = recorded
  const isSame = last?.drawn === date && String(last.winning) === String(winning)
  return isSame ? null : { state: 'drawn', drawn: date, winning: [...winning], replaces }
}
