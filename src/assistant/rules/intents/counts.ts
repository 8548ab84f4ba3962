import { BOXES } from '../../../platform/rules/base/balls.ts'
import { capitalised } from '../../../platform/rules/base/calendar.ts'
import { binomial } from '../../../draws/rules/luck/counts.ts'
import {
  countDraws,
  countEach,
  gamesOf,
  scopeOf,
  chanceOfPlace,
  luckFigure,
  trialsOf,
  besideTrials,
} from '../parts/scope.ts'
import { drawsWith, searchScreen } from '../parts/rows.ts'
import { drawsWords } from '../../../platform/rules/base/words.ts'
import * as words from '../parts/words.ts'
import { has, type Reading, names } from '../read/reading.ts'
import {
  type AssistantData,
  type Line,
  type NumberSlot,
  SHORT_WEEKDAYS,
  longWeekday,
  type Slots,
} from '../read/types.ts'
import * as kind from './intent.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { SEARCH_LIMITS } from '../../../platform/rules/site/search-address.ts'

/** Counts that are set against each other: of numbers, games, periods, weekdays or boxes. */

type OfNumbers = kind.Asked<kind.SomeNumbers>
type BySide = kind.Asked<kind.SomeNumbers & { by: NonNullable<Slots['by']> }>

interface Side {
  name: string
  /** The game, the weekday or the box, as slots have it. */
  value: string
  slots: kind.SomeNumbers
  ball: Line['ball']
}

/** The counts of a question, in its order. */
function sidesOf(slots: kind.SomeNumbers, data: AssistantData): Side[] {
  const { numbers, games, periods = [], by } = slots
  const side = (name: string, more: Partial<kind.SomeNumbers>, value = '', ball: Line['ball'] = null) => ({
    name,
    value,
    slots: { ...slots, ...more },
    ball,
  })
  const inBox = (box: (typeof BOXES)[number]): Partial<kind.SomeNumbers> => ({
    numbers: [{ ...numbers[0], box }],
  })
  if (by === 'box')
    return BOXES.map((box) => side(capitalised(words.placeWords({ box }).slice(4)), inBox(box), box))
  if (by === 'weekday')
    return SHORT_WEEKDAYS.map((day) => side(capitalised(longWeekday(day)), { weekday: day }, day))
  if (by === 'game')
    return (games ?? gamesOf(slots, data)).map((key) => side(words.nameOf(key, data), { games: [key] }, key))
  if (by === 'period') return periods.map((period) => side(capitalised(words.rangeWords(period)), { period }))
  return numbers.map((one) => side(words.placeWords(one).trim(), { numbers: [one] }, '', words.ballOf(one)))
}

/** Each count beside luck. Sides with the same draws and place share it. */
function sideLines(counts: readonly number[], sides: readonly Side[], data: AssistantData): Line[] {
  const known = new Map<string, { trials: number; byLuck: ReturnType<typeof binomial> | null }>()
  const luckOf = ({ slots }: Side) => {
    const { numbers, games, period, weekday } = slots
    const [{ number: _, ...place }] = numbers
    const key = JSON.stringify([place, games, period, weekday])
    if (!known.has(key)) {
      const trials = trialsOf(scopeOf(slots, data), place.type)
      known.set(key, { trials, byLuck: trials === 0 ? null : binomial(trials, chanceOfPlace(place)) })
    }
    return present(known.get(key))
  }
  return sides.map((side, i) => {
    const { trials, byLuck } = luckOf(side)
    const luck = byLuck && luckFigure(itemAt(counts, i), byLuck)
    const note = drawsWords(trials)
    return words.line(side.name, words.timesWords(itemAt(counts, i)), { note, ball: side.ball, luck })
  })
}

const countOf = ({ slots }: Side, data: AssistantData) => countDraws(scopeOf(slots, data), slots.numbers[0])

/** Which of some numbers, games or periods has the highest count. */
export const compare = kind.intent({
  key: 'compare',
  plan: 'free',
  when: (reading) => kind.isWithoutSequence(reading) && hasSides(reading),
  asks: ['MORE|LESS|COMPARE', 'MOST|LEAST|HOT WHAT|WHICH_ONE|WHO|WHICH_GAMES|BETWEEN'],
  may: 'THAN COUNT DRAW IF THAT_GAME',
  uses: ['numbers', 'places', ...kind.SCOPE],
  read(reading, context) {
    const numbers = comparedNumbers(reading)
    const sides = [numbers.length > 1, reading.games.length > 1, reading.periods.length > 1].filter(Boolean)
    if (sides.length !== 1) return kind.lack('ambiguous')
    if (numbers.length > 1) return kind.withScope(reading, context, { by: 'number', numbers })
    if (reading.games.length > 1) {
      const slots = kind.withScope(reading, context, { by: 'game', numbers })
      return kind.isLack(slots) ? slots : { ...slots, games: reading.games }
    }
    return comparePeriods(reading, context, numbers)
  },
  value: ({ slots, data, scope }: OfNumbers) =>
    slots.by === 'number'
      ? countEach(scope, slots.numbers)
      : sidesOf(slots, data).map((side) => countOf(side, data)),
  say(counts, { slots, data }) {
    const sides = sidesOf(slots, data)
    const best = Math.max(...counts)
    const leaders = sides.filter((_, i) => counts[i] === best)
    const leader = itemAt(leaders, 0)
    const name = slots.by === 'number' ? words.numberWords(leader.slots.numbers[0]) : leader.name
    const equal = best === 0 ? 'Equal: none came' : `Equal: ${words.timesWords(best)} each`
    const figure = leaders.length > 1 ? equal : `${name}: ${words.timesWords(best).toLowerCase()}`
    return { figure, lines: sideLines(counts, sides, data) }
  },
  question({ by, numbers, periods }, scope) {
    if (by === 'number')
      return `Which came more, ${words.listed(words.numbersWords(numbers), 'or')}, ${scope}`
    const sides = by === 'period' ? periods?.map(words.rangeWords).join(' or ') : ''
    return `Did ${words.numberWords(numbers[0])} come more ${sides} ${scope}`
  },
  rows: drawsWith('some'),
  lab: ({ by, numbers }, set) => (by === 'number' ? kind.frequencyInLab(numbers[0], set) : null),
})

/** Whether a question names several numbers, or one with several games, periods or places. */
const hasSides = ({ numbers, games, periods, places }: Reading) =>
  numbers.length > 1 ||
  (numbers.length === 1 &&
    (games.length > 1 || periods.length > 1 || places.length > 1 || numbers[0]?.type === 'both'))

function comparedNumbers(reading: Reading): NumberSlot[] {
  const [number, ...others] = reading.numbers
  if (number && reading.places.length > 1)
    return reading.places.map((place) => kind.numberSlot({ ...number, ...place }))
  if (number?.type === 'both' && others.length === 0)
    return (['winning', 'machine'] as const).map((type) => kind.numberSlot({ ...number, type }))
  return kind.numberSlots(reading)
}

function comparePeriods(reading: Reading, context: kind.Context, numbers: NumberSlot[]): Slots | kind.Lack {
  const sides = reading.periods.map((period) =>
    kind.withScope({ ...reading, periods: [period] }, context, { by: 'period', numbers }),
  )
  const problem = sides.find(kind.isLack)
  if (problem) return problem
  const { period: _, ...slots } = sides[0] as Slots
  return { ...slots, periods: sides.map((side) => ({ ...(side as Slots).period })) }
}

const SIDE_MARKS = { WHICH_GAMES: 'game', WHEN: 'weekday', WHICH_BOX: 'box' } as const

/** Which game, weekday or box had a number most often. */
export const mostIn = kind.intent({
  key: 'most-in',
  plan: 'free',
  when: (reading) =>
    reading.numbers.length === 1 &&
    !has(reading, 'AFTER', 'FOLLOW', 'FOLLOWED_BY', 'NEXT_DRAW', 'THEN', 'COUNT'),
  asks: ['WHICH_GAMES|WHEN|WHICH_BOX MOST|HOT|BRING|TOP|MORE'],
  may: 'DRAW WHAT THAT_GAME',
  uses: ['numbers', ...kind.SCOPE],
  read(reading, context) {
    const [mark, other] = (['WHICH_GAMES', 'WHEN', 'WHICH_BOX'] as const).filter((one) => has(reading, one))
    const by = SIDE_MARKS[present(mark)]
    const isGiven =
      (by === 'game' && reading.games.length === 1) ||
      (by === 'weekday' &&
        (reading.weekday ?? !['day', 'weekday'].some((word) => reading.words.has(word)))) ||
      (by === 'box' && itemAt(reading.numbers, 0).box)
    if (isGiven || other || !has(reading, 'MOST', 'HOT', 'TOP', 'MORE')) return kind.lack('ambiguous')
    return kind.withScope(reading, context, { ...kind.oneNumber(reading), by })
  },
  value: ({ slots, data }: BySide) =>
    sidesOf(slots, data)
      .map((side) => ({ [slots.by]: side.value, count: countOf(side, data) }))
      .sort((a, b) => b.count - a.count),
  say(counts, { slots, data }) {
    const sides = sidesOf(slots, data)
    const ranked = counts.map((entry) => present(sides.find(({ value }) => value === entry[slots.by])))
    const all = sideLines(
      counts.map(({ count }) => count),
      ranked,
      data,
    )
    // Without draws there is nothing to compare.
    const lines = all.filter(({ luck }) => luck)
    const [first] = lines
    if (!first) return { figure: 'No draws' }
    const best = lines.filter(({ value }) => value === first.value)
    const notes = slots.by === 'box' ? [] : ['Where more draws are held, every number comes more often.']
    return {
      figure: `${best.map(({ name }) => name).join(', ')}: ${first.value.toLowerCase()}`,
      lines,
      notes,
    }
  },
  question: ({ numbers: [number], by }, scope) =>
    `${by === 'weekday' ? 'On which day' : `In which ${by}`} did ${words.numberWords(number)} come most often ${scope}`,
})

/** Words of a question about comings. */
const COMINGS = ['did', 'do', 'does', 'don', 'dem', 'una', 'has', 'have', 'ever']

const isNamedDraw = (reading: Reading) =>
  reading.numbers[0]?.before === 'draw' &&
  !has(reading, 'COUNT', 'COME', 'WIN') &&
  !COMINGS.some((word) => reading.words.has(word))

/** In how many draws each of some numbers came. */
export const count = kind.intent({
  key: 'count',
  plan: 'free',
  when: (reading) =>
    kind.isWithoutSequence(reading) &&
    (reading.numbers.length > 0 || has(reading, 'COUNT', 'HOW_MANY_DRAWS')),
  asks: [
    'COUNT|HOW_MANY_DRAWS|COME|WIN',
    (reading) => ([...kind.SCOPE, 'place'] as const).some((field) => names(reading, field)),
    ({ numbers }) => numbers.some(({ box, type }) => box || type),
  ],
  may: 'WHAT RESULT DRAW HAD WITH THAT_GAME',
  uses: ['numbers', 'bet', ...kind.SCOPE],
  read(reading, context) {
    const numbers = kind.numberSlots(reading)
    const today = reading.periods.some(({ unit, from }) => unit === 'day' && from === context.today)
    const isUnclear =
      numbers.length > SEARCH_LIMITS.rows ||
      kind.namesSome(reading) ||
      // "45 today" may ask for a result or for a tip.
      (today && !has(reading, 'COUNT', 'COME', 'WIN')) ||
      (reading.bet !== undefined && (reading.bet !== 'banker' || numbers.length !== 1)) ||
      (has(reading, 'WHAT') && !has(reading, 'COUNT')) ||
      // "Bingo draw 20" may ask for the draw of that number.
      (numbers.length === 1 && isNamedDraw(reading)) ||
      (has(reading, 'WITH') && !has(reading, 'HOW_MANY_DRAWS', 'DRAW')) ||
      (has(reading, 'HAD', 'HOW_MANY_DRAWS') && numbers.length > 1)
    if (isUnclear) return kind.lack('ambiguous')
    return kind.withScope(reading, context, numbers.length > 0 ? { numbers } : kind.missing('number'))
  },
  value: ({ scope, slots }: kind.Asked<kind.SomeNumbers>) => countEach(scope, slots.numbers),
  say(counts, { slots, scope, data }) {
    const { numbers } = slots
    const [first] = numbers
    if (numbers.length === 1) {
      const trials = trialsOf(scope, first.type)
      return {
        ball: words.ballOf(first),
        figure: words.timesInDraws(itemAt(counts, 0), trials),
        ...besideTrials(itemAt(counts, 0), trials, chanceOfPlace(first)),
      }
    }
    return {
      figure: numbers
        .map(({ number }, i) => `${number}: ${words.timesWords(itemAt(counts, i)).toLowerCase()}`)
        .join(', '),
      lines: sideLines(counts, sidesOf({ ...slots, by: 'number' }, data), data),
    }
  },
  question({ numbers }, scope) {
    const [first] = numbers
    const isShared = numbers.every(({ box, type }) => box === first.box && type === first.type)
    const named = isShared ? numbers.map(({ number }) => String(number)) : words.numbersWords(numbers)
    const place = isShared ? words.placeWords(first) : ''
    return `How many times ${numbers.length > 1 ? 'have' : 'has'} ${words.listed(named, 'and')} come${place} ${scope}`
  },
  rows: drawsWith('some'),
  screen: searchScreen,
  lab: ({ numbers }, set) => kind.frequencyInLab(numbers[0], set),
})
