import { addDays, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { gamesOfDay, nextDraw } from '../../../draws/rules/day-result.ts'
import { latestResultDate } from '../../../draws/rules/results-view.ts'
import { WALL } from '../../../draws/rules/wall.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { qrCode } from '../../../platform/server/base/qr-code.ts'
import { hostOf } from './shares.ts'

/** What a TV shows: the games of today by close, and the newest results of the days before. */
export function wall({ draws, settings }: Pick<Services, 'draws' | 'settings'>, now: number) {
  const current = draws.current()
  const today = lagosDate(now)
  const games = gamesOfDay(current, today)
  const before: (ReturnType<typeof gamesOfDay>[number] & { date: typeof today })[] = []
  for (
    let date = latestResultDate(current.history, addDays(today, -1));
    date && before.length < WALL.leastRows;
    date = latestResultDate(current.history, addDays(date, -1))
  ) {
    const day = date
    const drawn = gamesOfDay(current, day).filter(({ draw }) => draw?.state === 'drawn')
    before.push(...drawn.toReversed().map((game) => ({ ...game, date: day })))
  }
  const next = nextDraw(current.games, now)
  return {
    today,
    address: hostOf({ settings }),
    qr: qrCode(settings.appUrl),
    games,
    before: before.slice(0, WALL.leastRows),
    next: next && { name: next.game.name, date: next.date, closesAt: next.schedule.closesAt },
    sample: [...games, ...before].some(({ draw }) => draw?.sample),
  }
}
