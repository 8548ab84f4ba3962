import { addDays, endOfDay, formatDate, lagosDate, type LagosDate } from '../base/calendar.ts'

/** The breaks that a player can take. */
export const BREAKS = [
  { days: 1, name: 'One day' },
  { days: 7, name: 'One week' },
  { days: 30, name: '30 days' },
  { days: 90, name: '90 days' },
] as const
/** What a break does. */
export const BREAK_NOTE =
  'Forecasts, tickets, notifications and offers of plans are off until the end. Results stay open. You cannot end a break early.'
export const BREAK_DAYS: readonly number[] = BREAKS.map(({ days }) => days)

/** The end of a break of some days from `now`, in milliseconds: the end of a Lagos day. */
export const breakEnd = (now: number, days: number): number => endOfDay(addDays(lagosDate(now), days))

/** `You are on a break until the end of Wed 2 Dec 2026.` */
export const breakWords = (until: number): string =>
  `You are on a break until the end of ${formatDate(lagosDate(until - 1))}.`

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
