import { LAB_LIMITS } from '../../lab/query.ts'
import { BETS } from '../read/bets.ts'
import {
  type Asked,
  intent,
  isWithoutSequence,
  lack,
  missing,
  namesSome,
  numberSlots,
  SCOPE,
  type SomeNumbers,
  withScope,
} from './intent.ts'
import { besideTrials, chanceOfAll, trialsOf } from '../parts/luck.ts'
import { has } from '../read/reading.ts'
import { drawsWith } from '../parts/rows.ts'
import { drawsWithAll } from '../parts/scope.ts'
import { lastFact, listed, numbersWords, timesInDraws } from '../parts/words.ts'

/** The draws with every one of several numbers. */
export const together = intent({
  key: 'together',
  plan: 'free',
  when: (reading) =>
    isWithoutSequence(reading) &&
    (reading.numbers.length > 1 || (has(reading, 'TOGETHER') && !has(reading, 'WHAT', 'MOST', 'HOT', 'TOP'))),
  asks: [
    'TOGETHER|WITH|HAD',
    ({ bet, numbers }) => bet !== undefined && BETS[bet].numbers === numbers.length,
  ],
  may: 'COUNT HOW_MANY_DRAWS WHEN LAST WIN DRAW RESULT WHAT COMPANION THAT_GAME',
  uses: ['numbers', 'bet', ...SCOPE],
  read(reading, context) {
    const numbers = numberSlots(reading)
    if (namesSome(reading)) return lack('not-understood')
    if (reading.bet !== undefined && BETS[reading.bet].numbers !== numbers.length) return lack('ambiguous')
    if (has(reading, 'WHAT') && !has(reading, 'COUNT', 'HOW_MANY_DRAWS', 'WHEN', 'LAST'))
      return lack('ambiguous', { numbers })
    const isImpossible = numbers.some(
      ({ box, type }, i) =>
        box && numbers.some((other, j) => j < i && other.box === box && other.type === type),
    )
    if (isImpossible) return lack('ambiguous')
    return withScope(
      reading,
      context,
      numbers.length > 1 ? { numbers } : missing('second-number', { numbers }),
    )
  },
  value({ scope, slots }: Asked<SomeNumbers>) {
    const { count, date } = drawsWithAll(scope, slots.numbers)
    return { count, last: date }
  },
  say({ count, last }, { slots: { numbers }, scope }) {
    const type = numbers.every((number) => (number.type ?? 'winning') === 'winning') ? 'winning' : 'machine'
    const trials = trialsOf(scope, type)
    const { facts, notes } = besideTrials(count, trials, chanceOfAll(numbers))
    return { figure: timesInDraws(count, trials), facts: [...facts, ...lastFact(last)], notes }
  },
  question: ({ numbers }, scope) =>
    `How many times have ${listed(numbersWords(numbers), 'and')} come together ${scope}`,
  rows: drawsWith('every'),
  lab: ({ numbers }, set) =>
    numbers[0].box || numbers.length > LAB_LIMITS.mostNumbers
      ? null
      : {
          figure: 'together',
          typed: { ...set, numbers: numbers.map(({ number }) => number).join('-') },
        },
})
