import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { choose, hitsOf } from '../../../draws/rules/luck/counts.ts'
import { atLeast, type Distribution, meanOf } from '../../../draws/rules/luck/distribution.ts'
import type { Bet } from '../../../forecasts/rules/record/score.ts'
import { formatCount, decimal } from '../../../platform/rules/base/words.ts'

/** The bets that the ticket checker knows (lotto.md, "Players' terms"). */
export const TICKET_BETS = {
  nap: { name: 'Nap', about: 'one number as the first ball' },
  two_sure: { name: 'Two sure', about: 'two numbers, both among the five' },
  three_direct: { name: 'Three direct', about: 'three numbers, all among the five' },
  four_direct: { name: 'Four direct', about: 'four numbers, all among the five' },
  five_direct: { name: 'Five direct', about: 'all five numbers' },
  perm: { name: 'Perm', about: 'every combination of several numbers' },
  banker: { name: 'Banker', about: 'one number against all 89 others' },
  against: { name: 'Against', about: 'each number of one set with each of another' },
} as const
export type TicketBet = keyof typeof TICKET_BETS
export const TICKET_BET_KEYS = Object.keys(TICKET_BETS) as [TicketBet, ...TicketBet[]]

/** A checked ticket. The numbers are different. */
export interface Ticket {
  bet: TicketBet
  numbers: readonly number[]
  /** The other set of an against bet; empty for other bets. */
  against: readonly number[]
  /** How many numbers a line of a perm has. */
  lineOf: number
  /** Kobo on each line. */
  stake: number
}

/** The bets by the numbers of a line. */
const DIRECT: Readonly<Record<number, Bet>> = {
  2: 'two_sure',
  3: 'three_direct',
  4: 'four_direct',
  5: 'five_direct',
}

/** The bet whose multiplier a line of a ticket has. Lines of banker and against have two numbers. */
export function multiplierBet({ bet, lineOf }: Pick<Ticket, 'bet' | 'lineOf'>): Bet {
  if (bet === 'nap') return 'first_ball'
  if (bet === 'perm') return present(DIRECT[lineOf])
  return bet === 'banker' || bet === 'against' ? 'two_sure' : bet
}

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS

/** How many lines a ticket has. Each costs the stake. */
export function linesOf({ bet, numbers, against, lineOf }: Ticket): number {
  if (bet === 'perm') return choose(numbers.length, lineOf)
  if (bet === 'banker') return HIGHEST - 1
  return bet === 'against' ? numbers.length * against.length : 1
}

/** How many lines of a ticket win in a draw. @param winning in drawing order */
export function linesWon({ bet, numbers, against, lineOf }: Ticket, winning: ArrayLike<number>): number {
  if (bet === 'nap') return winning[0] === numbers[0] ? 1 : 0
  const hits = hitsAmong(numbers, winning)
  // A banker wins with each of the four other balls.
  if (bet === 'banker') return hits * (BALLS - 1)
  if (bet === 'against') return hits * hitsAmong(against, winning)
  return choose(hits, bet === 'perm' ? lineOf : numbers.length)
}

function hitsAmong(numbers: readonly number[], winning: ArrayLike<number>): number {
  let hits = 0
  for (let place = 0; place < winning.length; place++) if (numbers.includes(itemAt(winning, place))) hits++
  return hits
}

/** The chances of each number of winning lines in one draw, exactly. */
export function luckOf({ bet, numbers, against, lineOf }: Ticket): Distribution {
  const chances = new Map<number, number>()
  const add = (lines: number, chance: number) => chances.set(lines, (chances.get(lines) ?? 0) + chance)
  if (bet === 'nap') {
    add(1, 1 / HIGHEST)
    add(0, 1 - 1 / HIGHEST)
  } else if (bet === 'against') {
    const rest = HIGHEST - numbers.length - against.length
    for (let a = 0; a <= BALLS; a++)
      for (let b = 0; a + b <= BALLS; b++) {
        const ways = choose(numbers.length, a) * choose(against.length, b) * choose(rest, BALLS - a - b)
        add(a * b, ways / choose(HIGHEST, BALLS))
      }
  } else {
    const { from, chances: hits } = hitsOf(numbers.length)
    const size = bet === 'perm' ? lineOf : numbers.length
    for (const [i, chance] of hits.entries())
      add(bet === 'banker' ? (from + i) * (BALLS - 1) : choose(from + i, size), chance)
  }
  const most = Math.max(...chances.keys())
  return { from: 0, chances: Float64Array.from({ length: most + 1 }, (_, lines) => chances.get(lines) ?? 0) }
}

/** The chance that at least one line wins in one draw. */
export const chanceToWin = (ticket: Ticket): number => atLeast(luckOf(ticket), 1)

/** The share of the cost that comes back on average, at `times` naira for a winning line of ₦1: 0.599 for two sure. */
export const returnOf = (ticket: Ticket, times: number): number =>
  (meanOf(luckOf(ticket)) * times) / linesOf(ticket)

/** The smallest ticket of each bet, for a table of the bets. A perm is of three numbers, an against of two and two. */
export function exampleOf(bet: TicketBet, stake: number): Ticket {
  const numbers = {
    nap: [1],
    two_sure: [1, 2],
    three_direct: [1, 2, 3],
    four_direct: [1, 2, 3, 4],
    five_direct: [1, 2, 3, 4, 5],
    perm: [1, 2, 3],
    banker: [1],
    against: [1, 2],
  }
  return { bet, numbers: numbers[bet], against: bet === 'against' ? [3, 4] : [], lineOf: 2, stake }
}

/** `1 in 400.5`, `1 in 11,748`. */
export const oneInWords = (oneIn: number): string =>
  `1 in ${oneIn < 1000 ? decimal(oneIn) : formatCount(Math.round(oneIn))}`

/** `1.67 times luck`: how often a bet must win to bring back what it costs. */
export const breakEvenWords = (share: number): string => `${(1 / share).toFixed(2)} times luck`
