import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import {
  chanceToWin,
  exampleOf,
  linesByHits,
  linesOf,
  type Multiplier,
  multiplierBet,
  multiplierOn,
  PREDICTION_FORMS,
  type PredictionForm,
} from '../../../draws/rules/bets.ts'
import { chanceOfHits } from '../../../draws/rules/luck/counts.ts'
import { formatCount } from '../../../platform/rules/base/words.ts'
import { roughly } from '../../../draws/rules/luck/words.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

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
  return { came, won: form === null ? null : isWin(form, came.length) }
}

/** The bet of a form: a ticket of any numbers. */
const betOf = (form: PredictionForm) => exampleOf(form, STAKE_KOBO)

/** Whether a form wins with a number of hits. */
export const isWin = (form: PredictionForm, hits: number): boolean => linesByHits(betOf(form), hits) > 0

/** The chance that luck wins each form. */
export const WIN_CHANCE = Object.fromEntries(
  PREDICTION_FORMS.map((form) => [form, chanceToWin(betOf(form))]),
) as Record<PredictionForm, number>

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
  const bet = betOf(form)
  const times = multiplierOn(multipliers, operator, multiplierBet(bet), date)
  if (times === null) return null
  return (hits) => Math.round((STAKE_KOBO * times * linesByHits(bet, hits)) / linesOf(bet))
}

type Scored = Pick<ScoredForecast, 'numbers' | 'form' | 'winning'>

/** `Won`, or `Not won`: what a bet is for. */
export const wonWord = (won: boolean): string => (won ? 'Won' : 'Not won')

/** `Not won, 1 of 2 came`; without a form, which cannot win, `1 of 2 came`. */
export function scoreWords(forecast: Scored): string {
  const { came, won } = outcomeOf(forecast)
  const words = `${came.length} of ${forecast.numbers.length} came`
  return won === null ? words : `${wonWord(won)}, ${words}`
}

/** "Not won, 1 of 2 came. Guessing gets at least one in 1 of 9 draws." */
export const scoreSentence = (forecast: Scored): string =>
  `${scoreWords(forecast)}. Guessing gets ${luckWords(outcomeOf(forecast).came.length, forecast.numbers.length)}.`

/** Forecasts with a form, how many of them won, and how many guessing wins on average. */
export interface Wins {
  won: number
  forecasts: number
  byLuck: number
}

export function winsOf(all: readonly Scored[]): Wins {
  const sum = (add: (one: Scored, form: PredictionForm) => number) =>
    all.reduce((total, one) => total + (one.form === null ? 0 : add(one, one.form)), 0)
  return {
    won: sum((one) => Number(outcomeOf(one).won)),
    forecasts: sum(() => 1),
    byLuck: sum((_, form) => WIN_CHANCE[form]),
  }
}

/** `4 won of 87`, and `; luck 3.5`. */
export const winsWords = ({ won, forecasts, byLuck }: Wins): [string, string] => [
  `${formatCount(won)} won of ${formatCount(forecasts)}`,
  `; luck ${byLuck < 0.05 ? 'under 0.1' : roughly(byLuck)}`,
]

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
