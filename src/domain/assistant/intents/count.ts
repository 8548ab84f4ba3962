import { capitalised } from '../../base/calendar.ts'
import { BOXES } from '../../base/balls.ts'
import { SEARCH_LIMITS } from '../../draws/search-address.ts'
import type { TypedLabQuery } from '../../lab/query.ts'
import {
  type Asked,
  type Context,
  intent,
  isLack,
  isWithoutSequence,
  type Lack,
  lack,
  type LabView,
  missing,
  namesSome,
  numberSlot,
  numberSlots,
  SCOPE,
  type SomeNumbers,
  withScope,
} from './intent.ts'
import { searchScreen } from '../parts/links.ts'
import { besideTrials, chanceOfPlace, luckFigure, trialsOf } from '../parts/luck.ts'
import { binomial } from '../../luck/counts.ts'
import { has, names, type Reading } from '../read/reading.ts'
import { drawsWith } from '../parts/rows.ts'
import { countDraws, countEach, scopeOf } from '../parts/scope.ts'
import type { AssistantData, Line, NumberSlot, Slots } from '../read/types.ts'
import {
  ballOf,
  drawsWords,
  line,
  listed,
  nameOf,
  numbersWords,
  numberWords,
  placeWords,
  rangeWords,
  timesInDraws,
  timesWords,
} from '../parts/words.ts'

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
    const luckOf = luckOfSides(slots, data)
    const [first] = numbers
    if (numbers.length === 1) {
      const trials = trialsOf(scope, first.type)
      return {
        ball: ballOf(first),
        figure: timesInDraws(counts[0]!, trials),
        ...besideTrials(counts[0]!, trials, chanceOfPlace(first)),
      }
    }
    return {
      figure: numbers.map(({ number }, i) => `${number}: ${timesWords(counts[i]!).toLowerCase()}`).join(', '),
      lines: numbers.map((number, i) =>
        line(
          placeBeside(number),
          timesWords(counts[i]!),
          drawsWords(luckOf(slots, number).trials),
          ballOf(number),
          luckOf(slots, number).beside(counts[i]!),
        ),
      ),
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

/** Which of some numbers, games or periods has the highest count. */
export const compare = intent({
  key: 'compare',
  plan: 'free',
  when: (reading) => isWithoutSequence(reading) && hasSides(reading),
  asks: ['MORE|LESS|COMPARE', 'MOST|LEAST|HOT WHAT|WHICH_ONE|WHO|WHICH_GAMES|BETWEEN'],
  may: 'THAN COUNT DRAW IF THAT_GAME',
  uses: ['numbers', 'places', ...SCOPE],
  read(reading, context) {
    const numbers = comparedNumbers(reading)
    const sides = [numbers.length > 1, reading.games.length > 1, reading.periods.length > 1].filter(Boolean)
    if (sides.length !== 1) return lack('ambiguous')
    if (numbers.length > 1) return withScope(reading, context, { by: 'number', numbers })
    if (reading.games.length > 1) {
      const slots = withScope(reading, context, { by: 'game', numbers })
      return isLack(slots) ? slots : { ...slots, games: reading.games }
    }
    return comparePeriods(reading, context, numbers)
  },
  value: ({ slots, data }: Asked<SomeNumbers>) =>
    slots.by === 'number'
      ? countEach(scopeOf(slots, data), slots.numbers)
      : comparedSlots(slots).map((side) => countDraws(scopeOf(side, data), slots.numbers[0])),
  say(counts, { slots, data }) {
    const sides = comparedSlots(slots)
    const luckOf = luckOfSides(slots, data)
    const best = Math.max(...counts)
    const [leader, other] = sides.filter((_, i) => counts[i] === best)
    const equal = best === 0 ? 'Equal: none came' : `Equal: ${timesWords(best)} each`
    return {
      figure: other ? equal : `${nameOfSide(leader!, slots, data)}: ${timesWords(best).toLowerCase()}`,
      lines: sides.map((side, i) => {
        const [number] = side.numbers
        const isByNumber = slots.by === 'number'
        const name = isByNumber ? placeBeside(number) : nameOfSide(side, slots, data)
        const { trials, beside } = luckOf(side, number)
        const ball = isByNumber ? ballOf(number) : null
        return line(name, timesWords(counts[i]!), drawsWords(trials), ball, beside(counts[i]!))
      }),
    }
  },
  question({ by, numbers, periods }, scope) {
    if (by === 'number') return `Which came more, ${listed(numbersWords(numbers), 'or')}, ${scope}`
    const sides = by === 'period' ? periods?.map(rangeWords).join(' or ') : ''
    return `Did ${numberWords(numbers[0])} come more ${sides} ${scope}`
  },
  rows: drawsWith('some'),
  lab: ({ by, numbers }, set) => (by === 'number' ? frequencyInLab(numbers[0], set) : null),
})

/** Whether a question names several numbers, or one with several games, periods or places. */
const hasSides = ({ numbers, games, periods, places }: Reading) =>
  numbers.length > 1 ||
  (numbers.length === 1 &&
    (games.length > 1 || periods.length > 1 || places.length > 1 || numbers[0]?.type === 'both'))

function comparedNumbers(reading: Reading): NumberSlot[] {
  const [number, ...others] = reading.numbers
  if (number && reading.places.length > 1)
    return reading.places.map((place) => numberSlot({ ...number, ...place }))
  if (number?.type === 'both' && others.length === 0)
    return [numberSlot({ ...number, type: 'winning' }), numberSlot({ ...number, type: 'machine' })]
  return numberSlots(reading)
}

function comparePeriods(reading: Reading, context: Context, numbers: NumberSlot[]): Slots | Lack {
  const sides = reading.periods.map((period) =>
    withScope({ ...reading, periods: [period] }, context, { by: 'period', numbers }),
  )
  const problem = sides.find(isLack)
  if (problem) return problem
  const { period: _, ...slots } = sides[0] as Slots
  return { ...slots, periods: sides.map((side) => ({ ...(side as Slots).period })) }
}

/** The slots of each count that a question compares. */
function comparedSlots(slots: SomeNumbers): SomeNumbers[] {
  const { numbers, games, periods, by } = slots
  if (by === 'game' && games) return games.map((game) => ({ ...slots, games: [game] }))
  if (by === 'period' && periods) return periods.map((period) => ({ ...slots, period }))
  return numbers.map((number) => ({ ...slots, numbers: [number] }))
}

function nameOfSide(side: SomeNumbers, { by }: Slots, data: AssistantData): string {
  if (by === 'game') return nameOf(side.games![0]!, data)
  if (by === 'period' && side.period && !('last' in side.period) && !('event' in side.period))
    return capitalised(rangeWords(side.period))
  return numberWords(side.numbers[0])
}

/** The place alone, beside a ball: `as first box machine`. */
const placeBeside = (number: NumberSlot) => placeWords(number).trim()

interface LuckOfSide {
  trials: number
  beside: (count: number) => Line['luck']
}

/** What luck gives to a number of a scope. Numbers with the same place share it. */
function luckOfSides({ by }: Slots, data: AssistantData) {
  const known = new Map<string, LuckOfSide>()
  return (side: Slots, number: NumberSlot): LuckOfSide => {
    const key = JSON.stringify([number.type, number.box, by !== 'number' && [side.games, side.period]])
    const found = known.get(key)
    if (found) return found
    const trials = trialsOf(scopeOf(side, data), number.type)
    const luck = trials === 0 ? null : binomial(trials, chanceOfPlace(number))
    const made = { trials, beside: (count: number) => luck && luckFigure(count, luck) }
    known.set(key, made)
    return made
  }
}

/** The lab counts the boxes of both sets one by one. */
export function frequencyInLab(
  { box, type }: Pick<NumberSlot, 'box' | 'type'>,
  set: TypedLabQuery,
): LabView | null {
  if (!box) return { figure: 'frequency', typed: set }
  return type === 'both'
    ? null
    : { figure: 'frequency', typed: { ...set, box: String(BOXES.indexOf(box) + 1) } }
}
