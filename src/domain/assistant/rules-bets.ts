import { BETS, type BetKey, betOf } from './bets.ts'
import type { Mark } from './marks.ts'
import { FIELDS, has, names, type Reading } from './reading.ts'
import type { Lack, Rule } from './rule.ts'
import type { HelpTerm, Slots } from './types.ts'

/** Rules for odds, winnings, perms and explanations: questions about the game and not about draws. */

const CHANCE_WORDS: readonly Mark[] = [
  'CHANCE',
  'WHAT',
  'PICK',
  'AMONG_FIVE',
  'TOGETHER',
  'NEXT_DRAW',
  'DRAW',
  'WIN',
  'FUTURE',
  'IF',
  'STAKE',
  'TIME',
  'HAD',
  'EVENT_WORD',
  'THAT_GAME',
  'RESULT',
  'WITH',
]

/** The bet that a chance is asked for. */
function chanceBet({ bet, numbers, quantity, place }: Reading): BetKey | undefined {
  const box = place.box ?? numbers[0]?.box
  const count = bet ? BETS[bet].numbers : numbers.length > 0 ? numbers.length : quantity
  if (box) return box === 'first_box' && (count ?? 1) === 1 ? 'one-direct' : undefined
  if (bet) return bet
  return count === 1 ? 'banker' : count === undefined ? undefined : betOf(count)
}

const odds: Rule = {
  intent: 'odds',
  fits: (reading) => has(reading, 'CHANCE'),
  permits: CHANCE_WORDS,
  uses: ['bet', 'numbers', 'quantity', 'place', 'games', 'weekday', 'periods', 'within'],
  read: (reading) => {
    const named = [...reading.numbers]
    // "One of the five": the five balls are no choice of the player.
    const bet = chanceBet({ ...reading, numbers: named })
    const type = reading.place.type ?? named[0]?.type
    if (reading.within !== undefined && reading.within !== 1) return { reason: 'not-understood', slots: {} }
    if (reading.periods.some(({ unit }) => unit !== 'day')) return { reason: 'not-understood', slots: {} }
    if (reading.bet && named.length > 0 && BETS[reading.bet].numbers !== named.length)
      return { reason: 'ambiguous', slots: {} }
    if (named.some(({ type: own }) => own !== named[0]!.type)) return { reason: 'not-understood', slots: {} }
    if (type === 'both' && bet !== 'banker') return { reason: 'not-understood', slots: {} }
    return bet
      ? { bet, ...(type && type !== 'winning' && { type }) }
      : { reason: 'missing', lacks: 'bet', slots: {} }
  },
}

/** The stake: named in naira, or the one amount or number that is left. */
function stakeOf({ stake, amounts, numbers }: Reading): number | undefined {
  if (stake !== undefined) return amounts.length + numbers.length === 0 && stake > 0 ? stake : undefined
  const values = [...amounts.map(({ value }) => value), ...numbers.map(({ number }) => number)]
  return values.length === 1 && values[0]! > 0 ? values[0] : undefined
}

const payout: Rule = {
  intent: 'payout',
  fits: (reading) =>
    (has(reading, 'PAYS', 'WIN', 'HOW_MUCH') ||
      (reading.bet !== undefined && (reading.stake !== undefined || reading.amounts.length > 0))) &&
    !has(reading, 'CHANCE', 'PERM', 'LINES', 'COST', 'COUNT', 'AGAINST_ALL', 'AGAINST') &&
    (reading.bet !== undefined || reading.stake !== undefined || reading.amounts.length > 0) &&
    // "Two sure 16 and 61: did it ever win" asks for draws.
    (reading.numbers.length < 2 || has(reading, 'PAYS', 'HOW_MUCH')),
  permits: ['PAYS', 'WIN', 'HOW_MUCH', 'WHAT', 'WITH', 'IF', 'FUTURE', 'STAKE', 'WHEN'],
  uses: ['bet', 'stake', 'amounts', 'numbers', 'games'],
  read: (reading) => {
    const { bet } = reading
    const stake = stakeOf(reading)
    const slots: Slots = { ...(bet && { bet }), ...(stake !== undefined && { stake }) }
    const isNamed = reading.numbers.length > 1 || reading.games.length > 0
    if (isNamed && stake === undefined) return { reason: 'not-understood', slots }
    if (!bet || BETS[bet].pays === null) return { reason: 'missing', lacks: 'bet', slots }
    return stake === undefined ? { reason: 'missing', lacks: 'stake', slots } : slots
  },
}

const ALL_OTHERS = 89
const MOST_CHOSEN = 5
const JOINTS = /^(?:of|from|out|slash|in|with|by|dash|on)$/
const PRICES = /^(?:at|for|stake|dash|each)$/

const perm: Rule = {
  intent: 'perm',
  fits: (reading) =>
    has(reading, 'PERM', 'AGAINST', 'AGAINST_ALL') || (has(reading, 'LINES') && reading.numbers.length > 0),
  permits: [
    'PERM',
    'LINES',
    'AGAINST',
    'AGAINST_ALL',
    'COST',
    'HOW_MUCH',
    'WHAT',
    'STAKE',
    'FUTURE',
    'COUNT',
    'IF',
    'PAYS',
    'WITH',
    'PICK',
    'TOGETHER',
  ],
  uses: ['numbers', 'amounts', 'stake', 'bet', 'quantity', 'top'],
  read: (reading) => {
    const { stake, rest } = splitStake(reading)
    const priced: Slots = stake === undefined ? {} : { stake }
    if (has(reading, 'AGAINST_ALL'))
      // "1 against all": the number 1 and one number have the same lines.
      return rest.every((n) => n === 1) ? { against: [1, ALL_OTHERS], ...priced } : unclear(priced)
    if (has(reading, 'AGAINST')) {
      const sides = reading.bet === 'banker' && rest.length === 1 ? [1, ...rest] : rest
      return sides.length === 2 && sides.every(isCount)
        ? { against: [sides[0]!, sides[1]!], ...priced }
        : unclear(priced)
    }
    return permOf(reading, rest, priced)
  },
}

const isCount = (n: number) => Number.isInteger(n) && n >= 1 && n <= ALL_OTHERS + 1
const unclear = (slots: Slots): Lack => ({ reason: 'missing', lacks: 'choose', slots })

/** The numbers of a perm without its stake. */
function splitStake({ stake, amounts, numbers, quantity }: Reading): {
  stake: number | undefined
  rest: number[]
} {
  const values = [...numbers.map(({ number, before }) => ({ value: number, before })), ...amounts]
  const priced = stake === undefined ? values.filter(({ before }) => PRICES.test(before)) : []
  const rest = values.filter((entry) => !priced.includes(entry)).map(({ value }) => value)
  if (quantity !== undefined) rest.push(quantity)
  return { stake: priced.length === 1 ? priced[0]!.value : stake, rest }
}

/** "Perm 2 of 5", "two sure from 6 numbers". */
function permOf({ bet, numbers }: Reading, rest: readonly number[], priced: Slots): Slots | Lack {
  const chosenByBet = bet && BETS[bet].numbers > 1 ? BETS[bet].numbers : undefined
  const [first, second] = chosenByBet === undefined ? rest : [chosenByBet, ...rest]
  if (rest.length !== (chosenByBet === undefined ? 2 : 1) || first === undefined || second === undefined) {
    const of = rest.length === 1 && JOINTS.test(numbers[0]?.before ?? '') ? { of: rest[0]! } : {}
    return unclear({ ...priced, ...of })
  }
  const isPossible = first >= 1 && first <= MOST_CHOSEN && second >= first && isCount(second)
  return isPossible ? { choose: first, of: second, ...priced } : unclear(priced)
}

const TERM_MARKS: readonly [Mark, HelpTerm][] = [
  ['PERM', 'perm'],
  ['AGAINST', 'against'],
  ['BOX_WORD', 'box'],
  ['EVENT_WORD', 'event'],
  ['HOT', 'hot'],
  ['LEAST', 'cold'],
  ['GAP', 'gap'],
]

function termsOf(reading: Reading): HelpTerm[] {
  const terms: HelpTerm[] = TERM_MARKS.filter(([mark]) => reading.marks.has(mark)).map(([, term]) => term)
  const { place, relations, bet } = reading
  if (place.box && !terms.includes('box')) terms.push('box')
  if (place.type && place.type !== 'both' && !place.box) terms.push(place.type)
  return [...terms, ...relations, ...(bet ? [bet] : [])]
}

/** "Help me", and nothing else. */
const isCallForHelp = (reading: Reading) =>
  reading.words.has('help') && !FIELDS.some((field) => names(reading, field)) && reading.marks.size === 1

const help: Rule = {
  intent: 'help',
  fits: (reading) =>
    reading.numbers.length === 0 &&
    (has(reading, 'HELP', 'MEANS') ||
      isCallForHelp(reading) ||
      (has(reading, 'WHAT') && termsOf(reading).length === 1)),
  permits: [
    'HELP',
    'MEANS',
    'WHAT',
    'PERM',
    'AGAINST',
    'EVENT_WORD',
    'HOT',
    'LEAST',
    'GAP',
    'IF',
    'CHART',
    'FUTURE',
    'DRAW',
  ],
  uses: ['relations', 'bet', 'place'],
  read: (reading) => {
    const terms = termsOf(reading)
    if ((has(reading, 'HELP') || isCallForHelp(reading)) && terms.length === 0) return {}
    if (terms.length !== 1) return { reason: 'missing', slots: {} }
    // "What is the hot number" asks for a list, "what is a hot number" for the meaning.
    const isList =
      /^(?:hot|cold|winning|machine)$/.test(terms[0]!) &&
      reading.words.has('the') &&
      !has(reading, 'MEANS', 'HELP')
    return isList ? { reason: 'ambiguous', slots: {} } : { term: terms[0]! }
  },
}

export const BET_RULES = { odds, payout, perm, help }
