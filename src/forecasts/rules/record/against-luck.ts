import { hitsOf, binomial, rateInterval } from '../../../draws/rules/luck/counts.ts'
import {
  centralRange,
  type CountRange,
  type Distribution,
  chanceOf,
} from '../../../draws/rules/luck/distribution.ts'
import {
  type DrawHits,
  drawsUntilProof,
  NO_EVIDENCE,
  proofNeeded,
  proofOf,
  proofOfDraws,
  withDraw,
} from '../../../draws/rules/luck/evidence.ts'
import { plus, sumOf } from '../../../draws/rules/luck/sums.ts'
import { type LosingRun, longestLosingRun, longestRunOfLosses } from '../../../draws/rules/luck/runs.ts'
import { PREDICTION_FORMS, type PredictionForm } from '../../../draws/rules/bets.ts'
import { type ScoredForecast, outcomeOf, WIN_CHANCE } from './score.ts'
import type { RecordDraw } from './draws.ts'

/** How many forecast numbers came, beside luck. */
export interface CameAgainstLuck {
  /** The forecast numbers, each once per draw. */
  numbers: number
  /** How many of them came. */
  came: number
  /** How many come by luck on average: 5/90 of all. */
  expected: number
  /** The range of 19 in 20 records by luck. */
  usual: CountRange
}

/** The numbers of a record against luck (statistics.md, section 4). */
export interface NumbersAgainstLuck extends CameAgainstLuck {
  draws: number
  /** E, the proof so far. */
  proof: number
  /** The E that this record needs for a verdict. */
  needed: number
  /** The draws until forecasts twice as good as luck show it in 80 % of records; null if no such forecast exists. */
  drawsNeeded: number | null
}

/** The chances of how many numbers of the draws come by luck: the exact convolution over the draws. */
function luckOfDraws(draws: readonly DrawHits[]): Distribution {
  const counts = new Map<number, number>()
  for (const { numbers } of draws) counts.set(numbers, (counts.get(numbers) ?? 0) + 1)
  return sumOf([...counts].map(([numbers, times]) => ({ distribution: hitsOf(numbers), times })))
}

export function cameAgainstLuck(draws: readonly DrawHits[]): CameAgainstLuck {
  const sum = (figure: keyof DrawHits) => draws.reduce((total, draw) => total + draw[figure], 0)
  const numbers = sum('numbers')
  const usual = centralRange(luckOfDraws(draws))
  return { numbers, came: sum('hits'), expected: (numbers * 5) / 90, usual }
}

/** @param place the place of the record in the order of opening, 1 for the house */
export function numbersAgainstLuck(draws: readonly DrawHits[], place: number): NumbersAgainstLuck {
  const came = cameAgainstLuck(draws)
  const needed = proofNeeded(place)
  const perDraw = Math.max(1, Math.round(came.numbers / Math.max(1, draws.length)))
  return {
    ...came,
    draws: draws.length,
    proof: proofOfDraws(draws),
    needed,
    drawsNeeded: drawsUntilProof(perDraw, needed),
  }
}

/** One point of the funnel: the numbers that came up to a draw, beside luck's range at that draw. */
export interface FunnelPoint {
  came: number
  expected: number
  usual: CountRange
  /** E after the draw. */
  proof: number
}

/**
 * The numbers that came after each draw, inside the funnel of luck. Each range is right for its draw alone: about one
 * guesser in three is outside at some time.
 */
export function funnelOf(draws: readonly DrawHits[]): FunnelPoint[] {
  let luck: Distribution = { from: 0, chances: Float64Array.of(1) }
  let came = 0
  let numbers = 0
  let sums = NO_EVIDENCE
  return draws.map((draw) => {
    sums = withDraw(sums, draw)
    luck = plus(luck, hitsOf(draw.numbers))
    came += draw.hits
    numbers += draw.numbers
    return { came, expected: (numbers * 5) / 90, usual: centralRange(luck), proof: proofOf(sums) }
  })
}

/** What a record shows; the first that applies (statistics.md, section 4). */
export type Finding = 'better' | 'too-early' | 'below' | 'inside' | 'above'

export function findingOf(figures: NumbersAgainstLuck): Finding {
  const { draws, came, usual, proof, needed, drawsNeeded } = figures
  if (proof >= needed) return 'better'
  if (drawsNeeded !== null && draws < drawsNeeded) return 'too-early'
  if (came < usual.low) return 'below'
  return came <= usual.high ? 'inside' : 'above'
}

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
  return PREDICTION_FORMS.flatMap((form) => {
    const wins = draws.flatMap(({ forecasts }) => {
      const first = firstOfForm(forecasts, form)
      return first ? [outcomeOf(first).won === true] : []
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

function formWins(form: PredictionForm, wins: readonly boolean[]): FormWins {
  const [forecasts, won, chance] = [wins.length, wins.filter(Boolean).length, WIN_CHANCE[form]]
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
