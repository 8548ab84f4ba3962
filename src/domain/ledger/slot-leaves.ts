/** Which `slot` leaves make the schedule of the log that of the calendar (transparency.md, section 4.2). */
import { addDays, formatClock, type LagosDate, weekdayOf, WEEKDAYS } from '../base/calendar.ts'
import { type Calendar, planOf } from '../draws/draw-calendar.ts'
import type { NewLeaf, SlotLeaf } from '../log/leaves.ts'

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
