import { type LagosDate, parseDate } from '../../platform/rules/base/calendar.ts'
import { itemAt, present } from '../../platform/rules/base/lists.ts'
import { DRAW_LIMITS } from '../../platform/rules/base/balls.ts'
import { choose } from './luck/counts.ts'
import { atLeast, type Distribution, meanOf } from './luck/distribution.ts'
import { formatCount, formatNaira, decimal } from '../../platform/rules/base/words.ts'
import { OPERATORS } from './operators.ts'

/**
 * Every bet (lotto.md, "Players' terms", "Odds"). `numbers`: how many it has; null where the player chooses. `line`: how
 * many of them a line has, if not all. `times`: the first multiplier of Premier Lotto.
 */
export const BETS = {
  first_ball: { name: 'One direct (first ball)', numbers: 1, times: 40 },
  nap: { name: 'Nap', about: 'one number as the first ball', numbers: 1 },
  two_sure: { name: 'Two sure', about: 'two numbers, both among the five', numbers: 2, times: 240 },
  three_direct: { name: 'Three direct', about: 'three numbers, all among the five', numbers: 3, times: 2100 },
  four_direct: { name: 'Four direct', about: 'four numbers, all among the five', numbers: 4, times: 6000 },
  five_direct: { name: 'Five direct', about: 'all five numbers', numbers: 5, times: 44_000 },
  perm: { name: 'Perm', about: 'every combination of several numbers', numbers: null },
  banker: { name: 'Banker', about: 'one number against all 89 others', numbers: 1, line: 2 },
  against: { name: 'Against', about: 'each number of one set with each of another', numbers: null, line: 2 },
  five: { name: 'Five', numbers: 5, line: 2 },
  ten: { name: 'Ten', numbers: 10, line: 2 },
} as const

/** The bets with a multiplier of their own, by the numbers of a line. */
export const PRICED_BETS = ['first_ball', 'two_sure', 'three_direct', 'four_direct', 'five_direct'] as const
export type PricedBet = (typeof PRICED_BETS)[number]

/** The bets that the ticket checker knows. */
export const TICKET_BETS = [
  'nap',
  'two_sure',
  'three_direct',
  'four_direct',
  'five_direct',
  'perm',
  'banker',
  'against',
] as const
export type TicketBet = (typeof TICKET_BETS)[number]

/** The bets that a forecast can name. */
export const PREDICTION_FORMS = ['banker', 'two_sure', 'three_direct', 'five', 'ten'] as const
export type PredictionForm = (typeof PREDICTION_FORMS)[number]

/** A checked ticket, or a forecast as one. The numbers are different. */
export interface Ticket<Bet = TicketBet> {
  bet: Bet
  numbers: readonly number[]
  /** The other set of an against bet; empty for other bets. */
  against: readonly number[]
  /** How many numbers a line of a perm has. */
  lineOf: number
  /** Kobo on each line. */
  stake: number
}
type AnyTicket = Ticket<TicketBet | PredictionForm>
type Line = Pick<AnyTicket, 'bet' | 'lineOf'>

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS

/** How many numbers a line has. */
function sizeOf({ bet, lineOf }: Line): number {
  const row: { numbers: number | null; line?: number } = BETS[bet]
  return row.line ?? row.numbers ?? lineOf
}

/** The bet whose multiplier a line of a ticket has. */
export const multiplierBet = (line: Line): PricedBet => itemAt(PRICED_BETS, sizeOf(line) - 1)

/** How many lines a ticket has. Each costs the stake. */
export function linesOf(ticket: Omit<AnyTicket, 'stake'>): number {
  const { bet, numbers, against } = ticket
  if (bet === 'banker') return HIGHEST - 1
  return bet === 'against' ? numbers.length * against.length : choose(numbers.length, sizeOf(ticket))
}

/**
 * How many lines win when `hits` of the numbers came, and `others` of the other set of an against bet. A nap wins by the
 * place of its number too.
 */
export function linesByHits(line: Line, hits: number, others = 0): number {
  // A banker wins with each of the four other balls.
  if (line.bet === 'banker') return hits * (BALLS - 1)
  return line.bet === 'against' ? hits * others : choose(hits, sizeOf(line))
}

/** How many lines of a ticket win in a draw. @param winning in drawing order */
export function linesWon(ticket: Ticket, winning: ArrayLike<number>): number {
  const { bet, numbers, against } = ticket
  if (bet === 'nap') return winning[0] === numbers[0] ? 1 : 0
  return linesByHits(ticket, hitsAmong(numbers, winning), hitsAmong(against, winning))
}

function hitsAmong(numbers: readonly number[], winning: ArrayLike<number>): number {
  let hits = 0
  for (let place = 0; place < winning.length; place++) if (numbers.includes(itemAt(winning, place))) hits++
  return hits
}

/** The chances of each number of winning lines in one draw, exactly. */
export function luckOf(ticket: AnyTicket): Distribution {
  if (ticket.bet === 'nap') return { from: 0, chances: Float64Array.of(1 - 1 / HIGHEST, 1 / HIGHEST) }
  const [one, other] = [ticket.numbers.length, ticket.against.length]
  const chances: number[] = []
  for (let a = 0; a <= BALLS; a++)
    for (let b = 0; a + b <= BALLS; b++) {
      const ways = choose(one, a) * choose(other, b) * choose(HIGHEST - one - other, BALLS - a - b)
      const lines = linesByHits(ticket, a, b)
      if (ways > 0) chances[lines] = (chances[lines] ?? 0) + ways / choose(HIGHEST, BALLS)
    }
  return { from: 0, chances: Float64Array.from(chances, (chance = 0) => chance) }
}

/** The chance that at least one line wins in one draw: 1/18 for a banker, 1/400.5 for two sure. */
export const chanceToWin = (ticket: AnyTicket): number => atLeast(luckOf(ticket), 1)

/** The share of the cost that comes back on average, at `times` naira for a winning line of ₦1: 0.599 for two sure. */
export const returnOf = (ticket: Ticket, times: number): number =>
  (meanOf(luckOf(ticket)) * times) / linesOf(ticket)

/** The smallest ticket of a bet, for a table of the bets. A perm is of three numbers, an against of two and two. */
export function exampleOf<Bet extends AnyTicket['bet']>(bet: Bet, stake: number): Ticket<Bet> {
  const numbers = Array.from({ length: BETS[bet].numbers ?? (bet === 'perm' ? 3 : 2) }, (_, i) => i + 1)
  return { bet, numbers, against: bet === 'against' ? [3, 4] : [], lineOf: 2, stake }
}

/**
 * What an operator pays from a day on. Rows are only added, so a later multiplier leaves the records of earlier draws
 * unchanged.
 */
export interface Multiplier {
  operator: string
  bet: PricedBet
  validFrom: LagosDate
  /** Naira back for a line of ₦1 that wins; null if the operator does not take the bet any more. */
  times: number | null
}

/** Before every draw. */
const FIRST_DAY = present(parseDate('1962-01-01'))

/** The multipliers of a new database. Ghana's are not known until staff enter them (statistics.md, section 3). */
export const MULTIPLIER_SEEDS: readonly Multiplier[] = PRICED_BETS.map((bet) => ({
  operator: OPERATORS.premier,
  bet,
  validFrom: FIRST_DAY,
  times: BETS[bet].times,
}))

/** The multiplier of a bet on the day of a draw; null if it is not known. */
export function multiplierOn(
  multipliers: readonly Multiplier[],
  operator: string,
  bet: PricedBet,
  date: LagosDate,
): number | null {
  let found: Multiplier | null = null
  for (const row of multipliers) {
    if (row.operator !== operator || row.bet !== bet || row.validFrom > date) continue
    if (!found || row.validFrom >= found.validFrom) found = row
  }
  return found?.times ?? null
}

/** What a ticket wins in a draw. @returns `won` in kobo; null if the operator's multiplier of that day is not known */
export function judgeTicket(
  ticket: Ticket,
  winning: ArrayLike<number>,
  { operator, date }: { operator: string; date: LagosDate },
  multipliers: readonly Multiplier[],
): { lines: number; won: number | null } {
  const lines = linesWon(ticket, winning)
  const times = multiplierOn(multipliers, operator, multiplierBet(ticket), date)
  return { lines, won: lines === 0 ? 0 : times === null ? null : lines * times * ticket.stake }
}

/** `1 in 400.5`, `1 in 11,748`. */
export const oneInWords = (oneIn: number): string =>
  `1 in ${oneIn < 1000 ? decimal(oneIn) : formatCount(Math.round(oneIn))}`

/** `1.67 times luck`: how often a bet must win to bring back what it costs. */
export const breakEvenWords = (share: number): string => `${(1 / share).toFixed(2)} times luck`

const TEN_NAIRA = 1000

/** What ₦100 brings back: whole naira from ₦10 on. */
export const backWords = (kobo: number): string =>
  formatNaira(kobo < TEN_NAIRA ? Math.round(kobo) : Math.round(kobo / 100) * 100)
