import { addDays, endOfDay, formatDate, lagosDate } from '../base/calendar.ts'

/** The breaks that a player can take. */
export const BREAKS = [
  { days: 1, name: 'One day' },
  { days: 7, name: 'One week' },
  { days: 30, name: '30 days' },
  { days: 90, name: '90 days' },
] as const
export const BREAK_DAYS: readonly number[] = BREAKS.map(({ days }) => days)

/** The end of a break of some days from `now`, in milliseconds: the end of a Lagos day. */
export const breakEnd = (now: number, days: number): number => endOfDay(addDays(lagosDate(now), days))

/** `You are on a break until the end of Wed 2 Dec 2026.` */
export const breakWords = (until: number): string =>
  `You are on a break until the end of ${formatDate(lagosDate(until - 1))}.`
