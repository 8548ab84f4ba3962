import { instantAt, type LagosDate, parseClock, parseDate } from '../../src/platform/rules/base/calendar.ts'
import type { CalendarChange } from '../../src/draws/rules/draw-calendar.ts'
import { type Game, seedGames } from '../../src/draws/rules/games.ts'

// Diamond in a week of November 2026, and changes of its draws.
export const day = (text: string) => parseDate(text)!
export const [MON, TUE, THU, FRI, SAT] = ['23', '24', '26', '27', '28'].map((d) => day(`2026-11-${d}`)) as [
  LagosDate,
  LagosDate,
  LagosDate,
  LagosDate,
  LagosDate,
]
export const at = (date: LagosDate, time: string) => instantAt(date, parseClock(time)!)
export const diamond = seedGames(day('2020-01-01'))[0]!
export const change = (id: number, values: Partial<CalendarChange>): CalendarChange => ({
  id,
  kind: 'time',
  date: THU,
  toDate: null,
  close: null,
  reason: 'The machine',
  at: at(MON, '08:00'),
  ...values,
})
export const withChanges = (...changes: CalendarChange[]): Game => ({ ...diamond, changes })
export const MOVED = change(1, { kind: 'moved', toDate: FRI, close: 750 })
