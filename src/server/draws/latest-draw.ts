import { dayOf, type LagosDate } from '../../domain/base/calendar.ts'
import { scheduleOf } from '../../domain/draws/day-result.ts'
import { findDraw } from '../../domain/draws/history.ts'
import { latestResultDate } from '../../domain/draws/results-view.ts'
import type { Snapshot } from './memory.ts'

/** The draw with the latest close among the results of the latest date up to a Lagos date; null without results. */
export function latestDraw({ games, history }: Snapshot, today: LagosDate) {
  const date = latestResultDate(history, today)
  if (!date) return null
  const closes = new Map(scheduleOf(games, date).map(({ game, schedule }) => [game.key, schedule.closesAt]))
  const drawn = games.flatMap(({ key, name }) => {
    const draw = findDraw(history, key, dayOf(date))
    return draw?.state === 'drawn' ? [{ ...draw, name, closesAt: closes.get(key) ?? null }] : []
  })
  return drawn.sort((a, b) => (b.closesAt ?? 0) - (a.closesAt ?? 0))[0] ?? null
}
