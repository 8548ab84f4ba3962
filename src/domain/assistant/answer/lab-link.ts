import { type LagosDate, WEEKDAYS } from '../../base/calendar.ts'
import { dateAt, type History } from '../../draws/history.ts'
import { recordOf } from '../intents/all.ts'
import { LAB_FIGURES } from '../../lab/figures.ts'
import { labFigurePath } from '../../lab/lab-path.ts'
import type { TypedLabQuery } from '../../lab/query.ts'
import { type Link, type Query, SHORT_WEEKDAYS, type Slots } from '../read/types.ts'
import { itemAt } from '../../base/lists.ts'

/** The figure of the lab that shows an answer, over the same draws; null where no figure shows it. */
export function labLink(query: Query, history: History): Link | null {
  const found = viewOf(query)
  const draws = found && drawsOf(query.slots, history)
  if (!found || !draws) return null
  const { figure, typed } = found
  return {
    path: labFigurePath(figure, { ...draws, ...typed }),
    text: `In the lab: ${LAB_FIGURES[figure].title}`,
  }
}

function viewOf(query: Query) {
  const { numbers = [], type } = query.slots
  const [first] = numbers
  // The lab shows one set at a time, and a box only for single numbers.
  const isMixed = numbers.some((number) => number.type !== first!.type || number.box !== first!.box)
  const set = type ?? first?.type
  return isMixed
    ? null
    : (recordOf(query).lab?.(query.slots, set && set !== 'winning' ? { set } : {}) ?? null)
}

/** The draws of a question as a choice of the lab; null where the lab cannot choose them. */
function drawsOf({ games, operator, weekday, period }: Slots, history: History): TypedLabQuery | null {
  const typed: TypedLabQuery = {
    ...(games && { games: games.join(',') }),
    ...(operator && { operator }),
    ...(weekday && { weekday: itemAt(WEEKDAYS, SHORT_WEEKDAYS.indexOf(weekday)) }),
  }
  if (!period) return typed
  if ('event' in period || ('skip' in period && period.skip)) return null
  if ('last' in period) return { ...typed, window: `last ${period.last}` }
  const record = daysOf(history)
  const [from, to] = [period.from ?? record?.[0], period.to ?? record?.[1]]
  return from && to && from <= to ? { ...typed, window: 'dates', from, to } : null
}

/** The oldest and the newest day on record. */
function daysOf(history: History): [LagosDate, LagosDate] | null {
  const days = [...history.games.values()]
    .filter(({ length }) => length > 0)
    .flatMap((draws) => [dateAt(draws, 0), dateAt(draws, draws.length - 1)])
    .sort()
  return days.length === 0 ? null : [itemAt(days, 0), itemAt(days, -1)]
}
