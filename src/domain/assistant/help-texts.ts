import { COLUMNS, rowOf } from '../classification.ts'
import type { BetKey } from './bets.ts'
import type { Said } from './say.ts'
import type { HelpTerm } from './types.ts'

const CAN_DO: Said = {
  figure: 'Ask about past draws, the chart, times and bets',
  notes: [
    'A question names numbers, games, days or bets in your own words, in English or Pidgin. After an answer, ask on: “and Metro?”, “in 2024?”.',
    'The answer shows how the question was read. A question that is not understood is asked back, never guessed.',
    'It gives no tips: no past draw tells the next one.',
  ],
}

/** What players' words mean (lotto.md, "Players' terms"). */
const TERMS: Readonly<
  Record<Exclude<HelpTerm, ColumnTerm>, readonly [name: string, ...sentences: string[]]>
> = {
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
  'one-direct': ['One number as the first ball', 'It pays 40 times the stake when it is drawn first.'],
  'two-sure': [
    'Two numbers, both among the five',
    'They may come in any order. It pays 240 times the stake of a line.',
  ],
  'three-direct': [
    'Three numbers, all among the five',
    'They may come in any order. It pays 2,100 times the stake of a line.',
  ],
  'four-direct': [
    'Four numbers, all among the five',
    'They may come in any order. It pays 6,000 times the stake of a line.',
  ],
  'five-direct': [
    'Five numbers, all five drawn',
    'They may come in any order. It pays 44,000 times the stake of a line.',
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
  gap: [
    'The draws since a number last came',
    'A long gap does not make a number due: in every draw it comes with the chance of 1 in 18.',
  ],
}

type ColumnTerm = Exclude<
  HelpTerm,
  BetKey | 'winning' | 'machine' | 'perm' | 'against' | 'box' | 'event' | 'hot' | 'cold' | 'gap'
>

const EXAMPLE = rowOf(1)!

/** The answer to a question for help. */
export function helpOf(term: HelpTerm | undefined): Said {
  if (term === undefined) return CAN_DO
  const column = COLUMNS.find(([key]) => key === term)
  if (column)
    return {
      figure: `${column[1]}: a column of the classification chart`,
      notes: [
        `The chart gives each number a ${column[1].toLowerCase()}: that of 1 is ${EXAMPLE[column[0]]}. Players expect it to follow the number; it comes as often as any other.`,
      ],
    }
  const [figure, ...notes] = TERMS[term as keyof typeof TERMS]
  return { figure, notes }
}
