import { binomial, rateInterval } from '../luck/counts.ts'
import { centralRange, chanceOf, type CountRange } from '../luck/distribution.ts'
import { type LosingRun, longestLosingRun, longestRunOfLosses } from '../luck/runs.ts'
import { PREDICTION_FORM_KEYS, type PredictionForm } from '../predictions/predictions.ts'
import { FORM_RULES, winChance } from './forms.ts'
import type { RecordDraw } from './draws.ts'
import type { ScoredForecast } from './score.ts'

/** The wins of one form (statistics.md, section 4). They have a range but no verdict. */
export interface FormWins {
  form: PredictionForm
  forecasts: number
  won: number
  /** The chance that luck wins one forecast. */
  chance: number
  /** The wins of 19 in 20 records by luck. */
  usual: CountRange
  /** The chance that luck wins none. */
  noneByLuck: number
  /** The Clopper-Pearson interval of the rate of wins. */
  rate: { low: number; high: number }
  longestRun: number
  runByLuck: LosingRun
}

/**
 * The wins of each form with at least one forecast. Of two forecasts of a form for one draw only the first published
 * counts: the rates need independent forecasts.
 */
export function winsByForm(draws: readonly RecordDraw[]): FormWins[] {
  return PREDICTION_FORM_KEYS.flatMap((form) => {
    const wins = draws.flatMap(({ forecasts }) => {
      const first = firstOfForm(forecasts, form)
      return first ? [hasWon(first, form)] : []
    })
    return wins.length === 0 ? [] : [formWins(form, wins)]
  })
}

function firstOfForm(forecasts: readonly ScoredForecast[], form: PredictionForm): ScoredForecast | undefined {
  return forecasts
    .filter((forecast) => forecast.form === form)
    .reduce<ScoredForecast | undefined>(
      (first, next) => (first && first.id < next.id ? first : next),
      undefined,
    )
}

const hasWon = ({ numbers, winning }: ScoredForecast, form: PredictionForm): boolean =>
  numbers.filter((number) => winning.includes(number)).length >= FORM_RULES[form].winHits

function formWins(form: PredictionForm, wins: readonly boolean[]): FormWins {
  const [forecasts, won, chance] = [wins.length, wins.filter(Boolean).length, winChance(form)]
  const luck = binomial(forecasts, chance)
  return {
    form,
    forecasts,
    won,
    chance,
    usual: centralRange(luck),
    noneByLuck: chanceOf(luck, 0),
    rate: rateInterval(won, forecasts),
    longestRun: longestRunOfLosses(wins),
    runByLuck: longestLosingRun(forecasts, chance),
  }
}
