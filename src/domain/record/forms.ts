import { choose, chanceOfHits } from '../luck/counts.ts'
import { PREDICTION_FORMS, type PredictionForm } from '../predictions/predictions.ts'
import type { Bet } from './multipliers.ts'

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
