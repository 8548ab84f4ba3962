import { formatCount, formatNaira } from '../money.ts'
import { breakEvenWords, oneInWords } from '../tickets/words.ts'
import { type BetKey, betOf, BETS, EITHER_SET_ONE_IN } from './bets.ts'
import { helpOf } from './help-texts.ts'
import type { Fact } from './luck.ts'
import type { SayTable } from './say.ts'

const KOBO = 100

/** What ₦100 of a bet brings back on average, and how often it must win to bring back what it costs. */
function backFacts(bet: BetKey): Fact[] {
  // A banker is bet against all others, at the payment of two sure.
  const { pays, oneIn } = bet === 'banker' ? BETS['two-sure'] : BETS[bet]
  return [
    { name: '₦100 brings back on average', value: formatNaira(Math.round((100 * KOBO * pays) / oneIn)) },
    { name: 'To break even it must win', value: breakEvenWords(pays / oneIn) },
  ]
}

/** Bets, and what words mean. */
export const SAY_BETS: SayTable<'odds' | 'payout' | 'perm' | 'help'> = {
  odds: ({ oneIn }, { bet, type }) => ({
    figure: oneInWords(oneIn),
    facts: oneIn === EITHER_SET_ONE_IN || type ? [] : backFacts(bet!),
  }),
  payout: ({ wins }, { bet }) => ({
    figure: formatNaira(wins * KOBO),
    facts: [{ name: 'Chance of one line', value: oneInWords(BETS[bet!].oneIn) }, ...backFacts(bet!)],
    notes: ['At the payments of Premier Lotto. Another operator may pay less or more.'],
  }),
  perm: ({ lines, cost }, { stake, choose }) => {
    const bet = betOf(choose ?? 2)
    return {
      figure: `${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}`,
      facts: [
        ...(cost === null
          ? []
          : [{ name: `At ₦${formatCount(stake!)} a line`, value: formatNaira(cost * KOBO) }]),
        ...(bet ? backFacts(bet) : []),
      ],
      notes: ['More lines win more often and cost as much more: the share that comes back stays the same.'],
    }
  },
  help: (_, { term }) => helpOf(term),
}
