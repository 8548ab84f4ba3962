import { capitalised } from '../../base/calendar.ts'
import { formatCount, formatNaira } from '../../base/words.ts'
import { type Plan, PLAN_KEYS, PLANS } from '../../billing/plans.ts'
import { COLUMNS, rowOf } from '../../classification/classification.ts'
import { type BetKey, BETS } from '../read/bets.ts'
import { type Asked, intent, lack } from './intent.ts'
import { type Mark, marks } from '../read/marks.ts'
import { FIELDS, has, names, type Reading } from '../read/reading.ts'
import type { HelpTerm, Relation, Said } from '../read/types.ts'
import { BET_WORDS, columnName } from '../parts/words.ts'
import { itemAt } from '../../base/lists.ts'

/** What a word of players means, or what the assistant can do. */
export const help = intent({
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
    if (!term || others.length > 0) return lack('missing')
    // "What is the hot number" asks for a list, "what is a hot number" for the meaning.
    const isList =
      /^(?:hot|cold|winning|machine)$/.test(term) &&
      reading.words.has('the') &&
      !has(reading, 'MEANS', 'HELP')
    return isList ? lack('ambiguous') : { term }
  },
  value: () => null,
  say: (_, { slots }: Asked) => helpOf(slots.term),
  question({ term }) {
    if (term === undefined) return 'What can you do'
    if (isPlan(term)) return `What does the ${term} plan cost`
    const word = isColumn(term) ? columnName(term).toLowerCase() : (BET_WORDS[term as BetKey] ?? term)
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
  const name = `${capitalised(itemAt(BET_WORDS[bet].split(' '), 0))} numbers, ${all} among the five`
  return [name, `They may come in any order. It ${times} of a line.`]
}

const EXAMPLE = rowOf(1)!

function helpOf(term: HelpTerm | undefined): Said {
  if (term === undefined) return CAN_DO
  if (isColumn(term)) {
    const name = columnName(term)
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
