import { capitalised } from '../../../platform/rules/base/calendar.ts'
import { formatCount, formatNaira } from '../../../platform/rules/base/words.ts'
import { present } from '../../../platform/rules/base/lists.ts'
import * as bets from '../../../draws/rules/bets.ts'
import { type Plan, PLAN_KEYS, PLANS } from '../../../platform/rules/access/plans.ts'
import { COLUMNS, rowOf } from '../../../draws/rules/classification/classification.ts'
import type { Concept } from '../read/lexicon.ts'
import { BET_KEYS, type BetKey, type HelpTerm, type Relation, type Said } from '../read/types.ts'
import * as words from '../parts/words.ts'
import * as kind from './intent.ts'
import { TICKETS, timesOf } from './bets.ts'

/** What a word of players means, or what the assistant can do. */
export const help = kind.intent({
  key: 'help',
  plan: 'free',
  asks: 'help; means; what|howmuch|cost|pays; -',
  also: 'future if howmuch cost pays what perm against hot least gap chart',
  uses: ['term'],
  bare: ({ term }) => term === 'chart' || term === 'forecasts',
  adapt({ relations = [], bet, type, box, term, top: _, ...rest }, concepts) {
    const asked = TERM_CONCEPTS.flatMap(([concept, one]) => (concepts.has(concept) ? [one] : []))
    const named = [...relations, bet, box && ('box' as const), box ? undefined : type, term, ...asked].filter(
      isNamed,
    )
    const isAsked = named.length === 1 || concepts.has('help')
    return named.length < 2 && isAsked ? { ...rest, ...(named[0] && { term: named[0] }) } : null
  },
  read: ({ term }) => (term === undefined ? {} : { term }),
  examples: ['what can you do', 'meaning of perm', 'wetin be machine', 'does the chart work'],
  value: () => null,
  say: (_, { slots }: kind.Asked) => helpOf(slots.term),
  question({ term }) {
    if (term === undefined) return 'What can you do'
    if (term === 'chart') return 'Does the chart work'
    if (term === 'forecasts') return 'How did the forecasts do'
    if (isPlan(term)) return `What does the ${term} plan cost`
    const word = isColumn(term)
      ? words.columnName(term).toLowerCase()
      : BET_KEYS.some((bet) => bet === term)
        ? words.betWords(term as BetKey)
        : term
    return `What does ${word} mean`
  },
})

/** Words that are a concept elsewhere, and here what is explained. */
const TERM_CONCEPTS: readonly (readonly [Concept, HelpTerm])[] = [
  ['perm', 'perm'],
  ['against', 'against'],
  ['hot', 'hot'],
  ['least', 'cold'],
  ['gap', 'gap'],
]
const isNamed = (term: HelpTerm | 'both' | false | '' | undefined): term is HelpTerm =>
  Boolean(term) && term !== 'both'

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
    'Name numbers, games, days or bets in your own words, in English or Pidgin, and choose a question below the field.',
    'It gives no tips: past draws do not help to guess the next.',
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
    'Numbers that repeat across the winning and machine rows of draws that follow each other, also called knocking. Players do not agree on a rule for it, so we count none. A number that repeats has the same chance as every other.',
  ],
  free: [
    'Free costs nothing',
    'It holds the results, Day Result, this assistant, the chart and the ticket checker.',
  ],
  basic: [priceWords('basic'), 'It adds the frequent numbers.'],
  pro: [
    priceWords('pro'),
    'It adds live results, moving numbers, the statistics, notifications and the forecasts.',
  ],
  chart: [
    'Its page tests every column',
    'The test counts how often each chart number came next, and compares that with luck.',
  ],
  forecasts: ['The record counts every forecast', 'It compares them with luck.'],
  gap: [
    'The draws since a number last came',
    'A long gap does not make a number due: in every draw it comes with the chance of 1 in 18.',
  ],
}

const isTerm = (term: HelpTerm): term is keyof typeof TERMS => term in TERMS

/** What a bet on one to five numbers means. */
function meaningOf(bet: Exclude<BetKey, 'banker'>): Meaning {
  const { about } = bets.BETS[TICKETS[bet]]
  return [capitalised(about), `It pays ${formatCount(timesOf(bet))} times the stake of a line.`]
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
