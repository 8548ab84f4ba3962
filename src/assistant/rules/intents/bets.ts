import { formatCount, formatNaira } from '../../../platform/rules/base/words.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import * as bets from '../../../draws/rules/bets.ts'
import { chanceOfHits, choose as ways } from '../../../draws/rules/luck/counts.ts'
import { BET_KEYS, type BetKey, type Fact, type Slots } from '../read/types.ts'
import * as words from '../parts/words.ts'
import * as kind from './intent.ts'

const KOBO = 100
/** A line of each bet. */
export const TICKETS = {
  banker: 'banker',
  'one-direct': 'nap',
  'two-sure': 'two_sure',
  'three-direct': 'three_direct',
  'four-direct': 'four_direct',
  'five-direct': 'five_direct',
} as const satisfies Record<BetKey, bets.TicketBet>
const ticketOf = (bet: BetKey) => bets.exampleOf(TICKETS[bet], KOBO)
const oneInOf = (bet: BetKey) => Math.round(10 / bets.chanceToWin(ticketOf(bet))) / 10

/** What a winning line of a bet pays for ₦1 at Premier Lotto. */
export const timesOf = (bet: BetKey): number => bets.BETS[bets.multiplierBet(ticketOf(bet))].times

/** What ₦100 of a bet brings back on average, and how often it must win to bring back what it costs. */
function backFacts(bet: BetKey): Fact[] {
  const share = bets.returnOf(ticketOf(bet), timesOf(bet))
  return [
    { name: '₦100 brings back on average', value: formatNaira(Math.round(100 * KOBO * share)) },
    { name: 'To break even it must win', value: bets.breakEvenWords(share) },
  ]
}

/** The chance of one line of a bet. */
export const odds = kind.intent({
  key: 'odds',
  plan: 'free',
  asks: 'chance',
  also: 'what pick among together nextdraw draw win future if stake time come with bettor number ahead result',
  uses: ['bet', 'numbers', 'top', 'type', 'box', 'games'],
  fill: () => [{ bet: 'two-sure' }, { bet: 'three-direct' }],
  read({ bet: named, numbers = [], top, type: set, box: place }) {
    const [first] = numbers
    const [type, box] = [set ?? first?.type, place ?? first?.box]
    const isMixed = numbers.some((one) => one.type !== first?.type || one.box !== first?.box)
    const count = named ? kind.numbersOf(named) : numbers.length || top || (box ? 1 : 0)
    if (isMixed || (numbers.length > 0 && numbers.length !== count)) return null
    const direct = count > 1 ? BET_KEYS[count] : count === 1 ? 'banker' : undefined
    const isFirst = box === 'first_box' && count === 1
    const bet = box ? (isFirst ? 'one-direct' : undefined) : (named ?? direct)
    return bet && (type !== 'both' || bet === 'banker') ? { bet, ...kind.placeOf({ type }) } : null
  },
  examples: ['odds of 2 sure', 'likelihood that 45 will come in the next draw'],
  value: ({ slots: { bet, type } }: kind.Asked<OfBet>) => ({
    oneIn: type === 'both' ? DRAW_LIMITS.highestBall / (2 * DRAW_LIMITS.ballsPerSet) : oneInOf(bet),
  }),
  say: ({ oneIn }, { slots: { bet, type } }) => ({
    figure: bets.oneInWords(oneIn),
    facts: type ? [] : backFacts(bet),
  }),
  question: ({ bet, type }) =>
    type === 'both'
      ? 'What is the chance that a number comes as winning or machine'
      : `What are the odds of ${words.betWords(bet)}${words.placeWords({ type })}`,
})

type OfBet = Slots & { bet: BetKey }
type Staked = OfBet & { stake: number }

/** What a line of a bet wins. */
export const payout = kind.intent({
  key: 'payout',
  plan: 'free',
  asks: 'pays|win|howmuch; -',
  also: 'what with if future stake when bettor come',
  uses: ['bet', 'stake'],
  bare: ({ bet, stake }) => bet !== undefined && stake !== undefined,
  fill: ({ bet = 'two-sure' }) => [{ bet, stake: 100 }],
  read: ({ bet, stake }) => (bet && stake && bet !== 'banker' ? { bet, stake } : null),
  examples: ['how much does 100 naira win on two sure', '500 naira 3 direct'],
  value: ({ slots: { bet, stake } }: kind.Asked<Staked>) => ({ wins: stake * timesOf(bet) }),
  say: ({ wins }, { slots: { bet } }) => ({
    figure: formatNaira(wins * KOBO),
    facts: [{ name: 'Chance of one line', value: bets.oneInWords(oneInOf(bet)) }, ...backFacts(bet)],
    notes: ['At the payments of Premier Lotto. Another operator may pay less or more.'],
  }),
  question: ({ bet, stake }) => `How much do I win with ${stake} naira on ${words.betWords(bet)}`,
})

/** The chance that at least some of a player's numbers are among the five of a draw. */
export const some = kind.intent({
  key: 'some',
  plan: 'free',
  asks: 'chance',
  also: 'what pick among together nextdraw draw win future if come with bettor number numbers ahead result',
  uses: ['choose', 'of'],
  adapt: ({ numbers = [], choose, of, ...rest }) =>
    // "If I pick 10 numbers, what is the chance that 3 come".
    choose === undefined && of !== undefined && numbers.length === 1
      ? { ...rest, choose: itemAt(numbers, 0).number, of }
      : { ...rest, ...(numbers.length > 0 && { numbers }), choose, of },
  read: ({ choose, of }) =>
    choose && of && choose <= DRAW_LIMITS.ballsPerSet && of >= choose ? { choose, of } : null,
  examples: ['chance that at least 2 of my 6 numbers come', 'odds of 3 from 10'],
  value: ({ slots: { choose, of } }: kind.Asked<Slots & { choose: number; of: number }>) => ({
    oneIn: 1 / chanceOfHits(of, choose),
  }),
  say: ({ oneIn }) => ({
    figure: bets.oneInWords(oneIn),
    notes: ['Of five numbers drawn from 90. Every number has the same chance.'],
  }),
  question: ({ choose, of }) => `What is the chance that at least ${choose} of ${of} numbers come in a draw`,
})

/** The lines of a perm or of one set against another, and their cost in naira. */
export const perm = kind.intent({
  key: 'perm',
  plan: 'free',
  asks: 'perm; lines; against; -',
  also: 'lines cost howmuch count what stake future if with pick bettor together number',
  uses: ['choose', 'of', 'against', 'stake', 'bet'],
  bare: ({ against }) => against !== undefined,
  read({ choose, of, against, stake, bet }) {
    const priced: Slots = stake === undefined ? {} : { stake }
    const size = bet === undefined ? choose : kind.numbersOf(bet)
    if (against) return of === undefined && size === undefined ? { against, ...priced } : null
    return size && of && size <= DRAW_LIMITS.ballsPerSet && of >= size
      ? { choose: size, of, ...priced }
      : null
  },
  examples: ['perm 2 of 5 how many lines', '4 against 6 lines at 10 naira'],
  value({ slots: { choose, of, against, stake } }) {
    const lines = against ? against[0] * against[1] : ways(present(of), present(choose))
    return { lines, cost: stake === undefined ? null : lines * stake }
  },
  say({ lines, cost }, { slots: { stake = 0, choose = 2 } }) {
    const price = { name: `At ₦${formatCount(stake)} a line`, value: formatNaira((cost ?? 0) * KOBO) }
    return {
      figure: `${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}`,
      facts: [...(cost === null ? [] : [price]), ...backFacts(itemAt(BET_KEYS, choose))],
      notes: ['More lines win more often and cost as much more: the share that comes back stays the same.'],
    }
  },
  question({ choose, of, against, stake }) {
    const price = stake === undefined ? '' : ` at ${stake} naira a line`
    const lines = against ? `${against[0]} against ${against[1]}` : `perm ${choose} of ${of}`
    return `How many lines is ${lines}${price}`
  },
})
