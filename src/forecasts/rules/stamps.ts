// Stamps of outside clocks in words, and when an authority is asked. Lines and sizes count from 1.
import {
  clockOf,
  DAY,
  formatDayMonth,
  HOUR,
  lagosDate,
  MINUTE,
  SECOND,
} from '../../platform/rules/base/calendar.ts'
import { formatCount, inList } from '../../platform/rules/base/words.ts'

/** An authority dated the first `size` lines of a record. */
export interface Stamp {
  size: number
  authority: string
  /** By the authority's clock, in milliseconds. */
  time: number
}

/** The first stamp of an authority that covers a line. */
export type FirstStamp = Pick<Stamp, 'authority' | 'time'>

/** @returns for a line the first stamp of each authority that covers it, earliest first */
export function stampsByLine(stamps: readonly Stamp[]): (line: number) => FirstStamp[] {
  const firsts = new Map<string, Float64Array>()
  for (const { size, authority, time } of [...stamps].sort((a, b) => b.size - a.size)) {
    const first = firsts.get(authority) ?? new Float64Array(size + 1).fill(Infinity)
    firsts.set(authority, first)
    first[size] = Math.min(first[size]!, time)
  }
  for (const first of firsts.values())
    for (let n = first.length - 2; n > 0; n--) first[n] = Math.min(first[n]!, first[n + 1]!)
  return (line) =>
    [...firsts]
      .flatMap(([authority, first]) => (line < first.length ? [{ authority, time: first[line]! }] : []))
      .sort((a, b) => a.time - b.time)
}

/** The stamps at or before a lock: no later one shows that a forecast precedes its draw. */
export const inTime = (stamps: readonly FirstStamp[], lock: number | null): FirstStamp[] =>
  stamps.filter(({ time }) => lock !== null && time <= lock)

/** The names that the companies give themselves. */
const NAMES: Record<string, string> = {
  digicert: 'DigiCert',
  freetsa: 'FreeTSA',
  globalsign: 'GlobalSign',
  identrust: 'IdenTrust',
  sectigo: 'Sectigo',
  standin1: 'stand-in 1',
  standin2: 'stand-in 2',
}

/** The names of `TIMESTAMP_URLS` are short; an unknown one is shown as it is. */
export const authorityName = (name: string): string => NAMES[name] ?? name

export const STAND_IN_NOTE = 'The clocks of this demonstration are stand-ins and prove nothing.'

/**
 * `Stamped 10:00:03 by DigiCert and FreeTSA`: all of them had stamped it by then. The day is named if it is not that of the
 * publication.
 *
 * @param stamps those at or before the lock
 * @param at the publication, in milliseconds
 */
export function stampedText(stamps: readonly FirstStamp[], at: number): string {
  if (stamps.length === 0) return 'Dated by our own clock only'
  const time = Math.max(...stamps.map((stamp) => stamp.time))
  const day = lagosDate(time) === lagosDate(at) ? '' : `${formatDayMonth(lagosDate(time))}, `
  const seconds = String(Math.floor(time / SECOND) % 60).padStart(2, '0')
  const names = stamps.map(({ authority }) => authorityName(authority))
  return `Stamped ${day}${clockOf(time)}:${seconds} by ${inList(names)}`
}

/** Both totals side by side: an outage is no excuse. */
export const stampTotals = (all: number, stamped: number): string =>
  `Forecasts: ${formatCount(all)}. Stamped before their close: ${formatCount(stamped)}.`

/** The editor's warning in the last two minutes before a lock. */
export const lateStampWarning = (lock: number, now: number): string | undefined =>
  now < lock && lock - now <= 2 * MINUTE
    ? 'Forecasts for this draw close in less than 2 minutes. If no stamp comes in time, only our own clock dates the forecast.'
    : undefined

/** Milliseconds by which the clock of an authority may differ from ours. */
export const CLOCK_MARGIN = 2 * MINUTE

/** Authorities of different owners that a site needs. */
export const FEWEST_AUTHORITIES = 2
/** The failures in a row from which staff have an alarm, and an authority is asked less often. */
export const ALARMING_FAILURES = 5
/** Without any news, a record is stamped this often. */
export const STAMP_EVERY = DAY

const FIRST_RETRIES = [5 * SECOND, 15 * SECOND, MINUTE]

/**
 * Milliseconds from a request to an authority until the next one.
 *
 * @param failures in a row
 * @param isAwaited whether a forecast that it has not stamped waits for its result
 */
export function stampDelay(failures: number, isAwaited: boolean): number {
  if (failures === 0) return 15 * SECOND
  const first = FIRST_RETRIES[failures - 1]
  if (first !== undefined) return first
  if (!isAwaited) return HOUR
  return failures < ALARMING_FAILURES ? 2 * MINUTE : 10 * MINUTE
}
