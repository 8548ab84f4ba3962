import {
  formatClock,
  formatDayMonth,
  lagosDate,
  lagosMinutes,
} from '../../../platform/rules/base/calendar.ts'
import { formatCount } from '../../../platform/rules/base/words.ts'

/** A forecast among the site's forecasts for its draw, by all authors. */
export interface ForecastPlace {
  nth: number
  of: number
  /** How many of the 90 numbers they cover together; null while any is secret. */
  covered: number | null
  /** When the last of the witnesses saw it before its lock, in milliseconds, and how many did; null without one. */
  witnessed: { at: number; by: number; of: number } | null
}

/**
 * `Forecast 3 of 9 for this draw so far`, after the reveal `…; together they cover 41 of 90 numbers`: many forecasts for
 * one draw make a win likely, so each names its siblings.
 */
export function placeText({ nth, of, covered }: Omit<ForecastPlace, 'witnessed'>): string {
  const place = `Forecast ${formatCount(nth)} of ${formatCount(of)} for this draw`
  return covered === null ? `${place} so far` : `${place}; together they cover ${covered} of 90 numbers`
}

/** `Witnessed Thu 26 Nov 14:30:03 by 2 of 3`, or that only our own clock dates it. */
export function witnessedText({ witnessed }: Pick<ForecastPlace, 'witnessed'>): string {
  if (!witnessed) return 'Our clock only'
  const { at, by, of } = witnessed
  const seconds = String(Math.floor(at / 1000) % 60).padStart(2, '0')
  return `Witnessed ${formatDayMonth(lagosDate(at))} ${formatClock(lagosMinutes(at))}:${seconds} by ${by} of ${of}`
}

/** `No. 3 of 9, witnessed`, in one line of a phone; the only forecast of a draw has no number. */
export const shortPlace = ({ nth, of, witnessed }: ForecastPlace): string =>
  (of === 1 ? '' : `No. ${formatCount(nth)} of ${formatCount(of)}, `) +
  (witnessed ? 'witnessed' : 'unwitnessed')

/** Both, for a row. */
export const placeNote = (place: ForecastPlace): string => `${placeText(place)}. ${witnessedText(place)}`
