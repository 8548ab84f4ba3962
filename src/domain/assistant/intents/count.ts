import { SEARCH_LIMITS } from '../../draws/search-address.ts'
import { sideLines, sidesOf } from './compare.ts'
import {
  type Asked,
  frequencyInLab,
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
import { searchScreen } from '../parts/links.ts'
import { besideTrials, chanceOfPlace, trialsOf } from '../parts/luck.ts'
import { has, names } from '../read/reading.ts'
import { drawsWith } from '../parts/rows.ts'
import { countEach } from '../parts/scope.ts'
import { ballOf, listed, numbersWords, placeWords, timesInDraws, timesWords } from '../parts/words.ts'
import { itemAt } from '../../base/lists.ts'

/** In how many draws each of some numbers came. */
export const count = intent({
  key: 'count',
  plan: 'free',
  when: (reading) =>
    isWithoutSequence(reading) && (reading.numbers.length > 0 || has(reading, 'COUNT', 'HOW_MANY_DRAWS')),
  asks: [
    'COUNT|HOW_MANY_DRAWS|COME|WIN',
    (reading) => ([...SCOPE, 'place'] as const).some((field) => names(reading, field)),
    ({ numbers }) => numbers.some(({ box, type }) => box || type),
  ],
  may: 'WHAT RESULT DRAW HAD WITH THAT_GAME',
  uses: ['numbers', 'bet', ...SCOPE],
  read(reading, context) {
    const numbers = numberSlots(reading)
    const today = reading.periods.some(({ unit, from }) => unit === 'day' && from === context.today)
    const isUnclear =
      numbers.length > SEARCH_LIMITS.rows ||
      namesSome(reading) ||
      // "45 today" may ask for a result or for a tip.
      (today && !has(reading, 'COUNT', 'COME', 'WIN')) ||
      (reading.bet !== undefined && (reading.bet !== 'banker' || numbers.length !== 1)) ||
      (has(reading, 'WHAT') && !has(reading, 'COUNT')) ||
      (has(reading, 'WITH') && !has(reading, 'HOW_MANY_DRAWS', 'DRAW')) ||
      (has(reading, 'HAD', 'HOW_MANY_DRAWS') && numbers.length > 1)
    if (isUnclear) return lack('ambiguous')
    return withScope(reading, context, numbers.length > 0 ? { numbers } : missing('number'))
  },
  value: ({ scope, slots }: Asked<SomeNumbers>) => countEach(scope, slots.numbers),
  say(counts, { slots, scope, data }) {
    const { numbers } = slots
    const [first] = numbers
    if (numbers.length === 1) {
      const trials = trialsOf(scope, first.type)
      return {
        ball: ballOf(first),
        figure: timesInDraws(itemAt(counts, 0), trials),
        ...besideTrials(itemAt(counts, 0), trials, chanceOfPlace(first)),
      }
    }
    return {
      figure: numbers
        .map(({ number }, i) => `${number}: ${timesWords(itemAt(counts, i)).toLowerCase()}`)
        .join(', '),
      lines: sideLines(counts, sidesOf({ ...slots, by: 'number' }, data), data),
    }
  },
  question({ numbers }, scope) {
    const [first] = numbers
    const isShared = numbers.every(({ box, type }) => box === first.box && type === first.type)
    const words = isShared ? numbers.map(({ number }) => String(number)) : numbersWords(numbers)
    const place = isShared ? placeWords(first) : ''
    return `How many times ${numbers.length > 1 ? 'have' : 'has'} ${listed(words, 'and')} come${place} ${scope}`
  },
  rows: drawsWith('some'),
  screen: searchScreen,
  lab: ({ numbers }, set) => frequencyInLab(numbers[0], set),
})
