import { clockOf } from '../../../platform/rules/base/calendar.ts'
import { formatCount } from '../../../platform/rules/base/words.ts'
import type { FirstStamp } from '../stamps.ts'

/** A forecast among the site's forecasts for its draw, by all authors. */
export interface ForecastPlace {
  nth: number
  of: number
  /** How many of the 90 numbers they cover together; null while any is secret. */
  covered: number | null
  /** The stamps at or before its lock, earliest first. */
  stamps: readonly FirstStamp[]
}

const ORDINALS = 'First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth'.split(' ')

/** `No. 11` after `Tenth`. */
const ordinal = (n: number) => ORDINALS[n - 1] ?? `No. ${formatCount(n)}`

/**
 * `Second of 3 forecasts so far`, after the reveal `…; together they cover 41 of 90 numbers`: many forecasts for one draw
 * make a win likely, so each names its siblings.
 */
export function placeText({ nth, of, covered }: Omit<ForecastPlace, 'stamps'>): string {
  const place =
    of === 1 ? 'The only forecast for this draw' : `${ordinal(nth)} of ${formatCount(of)} forecasts`
  if (covered === null) return `${place} so far`
  return of === 1 ? place : `${place}; together they cover ${covered} of 90 numbers`
}

/** `Dated by 2 outside clocks, 03:57`, by the last of them. */
export function datedText({ stamps }: Pick<ForecastPlace, 'stamps'>): string {
  if (stamps.length === 0) return 'Dated by our own clock only'
  const clocks = stamps.length === 1 ? '1 outside clock' : `${formatCount(stamps.length)} outside clocks`
  return `Dated by ${clocks}, ${clockOf(Math.max(...stamps.map(({ time }) => time)))}`
}

/** Both, for a row. */
export const placeNote = (place: ForecastPlace): string => `${placeText(place)}. ${datedText(place)}`
