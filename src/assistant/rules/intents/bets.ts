import { formatCount, formatNaira } from '../../../platform/rules/base/words.ts'
import { breakEvenWords, oneInWords } from '../../../draws/rules/bets.ts'
import {
  type Fact,
  type Slots,
  type BetKey,
  betOf,
  BETS,
  EITHER_SET_ONE_IN,
  type HelpTerm,
  type Relation,
  type Said,
} from '../read/types.ts'
import * as kind from './intent.ts'
import { TICKET } from '../parts/rows.ts'
import { has, type Reading, FIELDS, names } from '../read/reading.ts'
import * as words from '../parts/words.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { choose as ways } from '../../../draws/rules/luck/counts.ts'
import { capitalised } from '../../../platform/rules/base/calendar.ts'
import { type Plan, PLAN_KEYS, PLANS } from '../../../platform/rules/access/plans.ts'
import { COLUMNS, rowOf } from '../../../draws/rules/classification/classification.ts'
import { type Mark, marks } from '../read/lexicon.ts'

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
export const odds = kind.intent({
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
    if (isUnknown) return kind.lack('not-understood')
    if (reading.bet && numbers.length > 0 && BETS[reading.bet].numbers !== numbers.length)
      return kind.lack('ambiguous')
    const isMixed = numbers.some(({ type: own }) => own !== itemAt(numbers, 0).type)
    if (isMixed || (type === 'both' && bet !== 'banker')) return kind.lack('not-understood')
    return bet ? { bet, ...kind.placeOf({ type }) } : kind.missing('bet')
  },
  value: ({ slots: { bet, type } }: kind.Asked<OfBet>) => ({
    oneIn: type === 'both' ? EITHER_SET_ONE_IN : BETS[bet].oneIn,
  }),
  say: ({ oneIn }, { slots: { bet, type } }) => ({
    figure: oneInWords(oneIn),
    facts: oneIn === EITHER_SET_ONE_IN || type ? [] : backFacts(bet),
  }),
  question: ({ bet, type }) =>
    type === 'both'
      ? 'What is the chance that a number comes as winning or machine'
      : `What are the odds of ${words.BET_WORDS[bet]}${words.placeWords({ type })}`,
  links: [TICKET],
})

type OfBet = Slots & { bet: BetKey }
type Staked = OfBet & { stake: number }

/** The bet that a chance is asked for. */
function chanceBet({ bet, numbers, quantity, place }: Reading): BetKey | undefined {
  const box = place.box ?? numbers[0]?.box
  const count = bet ? BETS[bet].numbers : numbers.length > 0 ? numbers.length : quantity
  if (box) return box === 'first_box' && (count ?? 1) === 1 ? 'one-direct' : undefined
  if (bet) return bet
  return count === 1 ? 'banker' : count === undefined ? undefined : betOf(count)
}

/** What a line of a bet wins. */
export const payout = kind.intent({
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
    const slots: Slots = { bet, stake }
    const isNamed = reading.numbers.length > 1 || reading.games.length > 0
    if (isNamed && stake === undefined) return kind.lack('not-understood', slots)
    if (!bet || BETS[bet].pays === null) return kind.missing('bet', slots)
    return stake === undefined ? kind.missing('stake', slots) : slots
  },
  value: ({ slots: { bet, stake } }: kind.Asked<Staked>) => ({ wins: stake * present(BETS[bet].pays) }),
  say: ({ wins }, { slots: { bet } }) => ({
    figure: formatNaira(wins * KOBO),
    facts: [{ name: 'Chance of one line', value: oneInWords(BETS[bet].oneIn) }, ...backFacts(bet)],
    notes: ['At the payments of Premier Lotto. Another operator may pay less or more.'],
  }),
  question: ({ bet, stake }) => `How much do I win with ${stake} naira on ${words.BET_WORDS[bet]}`,
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
export const perm = kind.intent({
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
      return rest.every((n) => n === 1)
        ? { against: [1, ALL_OTHERS], ...priced }
        : kind.missing('choose', priced)
    if (!has(reading, 'AGAINST')) return permOf(reading, rest, priced)
    const sides = reading.bet === 'banker' && rest.length === 1 ? [1, ...rest] : rest
    return sides.length === 2 && sides.every(isCount)
      ? { against: [itemAt(sides, 0), itemAt(sides, 1)], ...priced }
      : kind.missing('choose', priced)
  },
  value({ slots: { choose, of, against, stake } }) {
    const lines = against ? against[0] * against[1] : ways(present(of), present(choose))
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
function permOf({ bet, numbers }: Reading, rest: readonly number[], priced: Slots): Slots | kind.Lack {
  const chosenByBet = bet && BETS[bet].numbers > 1 ? BETS[bet].numbers : undefined
  const [first, second] = chosenByBet === undefined ? rest : [chosenByBet, ...rest]
  if (rest.length !== (chosenByBet === undefined ? 2 : 1) || first === undefined || second === undefined) {
    const of = rest.length === 1 && JOINTS.test(numbers[0]?.before ?? '') ? { of: itemAt(rest, 0) } : {}
    return kind.missing('choose', { ...priced, ...of })
  }
  const isPossible = first >= 1 && first <= MOST_CHOSEN && second >= first && isCount(second)
  return isPossible ? { choose: first, of: second, ...priced } : kind.missing('choose', priced)
}

/** What a word of players means, or what the assistant can do. */
export const help = kind.intent({
  key: 'help',
  plan: 'free',
  when: (reading) =>
    reading.numbers.length === 0 &&
    (has(reading, 'PRO', 'BASIC', 'FREE') || !has(reading, 'COST', 'HOW_MUCH', 'PAYS')),
  asks: [
    'HELP|MEANS',
    isCallForHelp,
    'PRO|BASIC|FREE COST|HOW_MUCH|WHAT|PAYS',
    (reading) => has(reading, 'WHAT') && !has(reading, 'COME') && termsOf(reading).length === 1,
  ],
  may: 'WITH PICK BRING COST HOW_MUCH PAYS LAPPING PRO BASIC FREE WHAT PERM AGAINST EVENT_WORD HOT LEAST GAP IF CHART FUTURE DRAW',
  uses: ['relations', 'bet', 'place'],
  read(reading) {
    const [term, ...others] = termsOf(reading)
    if ((has(reading, 'HELP') || isCallForHelp(reading)) && !term) return {}
    if (!term || others.length > 0) return kind.lack('missing')
    // "What is the hot number" asks for a list, "what is a hot number" for the meaning.
    const isList =
      /^(?:hot|cold|winning|machine)$/.test(term) &&
      reading.words.has('the') &&
      !has(reading, 'MEANS', 'HELP')
    return isList ? kind.lack('ambiguous') : { term }
  },
  value: () => null,
  say: (_, { slots }: kind.Asked) => helpOf(slots.term),
  question({ term }) {
    if (term === undefined) return 'What can you do'
    if (isPlan(term)) return `What does the ${term} plan cost`
    const word = isColumn(term)
      ? words.columnName(term).toLowerCase()
      : (words.BET_WORDS[term as BetKey] ?? term)
    return `What does ${word} mean`
  },
})

const TERM_MARKS = marks('PERM AGAINST BOX_WORD EVENT_WORD HOT LEAST GAP LAPPING PRO BASIC FREE')
const termOf = (mark: Mark) =>
  (mark === 'LEAST' ? 'cold' : mark.toLowerCase().replace('_word', '')) as HelpTerm

function termsOf(reading: Reading): HelpTerm[] {
  const terms = TERM_MARKS.filter((mark) => reading.marks.has(mark))
    .map(termOf)
    // "The rarest number" asks for a list.
    .filter((term) => !/^(?:hot|cold)$/.test(term) || reading.words.has(term))
  const { place, relations, bet } = reading
  if (place.box && !terms.includes('box')) terms.push('box')
  if (place.type && place.type !== 'both' && !place.box) terms.push(place.type)
  return [...terms, ...relations, ...(bet ? [bet] : [])]
}

/** "Help me", and nothing else. */
function isCallForHelp(reading: Reading): boolean {
  return (
    reading.words.has('help') && !FIELDS.some((field) => names(reading, field)) && reading.marks.size === 1
  )
}

const isPlan = (term: HelpTerm): term is Plan => PLAN_KEYS.some((plan) => plan === term)

/** `Pro: ₦1,500 per month`. @param kobo the price of today, where it is not the first one */
export function priceWords(plan: Plan, kobo = PLANS[plan].kobo): string {
  const { name, per } = PLANS[plan]
  return `${name}: ${formatNaira(kobo)} per ${per}`
}

const isColumn = (term: HelpTerm): term is Relation => COLUMNS.some(([key]) => key === term)

/** The answer to "What can you do". */
const CAN_DO: Said = {
  figure: 'Ask about past draws, the chart, times and bets',
  notes: [
    'A question names numbers, games, days or bets in your own words, in English or Pidgin. After an answer, ask on: “and Metro?”, “in 2024?”.',
    'The answer shows how the question was read. A question that is not understood is asked back, never guessed.',
    'It gives no tips: no past draw tells the next one.',
  ],
}

type Meaning = readonly [name: string, ...sentences: string[]]

/** What players' words mean (lotto.md, "Players' terms"). */
const TERMS: Readonly<Record<Exclude<HelpTerm, Relation | Exclude<BetKey, 'banker'>>, Meaning>> = {
  winning: [
    'The five numbers that pay',
    'A draw publishes them first, in the order in which they were drawn.',
  ],
  machine: [
    'The second five numbers of a draw',
    'They are published with the winning five, and never share a number with them. Most bets do not pay on them.',
  ],
  banker: [
    'One number that must be among the five',
    'As a bet it is paired with all 89 others: 89 lines, of which four win when it comes. Some sites use the word for a number in a named position.',
  ],
  perm: [
    'Several bets of the same size in one',
    'You give more numbers than a line needs, and every combination is a line with its own stake: perm 2 of 4 is 6 lines.',
  ],
  against: [
    'Each number of one set with each of another',
    'The lines are the product: 3 against 4 is 12 lines of two numbers. One number against all others is 89 lines.',
  ],
  box: [
    'The place of a number in the five',
    'First, second, centre, fourth and last box, in the order of drawing.',
  ],
  event: ['One numbered draw of a game', 'The number counts from the first draw of the year.'],
  hot: ['A number that came most often', 'In the next draw it has the same chance as every other number.'],
  cold: ['A number that came least often', 'In the next draw it has the same chance as every other number.'],
  lapping: [
    'A pattern that players look for in printed results',
    'Numbers that repeat across the winning and machine rows of draws that follow each other, also called knocking. No rule for it is agreed, so we count none. A number that repeats has the same chance as every other.',
  ],
  free: [
    'Free costs nothing',
    'It holds the results, Day Result, this assistant, the chart and the ticket checker.',
  ],
  basic: [priceWords('basic'), 'It adds the frequent numbers.'],
  pro: [
    priceWords('pro'),
    'It adds live results, moving numbers, the statistics, notifications and the forecasts, which have so far been no better than guessing.',
  ],
  gap: [
    'The draws since a number last came',
    'A long gap does not make a number due: in every draw it comes with the chance of 1 in 18.',
  ],
}

const isTerm = (term: HelpTerm): term is keyof typeof TERMS => term in TERMS

/** What a bet on one to five numbers means. */
function meaningOf(bet: keyof typeof BETS): Meaning {
  const { numbers, pays } = BETS[bet]
  const times = `pays ${formatCount(pays ?? 0)} times the stake`
  if (numbers === 1) return ['One number as the first ball', `It ${times} when it is drawn first.`]
  const all = numbers === 2 ? 'both' : 'all'
  const name = `${capitalised(itemAt(words.BET_WORDS[bet].split(' '), 0))} numbers, ${all} among the five`
  return [name, `They may come in any order. It ${times} of a line.`]
}

const EXAMPLE = present(rowOf(1))

function helpOf(term: HelpTerm | undefined): Said {
  if (term === undefined) return CAN_DO
  if (isColumn(term)) {
    const name = words.columnName(term)
    return {
      figure: `${name}: a column of the classification chart`,
      notes: [
        `The chart gives each number a ${name.toLowerCase()}: that of 1 is ${EXAMPLE[term]}. Players expect it to follow the number; it comes as often as any other.`,
      ],
    }
  }
  const [figure, ...notes] = isTerm(term) ? TERMS[term] : meaningOf(term)
  return { figure, notes }
}
