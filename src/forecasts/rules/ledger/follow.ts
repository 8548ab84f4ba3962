import {
  dayOf,
  type LagosDate,
  addDays,
  formatClock,
  weekdayOf,
  WEEKDAYS,
} from '../../../platform/rules/base/calendar.ts'
import { type Calendar, planOf } from '../../../draws/rules/draw-calendar.ts'
import { type DayOfDraw, scheduledDayOf } from '../../../draws/rules/scheduled-day.ts'
import type { DrawState } from '../../../draws/rules/draw.ts'
import type { ResultLeaf, NewLeaf, SlotLeaf } from '../log/leaves.ts'
import { LOG_RULES } from '../log/schedule.ts'

/** Which leaf follows from a write to the draws. */

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
 * result corrects.
 */
export function resultAfter(
  last: PlacedResult | null,
  recorded: Pick<RecordedDraw, 'state' | 'date' | 'winning'> | null,
): Pick<ResultLeaf, 'state' | 'drawn' | 'winning' | 'replaces'> | null {
  const replaces = last?.index ?? null
  if (!recorded) return last?.state === 'drawn' ? { ...NO_DRAW, replaces } : null
  if (recorded.state === 'no_draw') return last?.state === 'no_draw' ? null : { ...NO_DRAW, replaces }
  const { date, winning } = recorded
  const isSame = last?.drawn === date && String(last.winning) === String(winning)
  return isSame ? null : { state: 'drawn', drawn: date, winning: [...winning], replaces }
}

/** Which `slot` leaves make the schedule of the log that of the calendar. */

type Times = Pick<SlotLeaf, 'close' | 'margin'>

const NONE: Times = { close: null, margin: 15 }

/**
 * The times of a date in the log. Another time and an extra draw are slots of one week. A draw that was moved to another day
 * keeps the close of the day that names it, and a cancelled one has it until "no draw" is recorded.
 */
function timesOf(game: Calendar, date: LagosDate): Times {
  const { draw, usual } = planOf(game, date)
  const shown = draw?.date === date ? draw : usual
  return shown ? { close: formatClock(shown.close), margin: shown.marginMinutes } : NONE
}

/**
 * The leaves that follow from the games as they are now. A change of one date is a slot from that date on and another one
 * from the week after it on.
 *
 * @param known the game's slots in the log, in order
 * @param today the Lagos day of the new leaves
 */
export function slotLeaves(
  game: Calendar & { key: string },
  known: readonly Pick<SlotLeaf, 'weekday' | 'from' | 'close' | 'margin'>[],
  today: LagosDate,
): Pick<NewLeaf<SlotLeaf>, 'game' | 'weekday' | 'close' | 'margin' | 'from'>[] {
  return WEEKDAYS.flatMap((weekday) => {
    const mine = known.filter((slot) => slot.weekday === weekday)
    const changed = (game.changes ?? []).map(({ date }) => date).filter((date) => weekdayOf(date) === weekday)
    const days = [
      today,
      ...mine.map(({ from }) => from),
      ...game.slots.map(({ validFrom }) => validFrom),
      ...changed.flatMap((date) => [date, addDays(date, 7)]),
    ]
    const dates = new Set(days.filter((day) => day >= today).map((day) => firstOf(weekday, day)))
    const added: { weekday: SlotLeaf['weekday']; from: LagosDate; close: string | null; margin: number }[] =
      []
    for (const from of [...dates].sort()) {
      const has = ruling([...mine, ...added], from) ?? NONE
      const wants = timesOf(game, from)
      const isSame = has.close === wants.close && (wants.close === null || has.margin === wants.margin)
      if (!isSame) added.push({ weekday, from, ...wants })
    }
    return added.map(({ from, close, margin }) => ({ game: game.key, weekday, close, margin, from }))
  })
}

/** The first day of a weekday from a day on. */
function firstOf(weekday: SlotLeaf['weekday'], day: LagosDate): LagosDate {
  for (let date = day; ; date = addDays(date, 1)) if (weekdayOf(date) === weekday) return date
}

/** The slot with the latest `from` up to a date, and of equal ones the last. */
function ruling<S extends { from: LagosDate }>(slots: readonly S[], date: LagosDate): S | null {
  let found: S | null = null
  for (const slot of slots) if (slot.from <= date && !(found && found.from > slot.from)) found = slot
  return found
}
