import { type LagosDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { chanceOfHits, choose } from '../../../draws/rules/luck/counts.ts'
import { formatCount } from '../../../platform/rules/base/words.ts'
import { roughly } from '../../../draws/rules/luck/words.ts'
import { type PredictionForm, PREDICTION_FORMS } from '../predictions.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { OPERATORS } from '../../../draws/rules/operators.ts'

/** The bets with a multiplier of their own: what the operator pays for a line of ₦1 that wins (lotto.md, "Odds"). */
export const BETS = {
  first_ball: { name: 'One direct (first ball)', balls: 1 },
  two_sure: { name: 'Two sure', balls: 2 },
  three_direct: { name: 'Three direct', balls: 3 },
  four_direct: { name: 'Four direct', balls: 4 },
  five_direct: { name: 'Five direct', balls: 5 },
} as const
export type Bet = keyof typeof BETS
export const BET_KEYS = Object.keys(BETS) as [Bet, ...Bet[]]

/**
 * What an operator pays from a day on. Rows are only added, so a later multiplier leaves the records of earlier draws
 * unchanged.
 */
export interface Multiplier {
  operator: string
  bet: Bet
  validFrom: LagosDate
  /** Naira back for a line of ₦1 that wins; null if the operator does not take the bet any more. */
  times: number | null
}

/** Before every draw. */
const FIRST_DAY = present(parseDate('1962-01-01'))

const SEEDED = { first_ball: 40, two_sure: 240, three_direct: 2100, four_direct: 6000, five_direct: 44_000 }

/** The multipliers of a new database. Ghana's are not known until staff enter them (statistics.md, section 3). */
export const MULTIPLIER_SEEDS: readonly Multiplier[] = BET_KEYS.map((bet) => ({
  operator: OPERATORS.premier,
  bet,
  validFrom: FIRST_DAY,
  times: SEEDED[bet],
}))

/** The multiplier of a bet on the day of a draw; null if it is not known. */
export function multiplierOn(
  multipliers: readonly Multiplier[],
  operator: string,
  bet: Bet,
  date: LagosDate,
): number | null {
  let found: Multiplier | null = null
  for (const row of multipliers) {
    if (row.operator !== operator || row.bet !== bet || row.validFrom > date) continue
    if (!found || row.validFrom >= found.validFrom) found = row
  }
  return found?.times ?? null
}

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
    byLuck: sum((_, form) => winChance(form)),
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

/** What a form wins, and the bet that its naira back assumes (statistics.md, section 3). */
interface FormRules {
  /** The hits of a win. */
  winHits: number
  bet: Bet
  /** The lines of the bet. */
  lines: number
  /** The lines that win with a number of hits. */
  linesWon: (hits: number) => number
}

/** A banker is bet against all other numbers: with it among the five, the four other balls each make a winning line. */
const AGAINST_ALL = 89

function perm(numbers: number): FormRules {
  return { winHits: 2, bet: 'two_sure', lines: choose(numbers, 2), linesWon: (hits) => choose(hits, 2) }
}

export const FORM_RULES: Record<PredictionForm, FormRules> = {
  banker: { winHits: 1, bet: 'two_sure', lines: AGAINST_ALL, linesWon: (hits) => 4 * hits },
  two_sure: perm(2),
  three_direct: { winHits: 3, bet: 'three_direct', lines: 1, linesWon: (hits) => choose(hits, 3) },
  five: perm(5),
  ten: perm(10),
}

/** The chance that luck wins a form: 1/18 for a banker, 1/400.5 for two sure. */
export const winChance = (form: PredictionForm): number =>
  chanceOfHits(PREDICTION_FORMS[form].numbers, FORM_RULES[form].winHits)
