import { formatDate, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { PREDICTION_FORMS, premierName } from '../../../forecasts/rules/predictions.ts'
import { type ForecastPlace, placeText } from '../../../forecasts/rules/record/place.ts'
import { type ScoredForecast, scoreSentence } from '../../../forecasts/rules/record/score.ts'
import type { SearchAnswers } from '../../../draws/rules/joined-search.ts'

/** A number's page as a message. @param address the full address */
export const numberShareText = (number: number, address: string): string =>
  `Number ${number}: its relatives and when it was last played\n${address}`

/** The address that opens WhatsApp with a message, to choose who gets it. */
export const whatsAppLink = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`

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
  const name = form === null ? 'Forecast' : `Forecast (${PREDICTION_FORMS[form].name})`
  return `${name}: ${numbers.join(', ')}. Draw: ${winning.join(' - ')}. ${score}${place ? ` ${placeText(place)}.` : ''}`
}

/** `Premier Diamond, Mon 23 Jun 2025`: the title of a forecast. */
export const forecastTitle = ({ game, date }: Pick<SharedForecast, 'game' | 'date'>): string =>
  `${premierName(game)}, ${formatDate(date)}`

/** A scored forecast as a message. @param address the full address of its public page */
export const forecastShareText = (forecast: SharedForecast, address: string): string =>
  [forecastTitle(forecast), forecastSentence(forecast), address].join('\n')

/** A number search as a message. @param address the full address, which needs a login */
export function searchShareText(search: SearchAnswers, address: string): string {
  return [search.scope, ...search.answers.map(({ sentence, luck }) => `${sentence} ${luck}`), address].join(
    '\n',
  )
}
