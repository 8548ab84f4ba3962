import { dateOfDay, DAY, endOfDay } from '../../base/calendar.ts'
import { closeOf, slotOn } from '../../draws/draw-calendar.ts'
import type { Game } from '../../draws/games.ts'
import type { CountedGroup } from './counters.ts'

/** A group of the staff, and the milliseconds from and until which it was announced; `until` is null for now. */
export interface AnnouncedGroup {
  numbers: readonly number[]
  from: number
  until: number | null
}

/** A group counts for the draws that close while it is announced: staff choose groups after looking at past draws. */
export function countedGroups(groups: readonly AnnouncedGroup[], games: readonly Game[]): CountedGroup[] {
  const closeOn = (key: string, day: number) => {
    const game = games.find((one) => one.key === key)
    const slot = game && slotOn(game, dateOfDay(day))
    return slot ? closeOf(slot) : endOfDay(dateOfDay(day))
  }
  return groups.map(({ numbers, from, until }) => ({
    numbers,
    counts(game, day) {
      if ((day + 1) * DAY < from) return false
      const close = closeOn(game, day)
      return close > from && (until === null || close <= until)
    },
  }))
}
