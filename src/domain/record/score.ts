import type { LagosDate } from '../base/calendar.ts'
import { chanceOfHits } from '../luck/counts.ts'
import { formatCount } from '../base/words.ts'
import type { PredictionForm } from '../predictions/predictions.ts'
import { FORM_RULES } from './forms.ts'
import { type Multiplier, multiplierOn } from './multipliers.ts'
import { itemAt } from '../base/lists.ts'

/** What one forecast is bet with, so that each counts alike: ₦100, spread evenly over the lines of its bet. */
export const STAKE_KOBO = 10_000

/** A forecast that is scored: its last version before the lock, and its draw. */
export interface ScoredForecast {
  id: number
  author: number
  game: string
  operator: string
  date: LagosDate
  form: PredictionForm | null
  numbers: readonly number[]
  /** The five winning numbers, as the record has them now. */
  winning: readonly number[]
  /** When the scored version was published, in milliseconds. */
  publishedAt: number
  /** The end of staking, in milliseconds. */
  closesAt: number
}

/** The score of one forecast (statistics.md, section 3). */
interface Score {
  /** The forecast numbers that came, in the order of the forecast. */
  came: readonly number[]
  /** Whether the form won; null for a forecast without a form, which has no win. */
  won: boolean | null
  /** Kobo back for {@link STAKE_KOBO}; null without a form or with an unknown multiplier. */
  backKobo: number | null
}

/** The forecast numbers that came and whether the form won: a score without its bet. */
export function outcomeOf({
  numbers,
  form,
  winning,
}: Pick<ScoredForecast, 'numbers' | 'form' | 'winning'>): Omit<Score, 'backKobo'> {
  const came = numbers.filter((number) => winning.includes(number))
  return { came, won: form === null ? null : came.length >= FORM_RULES[form].winHits }
}

/** Scores a forecast against its draw with the multipliers of the day of the draw. */
export function scoreOf(forecast: ScoredForecast, multipliers: readonly Multiplier[]): Score {
  const outcome = outcomeOf(forecast)
  const pays = paymentOf(forecast, multipliers)
  return { ...outcome, backKobo: pays && pays(outcome.came.length) }
}

/** The kobo that the bet on a forecast brings back by its hits; null if the forecast has no bet or no multiplier. */
export function paymentOf(
  { form, operator, date }: Pick<ScoredForecast, 'form' | 'operator' | 'date'>,
  multipliers: readonly Multiplier[],
): ((hits: number) => number) | null {
  if (form === null) return null
  const { bet, lines, linesWon } = FORM_RULES[form]
  const times = multiplierOn(multipliers, operator, bet, date)
  if (times === null) return null
  return (hits) => Math.round((STAKE_KOBO * times * linesWon(hits)) / lines)
}

/** `Won`, `Not won`, or without a form `1 of 2 hit`. */
export function scoreWords(forecast: Pick<ScoredForecast, 'numbers' | 'form' | 'winning'>): string {
  const { came, won } = outcomeOf(forecast)
  if (won === null) return `${came.length} of ${forecast.numbers.length} hit`
  return won ? 'Won' : 'Not won'
}

/** "1 of 2 came. Guessing gets at least one in 1 of 9 draws." @param hits how many of `numbers` came */
export const scoreSentence = (hits: number, numbers: number): string =>
  `${hits} of ${numbers} came. Guessing gets ${luckWords(hits, numbers)}.`

/** "at least one in 1 of 9 draws": how often guessing gets as many of `numbers` as came. */
export function luckWords(hits: number, numbers: number): string {
  const least = Math.max(1, hits)
  const words = itemAt(['one', 'two', 'three', 'four', 'five'], least - 1)
  const what = numbers === 1 ? 'it' : numbers === least ? allOf(numbers) : `at least ${words}`
  return `${what} in ${oneIn(chanceOfHits(numbers, least))} draws`
}

const allOf = (numbers: number) =>
  numbers === 2 ? 'both' : `all ${itemAt(['three', 'four', 'five'], numbers - 3)}`

/** `1 of 9`, or `7 of 10` for a chance of more than a half. */
export function oneIn(chance: number): string {
  return chance > 0.5 ? `${Math.round(chance * 10)} of 10` : `1 of ${formatCount(Math.round(1 / chance))}`
}
