import { formatCount } from '../base/words.ts'

/** A forecast among the site's forecasts for its draw; `covered` of the 90 numbers is null while one is secret. */
interface ForecastPlace {
  nth: number
  of: number
  covered: number | null
}

/**
 * `Forecast 3 of 9 for this draw`, after the reveal `…; together 41 of 90 numbers`: many forecasts for one draw make a win
 * likely, so each names its siblings.
 */
export function placeText({ nth, of, covered }: ForecastPlace): string {
  const place = `Forecast ${formatCount(nth)} of ${formatCount(of)} for this draw`
  return covered === null ? place : `${place}; together ${covered} of 90 numbers`
}
