import type { LagosDate } from '../../domain/base/calendar.ts'
import { PATHS } from '../../domain/site/paths.ts'

/** The address of a day's results. Today's address names no day, so that a stored link follows the days. */
export const dayPath = (date: LagosDate, today: LagosDate): string =>
  date === today ? PATHS.dayResult : `${PATHS.dayResult}?date=${date}`
