import { SEARCH_LIMITS } from '../search-limits.ts'
import { type Lack, numberSlot, type Rule, SCOPE, withScope } from './rule.ts'
import { has, names, type Reading } from './reading.ts'
import type { NumberSlot, Slots } from './types.ts'

/** Rules for questions about given numbers. */

const slotsOf = ({ numbers }: Reading): NumberSlot[] => {
  const seen = new Set<string>()
  return numbers.map(numberSlot).filter((slot) => {
    const key = JSON.stringify(slot)
    return !seen.has(key) && seen.add(key)
  })
}

/** Exactly one number, or what is missing. */
function oneNumber(reading: Reading): Slots | Lack {
  const numbers = slotsOf(reading)
  if (numbers.length === 1) return { numbers }
  return { reason: numbers.length === 0 ? 'missing' : 'ambiguous', lacks: 'number', slots: { numbers } }
}

const isWithoutSequence = (reading: Reading) =>
  !has(reading, 'AFTER', 'FOLLOW', 'FOLLOWED_BY', 'NEXT_DRAW', 'BRING', 'THEN') &&
  reading.within === undefined &&
  reading.lag === undefined

/** "Any two of 5, 12 and 90": the first number is how many. */
const namesSome = ({ numbers }: Reading) => numbers.some(({ before }, i) => i > 0 && before === 'of')

const count: Rule = {
  intent: 'count',
  fits: (reading) =>
    isWithoutSequence(reading) &&
    (reading.numbers.length > 0 || has(reading, 'COUNT', 'HOW_MANY_DRAWS')) &&
    (has(reading, 'COUNT', 'HOW_MANY_DRAWS', 'COME', 'WIN') ||
      ([...SCOPE, 'place'] as const).some((field) => names(reading, field)) ||
      reading.numbers.some(({ box, type }) => box || type)),
  permits: ['COUNT', 'HOW_MANY_DRAWS', 'WHAT', 'RESULT', 'DRAW', 'WIN', 'HAD', 'WITH', 'THAT_GAME'],
  uses: ['numbers', 'bet', ...SCOPE],
  read: (reading, context) => {
    const numbers = slotsOf(reading)
    const today = reading.periods.some(({ unit, from }) => unit === 'day' && from === context.today)
    const isUnclear =
      numbers.length > SEARCH_LIMITS.rows ||
      namesSome(reading) ||
      // "45 today" may ask for a result or for a tip.
      (today && !has(reading, 'COUNT', 'COME', 'WIN')) ||
      (reading.bet !== undefined && (reading.bet !== 'banker' || numbers.length !== 1)) ||
      (has(reading, 'WHAT') && !has(reading, 'COUNT')) ||
      (has(reading, 'WITH') && !has(reading, 'HOW_MANY_DRAWS', 'DRAW')) ||
      (has(reading, 'HAD') && numbers.length > 1) ||
      (has(reading, 'HOW_MANY_DRAWS') && numbers.length > 1)
    if (isUnclear) return { reason: 'ambiguous', slots: {} }
    return withScope(
      reading,
      context,
      numbers.length > 0 ? { numbers } : { reason: 'missing', lacks: 'number', slots: {} },
    )
  },
}

/** "When was the last draw with 45": the newest draw that has it, not the newest draw. */
const lastSeen: Rule = {
  intent: 'last-seen',
  fits: (reading) =>
    isWithoutSequence(reading) &&
    ((has(reading, 'LAST') && !has(reading, 'COUNT', 'HOW_MANY_DRAWS', 'HOW_LONG')) ||
      (has(reading, 'WHEN') && reading.last === 1 && reading.numbers.length > 0)),
  permits: ['WHEN', 'LAST', 'WHAT', 'TEY', 'DRAW', 'WITH', 'RESULT', 'HAD', 'WIN', 'THAT_GAME'],
  uses: ['numbers', ...SCOPE],
  read: (reading, context) => {
    const { last: _, ...rest } = reading
    return withScope(reading.last === 1 ? rest : reading, context, oneNumber(reading))
  },
}

/** "How many draws has 45 not come": until now. "Did not come" counts draws of the past. */
const isStillAbsent = (reading: Reading) =>
  has(reading, 'NOT') &&
  has(reading, 'HOW_MANY_DRAWS', 'HOW_LONG', 'SINCE') &&
  (reading.words.has('has') || reading.words.has('have')) &&
  !reading.words.has('did')

const gap: Rule = {
  intent: 'gap',
  fits: (reading) =>
    isWithoutSequence(reading) &&
    reading.numbers.length > 0 &&
    (has(reading, 'GAP', 'SLEEP') ||
      (has(reading, 'HOW_MANY_DRAWS') && has(reading, 'SINCE', 'STAY', 'NEVER', 'LAST')) ||
      (has(reading, 'HOW_LONG') && has(reading, 'SINCE', 'NEVER', 'STAY', 'TEY', 'LAST')) ||
      (has(reading, 'STAY') && has(reading, 'NEVER')) ||
      (has(reading, 'TEY') && !has(reading, 'WHEN')) ||
      isStillAbsent(reading)),
  permits: [
    'GAP',
    'HOW_MANY_DRAWS',
    'HOW_LONG',
    'SINCE',
    'NOT',
    'SLEEP',
    'NEVER',
    'STAY',
    'TEY',
    'LAST',
    'WHAT',
    'DRAW',
    'THAT_GAME',
  ],
  uses: ['numbers', 'games'],
  read: (reading, context) => {
    const slots = withScope(reading, context, oneNumber(reading))
    return reading.games.length === 1 || 'reason' in slots
      ? slots
      : { reason: 'missing', lacks: 'game', slots }
  },
}

const BET_NUMBERS = {
  banker: 1,
  'one-direct': 1,
  'two-sure': 2,
  'three-direct': 3,
  'four-direct': 4,
  'five-direct': 5,
}

const together: Rule = {
  intent: 'together',
  fits: (reading) =>
    isWithoutSequence(reading) &&
    (reading.numbers.length > 1 ||
      (has(reading, 'TOGETHER') && !has(reading, 'WHAT', 'MOST', 'HOT', 'TOP'))) &&
    (has(reading, 'TOGETHER', 'WITH') ||
      (reading.bet !== undefined && BET_NUMBERS[reading.bet] === reading.numbers.length) ||
      has(reading, 'HAD')),
  permits: [
    'TOGETHER',
    'COUNT',
    'HOW_MANY_DRAWS',
    'HAD',
    'WITH',
    'WHEN',
    'LAST',
    'WIN',
    'DRAW',
    'RESULT',
    'WHAT',
    'COMPANION',
    'THAT_GAME',
  ],
  uses: ['numbers', 'bet', ...SCOPE],
  read: (reading, context) => {
    const numbers = slotsOf(reading)
    if (namesSome(reading)) return { reason: 'not-understood', slots: {} }
    if (reading.bet !== undefined && BET_NUMBERS[reading.bet] !== numbers.length)
      return { reason: 'ambiguous', slots: {} }
    if (has(reading, 'WHAT') && !has(reading, 'COUNT', 'HOW_MANY_DRAWS', 'WHEN', 'LAST'))
      return { reason: 'ambiguous', slots: { numbers } }
    const isImpossible = numbers.some(
      ({ box, type }, i) =>
        box && numbers.some((other, j) => j < i && other.box === box && other.type === type),
    )
    if (isImpossible) return { reason: 'ambiguous', slots: {} }
    return withScope(
      reading,
      context,
      numbers.length > 1 ? { numbers } : { reason: 'missing', lacks: 'second-number', slots: { numbers } },
    )
  },
}

const STEPS = ['AFTER', 'FOLLOW', 'FOLLOWED_BY', 'NEXT_DRAW', 'BRING', 'THEN', 'IF'] as const

const stepSlots = ({ within, lag }: Reading): Slots => ({
  ...(within !== undefined && { within }),
  ...(lag !== undefined && { lag }),
})

/** Whether "when" asks for a date; in "when 12 drops" it is a condition. */
const asksWhen = (reading: Reading) =>
  has(reading, 'WHEN') && !reading.numbers.some(({ before }) => before === 'when')

const followedBy: Rule = {
  intent: 'then',
  fits: (reading) =>
    !isWithoutSequence(reading) &&
    (reading.numbers.length > 1 || (reading.numbers.length === 1 && reading.places.length > 1)),
  permits: ['COUNT', 'HOW_MANY_DRAWS', 'DRAW', 'WHEN', 'NEXT', ...STEPS, 'THAT_GAME'],
  uses: ['numbers', 'places', 'within', 'lag', 'games', 'periods'],
  read: (reading, context) => {
    if (asksWhen(reading) || (reading.within !== undefined && reading.lag !== undefined))
      return { reason: 'not-understood', slots: {} }
    const numbers = reading.numbers.length === 1 ? placedTwice(reading) : inOrder(reading)
    if (numbers.length !== 2) return { reason: 'ambiguous', slots: {} }
    return withScope(reading, context, { ...stepSlots(reading), numbers })
  },
}

/** "20 as a machine number and then a winning number". */
function placedTwice({ numbers, places }: Reading): NumberSlot[] {
  return places.map((place) => numberSlot({ ...numbers[0]!, ...place }))
}

/** The number that comes first, then the other. Without exactly one first number the order is unclear. */
function inOrder({ numbers }: Reading): NumberSlot[] {
  const first = numbers.filter(({ isFirst }) => isFirst)
  const other = numbers.filter(({ isFirst }) => !isFirst)
  return first.length === 1 && other.length === 1 ? [...first, ...other].map(numberSlot) : []
}

const compare: Rule = {
  intent: 'compare',
  fits: (reading) =>
    isWithoutSequence(reading) &&
    (has(reading, 'MORE', 'LESS', 'COMPARE') ||
      (has(reading, 'MOST', 'LEAST', 'HOT') &&
        has(reading, 'WHAT', 'WHICH_ONE', 'WHO', 'WHICH_GAMES', 'BETWEEN'))) &&
    (reading.numbers.length > 1 ||
      (reading.numbers.length === 1 &&
        (reading.games.length > 1 ||
          reading.periods.length > 1 ||
          reading.places.length > 1 ||
          reading.numbers[0]!.type === 'both'))),
  permits: [
    'MORE',
    'LESS',
    'COMPARE',
    'MOST',
    'LEAST',
    'HOT',
    'WHAT',
    'WHICH_ONE',
    'WHO',
    'WHICH_GAMES',
    'BETWEEN',
    'THAN',
    'COUNT',
    'DRAW',
    'IF',
    'THAT_GAME',
  ],
  uses: ['numbers', 'places', ...SCOPE],
  read: (reading, context) => {
    const numbers = comparedNumbers(reading)
    const sides = [numbers.length > 1, reading.games.length > 1, reading.periods.length > 1].filter(Boolean)
    if (sides.length !== 1) return { reason: 'ambiguous', slots: {} }
    if (numbers.length > 1) return withScope(reading, context, { by: 'number', numbers })
    if (reading.games.length > 1) {
      const slots = withScope(reading, context, { by: 'game', numbers })
      return 'reason' in slots ? slots : { ...slots, games: reading.games }
    }
    return comparePeriods(reading, context, numbers)
  },
}

function comparedNumbers(reading: Reading): NumberSlot[] {
  const [number] = reading.numbers
  if (reading.places.length > 1) return reading.places.map((place) => numberSlot({ ...number!, ...place }))
  if (reading.numbers.length === 1 && number!.type === 'both')
    return [numberSlot({ ...number!, type: 'winning' }), numberSlot({ ...number!, type: 'machine' })]
  return slotsOf(reading)
}

function comparePeriods(
  reading: Reading,
  context: Parameters<Rule['read']>[1],
  numbers: NumberSlot[],
): Slots | Lack {
  const scopes = reading.periods.map((period) =>
    withScope({ ...reading, periods: [period] }, context, { by: 'period', numbers }),
  )
  const lack = scopes.find((scope): scope is Lack => 'reason' in scope)
  if (lack) return lack
  const { period: _, ...slots } = scopes[0] as Slots
  return { ...slots, periods: scopes.map((scope) => ({ ...(scope as Slots).period })) }
}

export const NUMBER_RULES = { count, lastSeen, gap, together, followedBy, compare }
export { isWithoutSequence, oneNumber, stepSlots, STEPS, asksWhen }
