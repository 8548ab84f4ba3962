import { formatDate, type LagosDate } from '../../platform/rules/base/calendar.ts'
import { premierName } from './predictions.ts'
import { BETS } from '../../draws/rules/bets.ts'
import { type ForecastPlace, placeText } from './record/place.ts'
import { type ScoredForecast, scoreSentence } from './record/score.ts'

interface SharedForecast extends Pick<ScoredForecast, 'numbers' | 'form' | 'winning'> {
  /** The name of its game. */
  game: string
  date: LagosDate
  /** Null for a forecast from before the log. */
  place: ForecastPlace | null
}

/** A scored forecast on one line, for the preview of a link. */
export function forecastSentence({ numbers, form, winning, place }: SharedForecast): string {
  const score = scoreSentence({ numbers, form, winning })
  const name = form === null ? 'Forecast' : `Forecast (${BETS[form].name})`
  return `${name}: ${numbers.join(', ')}. Draw: ${winning.join(' - ')}. ${score}${place ? ` ${placeText(place)}.` : ''}`
}

/** `Premier Diamond, Mon 23 Jun 2025`: the title of a forecast. */
export const forecastTitle = ({ game, date }: Pick<SharedForecast, 'game' | 'date'>): string =>
  `${premierName(game)}, ${formatDate(date)}`

/** A scored forecast as a message. @param address the full address of its public page */
export const forecastShareText = (forecast: SharedForecast, address: string): string =>
  [forecastTitle(forecast), forecastSentence(forecast), address].join('\n')
