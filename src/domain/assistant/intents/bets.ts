import { formatCount, formatNaira } from '../../base/words.ts'
import { breakEvenWords, oneInWords } from '../../tickets/words.ts'
import { type BetKey, betOf, BETS, combinations, EITHER_SET_ONE_IN } from '../read/bets.ts'
import { type Asked, intent, type Lack, lack, missing } from './intent.ts'
import { TICKET } from '../parts/links.ts'
import { has, type Reading } from '../read/reading.ts'
import type { Fact, Slots } from '../read/types.ts'
import { BET_WORDS, placeWords } from '../parts/words.ts'
import { itemAt } from '../../base/lists.ts'

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

/** The chance of one line of a bet. */
export const odds = intent({
  key: 'odds',
  plan: 'free',
  asks: ['CHANCE'],
  may: 'WHAT PICK AMONG_FIVE TOGETHER NEXT_DRAW DRAW WIN FUTURE IF STAKE TIME HAD EVENT_WORD THAT_GAME RESULT WITH',
  uses: ['bet', 'numbers', 'quantity', 'place', 'games', 'weekday', 'periods', 'within'],
  read(reading) {
    const { numbers } = reading
    const bet = chanceBet(reading)
    const type = reading.place.type ?? numbers[0]?.type
    const isUnknown =
      (reading.within !== undefined && reading.within !== 1) ||
      reading.periods.some(({ unit }) => unit !== 'day')
    if (isUnknown) return lack('not-understood')
    if (reading.bet && numbers.length > 0 && BETS[reading.bet].numbers !== numbers.length)
      return lack('ambiguous')
    const isMixed = numbers.some(({ type: own }) => own !== itemAt(numbers, 0).type)
    if (isMixed || (type === 'both' && bet !== 'banker')) return lack('not-understood')
    return bet ? { bet, ...(type && type !== 'winning' && { type }) } : missing('bet')
  },
  value: ({ slots: { bet, type } }: Asked<OfBet>) => ({
    oneIn: type === 'both' ? EITHER_SET_ONE_IN : BETS[bet].oneIn,
  }),
  say: ({ oneIn }, { slots: { bet, type } }) => ({
    figure: oneInWords(oneIn),
    facts: oneIn === EITHER_SET_ONE_IN || type ? [] : backFacts(bet),
  }),
  question: ({ bet, type }) =>
    type === 'both'
      ? 'What is the chance that a number comes as winning or machine'
      : `What are the odds of ${BET_WORDS[bet]}${placeWords({ ...(type && { type }) })}`,
  links: [TICKET],
})

type OfBet = Slots & { bet: BetKey }

/** The bet that a chance is asked for. */
function chanceBet({ bet, numbers, quantity, place }: Reading): BetKey | undefined {
  const box = place.box ?? numbers[0]?.box
  const count = bet ? BETS[bet].numbers : numbers.length > 0 ? numbers.length : quantity
  if (box) return box === 'first_box' && (count ?? 1) === 1 ? 'one-direct' : undefined
  if (bet) return bet
  return count === 1 ? 'banker' : count === undefined ? undefined : betOf(count)
}

/** What a line of a bet wins. */
export const payout = intent({
  key: 'payout',
  plan: 'free',
  when: (reading) =>
    !has(reading, 'CHANCE', 'PERM', 'LINES', 'COST', 'COUNT', 'AGAINST_ALL', 'AGAINST') &&
    (reading.bet !== undefined || isPriced(reading)) &&
    // "Two sure 16 and 61: did it ever win" asks for draws.
    (reading.numbers.length < 2 || has(reading, 'PAYS', 'HOW_MUCH')),
  asks: ['PAYS|WIN|HOW_MUCH', (reading) => reading.bet !== undefined && isPriced(reading)],
  may: 'WHAT WITH IF FUTURE STAKE WHEN',
  uses: ['bet', 'stake', 'amounts', 'numbers', 'games'],
  read(reading) {
    const { bet } = reading
    const stake = stakeOf(reading)
    const slots: Slots = { ...(bet && { bet }), ...(stake !== undefined && { stake }) }
    const isNamed = reading.numbers.length > 1 || reading.games.length > 0
    if (isNamed && stake === undefined) return lack('not-understood', slots)
    if (!bet || BETS[bet].pays === null) return missing('bet', slots)
    return stake === undefined ? missing('stake', slots) : slots
  },
  value: ({ slots: { bet, stake } }: Asked<OfBet>) => ({ wins: stake! * BETS[bet].pays! }),
  say: ({ wins }, { slots: { bet } }) => ({
    figure: formatNaira(wins * KOBO),
    facts: [{ name: 'Chance of one line', value: oneInWords(BETS[bet].oneIn) }, ...backFacts(bet)],
    notes: ['At the payments of Premier Lotto. Another operator may pay less or more.'],
  }),
  question: ({ bet, stake }) => `How much do I win with ${stake} naira on ${BET_WORDS[bet]}`,
  links: [TICKET],
})

const isPriced = ({ stake, amounts }: Reading) => stake !== undefined || amounts.length > 0

/** The stake: named in naira, or the one amount or number that is left. */
function stakeOf({ stake, amounts, numbers }: Reading): number | undefined {
  if (stake !== undefined) return amounts.length + numbers.length === 0 && stake > 0 ? stake : undefined
  const values = [...amounts.map(({ value }) => value), ...numbers.map(({ number }) => number)]
  return values.length === 1 && itemAt(values, 0) > 0 ? values[0] : undefined
}

const ALL_OTHERS = 89
const MOST_CHOSEN = 5
const JOINTS = /^(?:of|from|out|slash|in|with|by|dash|on)$/
const PRICES = /^(?:at|for|stake|dash|each)$/

/** The lines of a perm or of one set against another, and their cost in naira. */
export const perm = intent({
  key: 'perm',
  plan: 'free',
  asks: ['PERM|AGAINST|AGAINST_ALL', (reading) => has(reading, 'LINES') && reading.numbers.length > 0],
  may: 'LINES COST HOW_MUCH WHAT STAKE FUTURE COUNT IF PAYS WITH PICK TOGETHER',
  uses: ['numbers', 'amounts', 'stake', 'bet', 'quantity', 'top'],
  read(reading) {
    const { stake, rest } = splitStake(reading)
    const priced: Slots = stake === undefined ? {} : { stake }
    if (has(reading, 'AGAINST_ALL'))
      // "1 against all": the number 1 and one number have the same lines.
      return rest.every((n) => n === 1) ? { against: [1, ALL_OTHERS], ...priced } : missing('choose', priced)
    if (!has(reading, 'AGAINST')) return permOf(reading, rest, priced)
    const sides = reading.bet === 'banker' && rest.length === 1 ? [1, ...rest] : rest
    return sides.length === 2 && sides.every(isCount)
      ? { against: [itemAt(sides, 0), itemAt(sides, 1)], ...priced }
      : missing('choose', priced)
  },
  value({ slots: { choose, of, against, stake } }) {
    const lines = against ? against[0] * against[1] : combinations(of!, choose!)
    return { lines, cost: stake === undefined ? null : lines * stake }
  },
  say({ lines, cost }, { slots: { stake, choose } }) {
    const bet = betOf(choose ?? 2)
    const price = { name: `At ₦${formatCount(stake ?? 0)} a line`, value: formatNaira((cost ?? 0) * KOBO) }
    return {
      figure: `${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}`,
      facts: [...(cost === null ? [] : [price]), ...(bet ? backFacts(bet) : [])],
      notes: ['More lines win more often and cost as much more: the share that comes back stays the same.'],
    }
  },
  question({ choose, of, against, stake }) {
    const price = stake === undefined ? '' : ` at ${stake} naira a line`
    const lines = against ? `${against[0]} against ${against[1]}` : `perm ${choose} of ${of}`
    return `How many lines is ${lines}${price}`
  },
  links: [TICKET],
})

const isCount = (n: number) => Number.isInteger(n) && n >= 1 && n <= ALL_OTHERS + 1

/** The numbers of a perm without its stake. */
function splitStake({ stake, amounts, numbers, quantity }: Reading) {
  const values = [...numbers.map(({ number, before }) => ({ value: number, before })), ...amounts]
  const priced = stake === undefined ? values.filter(({ before }) => PRICES.test(before)) : []
  const rest = values.filter((entry) => !priced.includes(entry)).map(({ value }) => value)
  if (quantity !== undefined) rest.push(quantity)
  return { stake: priced.length === 1 ? itemAt(priced, 0).value : stake, rest }
}

/** "Perm 2 of 5", "two sure from 6 numbers". */
function permOf({ bet, numbers }: Reading, rest: readonly number[], priced: Slots): Slots | Lack {
  const chosenByBet = bet && BETS[bet].numbers > 1 ? BETS[bet].numbers : undefined
  const [first, second] = chosenByBet === undefined ? rest : [chosenByBet, ...rest]
  if (rest.length !== (chosenByBet === undefined ? 2 : 1) || first === undefined || second === undefined) {
    const of = rest.length === 1 && JOINTS.test(numbers[0]?.before ?? '') ? { of: itemAt(rest, 0) } : {}
    return missing('choose', { ...priced, ...of })
  }
  const isPossible = first >= 1 && first <= MOST_CHOSEN && second >= first && isCount(second)
  return isPossible ? { choose: first, of: second, ...priced } : missing('choose', priced)
}
