import {
  addDays,
  formatClock,
  instantAt,
  lagosDate,
  type LagosDate,
  weekdayOf,
  WEEKDAYS,
} from '../calendar.ts'
import { type Game, slotOn } from '../games.ts'
import { gamesOf } from './scope.ts'
import { type AssistantData, SHORT_WEEKDAYS, type Slots } from './types.ts'

const DAYS_OF_WEEK = 7

const asked = (slots: Slots, data: AssistantData): Game[] => {
  const keys = gamesOf(slots, data)
  return data.games.filter(({ key }) => keys.includes(key))
}

const shortWeekday = (date: LagosDate) => SHORT_WEEKDAYS[WEEKDAYS.indexOf(weekdayOf(date))]!

/** The weekly closes, game by game, in the calendar that is valid in the week from today on. */
export function times(slots: Slots, now: number, data: AssistantData) {
  const today = lagosDate(now)
  const week = Array.from({ length: DAYS_OF_WEEK }, (_, i) => addDays(today, i))
  const days = week.sort((a, b) => WEEKDAYS.indexOf(weekdayOf(a)) - WEEKDAYS.indexOf(weekdayOf(b)))
  return asked(slots, data).flatMap((game) =>
    days.flatMap((date) => {
      const slot = slotOn(game, date)
      const day = shortWeekday(date)
      if (!slot || (slots.weekday && slots.weekday !== day)) return []
      return [{ game: game.key, day, closes: formatClock(slot.close) }]
    }),
  )
}

/** The next close after `now` (milliseconds), in Lagos time without an offset; null without one in the next week. */
export function next(slots: Slots, now: number, data: AssistantData) {
  const today = lagosDate(now)
  const closes = asked(slots, data).flatMap((game) =>
    Array.from({ length: DAYS_OF_WEEK + 1 }, (_, i) => addDays(today, i)).flatMap((date) => {
      const slot = slotOn(game, date)
      if (!slot || instantAt(date, slot.close) <= now) return []
      if (slots.weekday && slots.weekday !== shortWeekday(date)) return []
      return [{ game: game.key, at: `${date}T${formatClock(slot.close)}` }]
    }),
  )
  return closes.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))[0] ?? null
}
