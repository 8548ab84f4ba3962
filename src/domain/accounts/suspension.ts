import { addDays, formatDate, type LagosDate, lagosDate } from '../base/calendar.ts'

/** The longest suspension, in days. A longer one is a deletion. */
const LONGEST_DAYS = 366

/** What is wrong with the last day of a suspension that begins now; null for nothing. */
export function suspensionProblem(until: LagosDate, now: number): string | null {
  const today = lagosDate(now)
  if (until < today) return 'This day is over.'
  return until > addDays(today, LONGEST_DAYS) ? `At most ${LONGEST_DAYS} days.` : null
}

/**
 * `This account is suspended until the end of Wed 2 Dec 2026. Reason: many accounts.`
 * @param until the first instant after it, in milliseconds
 */
export const suspensionWords = (until: number, reason: string): string =>
  `This account is suspended until the end of ${formatDate(lagosDate(until - 1))}. Reason: ${reason}`
