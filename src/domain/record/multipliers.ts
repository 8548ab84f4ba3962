import { type LagosDate, parseDate } from '../base/calendar.ts'
import { OPERATORS } from '../draws/operators.ts'

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
const FIRST_DAY = parseDate('1962-01-01')!

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
