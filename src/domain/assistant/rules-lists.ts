import type { Mark } from './marks.ts'
import { has, names, type Reading } from './reading.ts'
import { type Lack, numberSlot, placeSlots, type Rule, SCOPE, topOf, withScope } from './rule.ts'
import { asksWhen, isWithoutSequence, oneNumber, STEPS, stepSlots } from './rules-numbers.ts'
import type { Slots } from './types.ts'

/** Rules for ranked lists, the chart and the shape of draws. */

const RANK: readonly Mark[] = ['WHAT', 'MOST', 'HOT', 'TOP', 'DRAW', 'WHICH_ONE', 'THAT_GAME']

const pairsWith: Rule = {
  intent: 'pairs-with',
  fits: (reading) =>
    isWithoutSequence(reading) &&
    reading.numbers.length === 1 &&
    has(reading, 'TOGETHER', 'WITH', 'COMPANION') &&
    (has(reading, 'WHAT', 'MOST', 'HOT', 'TOP', 'COMPANION') ||
      reading.top !== undefined ||
      reading.quantity !== undefined),
  permits: [...RANK, 'WITH', 'TOGETHER', 'COMPANION'],
  uses: ['numbers', 'top', 'quantity', ...SCOPE],
  read: (reading, context) =>
    isMisplaced(reading)
      ? { reason: 'not-understood', slots: {} }
      : withScope(reading, context, { ...oneNumber(reading), top: topOf(reading) }),
}

/** "Which machine number comes with 9": a place of the numbers that are asked for, which no list has. */
const isMisplaced = ({ numbers: [number] }: Reading) =>
  (number!.box ?? number!.type) !== undefined && !number!.isPlacedBeside

const followers: Rule = {
  intent: 'followers',
  fits: (reading) =>
    !isWithoutSequence(reading) &&
    reading.numbers.length === 1 &&
    (has(reading, 'WHAT', 'MOST', 'HOT', 'TOP', 'NUMBERS') ||
      reading.top !== undefined ||
      reading.quantity !== undefined) &&
    !has(reading, 'COUNT'),
  permits: [...RANK, ...STEPS, 'WHEN', 'NEXT'],
  uses: ['numbers', 'top', 'quantity', 'within', 'lag', 'games', 'periods'],
  read: (reading, context) => {
    const [number] = reading.numbers
    const isUnclear = asksWhen(reading) || (reading.within !== undefined && reading.lag !== undefined)
    if (isUnclear || !number!.isFirst || isMisplaced(reading)) return { reason: 'not-understood', slots: {} }
    return withScope(reading, context, {
      ...stepSlots(reading),
      numbers: [numberSlot(number!)],
      top: topOf(reading),
    })
  },
}

const hasStep = (reading: Reading) => !isWithoutSequence(reading)

const chartHit: Rule = {
  intent: 'chart-hit',
  fits: (reading) => reading.relations.length > 0 && hasStep(reading),
  permits: ['COUNT', 'HOW_MANY_DRAWS', 'DRAW', 'WHEN', 'CHART', 'NEXT', ...STEPS, 'THAT_GAME'],
  uses: ['relations', 'numbers', 'quantity', 'within', 'lag', 'games', 'periods'],
  read: (reading, context) => {
    const numbers = [...new Set(reading.numbers.map(({ number }) => number))]
    const isPlaced = reading.numbers.some(({ box, type }) => box || type)
    const isUnclear =
      numbers.length > 1 ||
      reading.relations.length > 1 ||
      isPlaced ||
      asksWhen(reading) ||
      (reading.quantity ?? 1) !== 1
    if (isUnclear) return { reason: 'ambiguous', slots: {} }
    const named = numbers.length > 0 ? { numbers: numbers.map((number) => ({ number })) } : {}
    return withScope(reading, context, { ...stepSlots(reading), ...named, relations: reading.relations })
  },
}

/** "46 is the counterpart of which number" asks for the opposite of a cell. */
function isInverse(reading: Reading): boolean {
  return (
    has(reading, 'INVERSE') ||
    reading.numbers.some(({ before }) => /^(?:is|be|equal|equals|as|gives)$/.test(before))
  )
}

const chartCell: Rule = {
  intent: 'chart-cell',
  fits: (reading) =>
    (reading.relations.length > 0 || has(reading, 'TURN_TO')) && !hasStep(reading) && !has(reading, 'COUNT'),
  permits: ['WHAT', 'CHART', 'TURN_TO'],
  uses: ['relations', 'numbers'],
  read: (reading) => {
    const numbers = reading.numbers.map(numberSlot)
    if (isInverse(reading)) return { reason: 'not-understood', slots: {} }
    const relations = reading.relations.length > 0 ? reading.relations : (['turning'] as const).slice()
    if (has(reading, 'TURN_TO') && reading.relations.length > 0)
      return { reason: 'not-understood', slots: {} }
    if (numbers.length === 1 && !numbers[0]!.box && !numbers[0]!.type) return { numbers, relations }
    return {
      reason: numbers.length === 0 ? 'missing' : 'ambiguous',
      lacks: 'number',
      slots: { numbers, relations },
    }
  },
}

/**
 * "Does the chart work?", of the chart as a whole. The test covers every column, game and draw: of one game or column there
 * is no verdict, so that is asked back.
 */
const chartTest: Rule = {
  intent: 'chart-test',
  fits: (reading) => has(reading, 'CHART_WORKS', 'COLUMN_WORKS'),
  permits: ['CHART_WORKS', 'COLUMN_WORKS', 'CHART', 'NEXT_DRAW', 'NEXT', 'DRAW', 'RESULT', 'WHAT'],
  uses: ['relations', 'numbers', ...SCOPE],
  read: (reading): Slots | Lack =>
    (['relations', 'numbers', ...SCOPE] as const).some((field) => names(reading, field))
      ? { reason: 'ambiguous', slots: {} }
      : {},
}

const isList = (reading: Reading) => reading.numbers.length === 0 && isWithoutSequence(reading)
const asksForNumbers = (reading: Reading) =>
  has(reading, 'WHAT', 'NUMBER', 'NUMBERS', 'TOP') ||
  reading.top !== undefined ||
  reading.quantity !== undefined

const due: Rule = {
  intent: 'due',
  fits: (reading) =>
    isList(reading) &&
    (has(reading, 'SLEEP', 'TEY', 'LONGEST') ||
      (has(reading, 'GAP') && has(reading, 'HIGHEST')) ||
      (has(reading, 'NEVER', 'STAY') && has(reading, 'MOST'))) &&
    asksForNumbers(reading),
  permits: [
    ...RANK.filter((mark) => mark !== 'HOT'),
    'SLEEP',
    'TEY',
    'LONGEST',
    'NEVER',
    'NOT',
    'STAY',
    'GAP',
    'HIGHEST',
    'WITH',
  ],
  uses: ['games', 'top', 'quantity', 'place'],
  read: (reading, context) => {
    const slots = withScope(reading, context, { ...placeSlots(reading), top: topOf(reading) })
    return reading.games.length === 1 || 'reason' in slots
      ? slots
      : { reason: 'missing', lacks: 'game', slots }
  },
}

const ranked = (intent: 'hot' | 'cold', marks: readonly Mark[], permits: readonly Mark[]): Rule => ({
  intent,
  fits: (reading) =>
    isList(reading) &&
    has(reading, ...marks) &&
    !has(reading, 'TOGETHER', 'COMPANION') &&
    (has(reading, 'WHAT', 'NUMBER', 'NUMBERS') ||
      (['top', 'quantity', ...SCOPE] as const).some((field) => names(reading, field))),
  permits: ['WHAT', 'DRAW', 'WHICH_ONE', 'WITH', 'THAT_GAME', ...permits],
  uses: ['top', 'quantity', 'place', ...SCOPE],
  read: (reading, context) => {
    const today = context.today
    // "Hot today" asks for a tip: there is no draw to count yet.
    if (reading.periods.some(({ from, unit }) => unit === 'day' && from === today))
      return { reason: 'tip', slots: {} }
    return withScope(reading, context, { ...placeSlots(reading), top: topOf(reading) })
  },
})

const hot = ranked('hot', ['MOST', 'HOT', 'TOP'], ['MOST', 'HOT', 'TOP'])
const cold = ranked('cold', ['LEAST'], ['LEAST', 'TOP'])

const isShape = (reading: Reading) => has(reading, 'SUM', 'ODD', 'EVEN', 'ENDING')

/** "Five" may be named: the five balls of a draw. */
const namesFive = ({ numbers, quantity }: Reading) =>
  numbers.every(({ number }) => number === 5) &&
  numbers.length < 2 &&
  (quantity === undefined || quantity === 5)

const shape: Rule = {
  intent: 'shape',
  fits: (reading) =>
    isShape(reading) &&
    isWithoutSequence(reading) &&
    reading.numbers.length === 0 &&
    (has(reading, 'COUNT', 'WHAT', 'AVERAGE', 'HIGHEST', 'LOWEST') ||
      SCOPE.some((field) => names(reading, field))),
  permits: [
    'SUM',
    'AVERAGE',
    'HIGHEST',
    'LOWEST',
    'ODD',
    'EVEN',
    'ENDING',
    'COUNT',
    'WHAT',
    'MOST',
    'MORE',
    'DRAW',
    'RESULT',
    'AMONG_FIVE',
    'COMPARE',
    'THAT_GAME',
  ],
  uses: ['place', 'digit', 'quantity', ...SCOPE],
  read: (reading, context) => {
    const { place } = reading
    const measures = [has(reading, 'SUM'), has(reading, 'ODD', 'EVEN'), has(reading, 'ENDING')].filter(
      Boolean,
    )
    if (measures.length !== 1 || place.box || place.type === 'both' || !namesFive(reading))
      return { reason: 'not-understood', slots: {} }
    if (has(reading, 'SUM')) {
      if (has(reading, 'COUNT', 'MOST', 'MORE')) return { reason: 'not-understood', slots: {} }
      return withScope(reading, context, { ...placeSlots(reading), measure: 'sum' })
    }
    if (has(reading, 'AVERAGE', 'HIGHEST', 'LOWEST')) return { reason: 'not-understood', slots: {} }
    if (has(reading, 'ODD', 'EVEN'))
      return has(reading, 'MOST') && !has(reading, 'COUNT')
        ? { reason: 'not-understood', slots: {} }
        : withScope(reading, context, { ...placeSlots(reading), measure: 'odd-even' })
    return ending(reading, context)
  },
}

function ending(reading: Reading, context: Parameters<Rule['read']>[1]) {
  const { digit } = reading
  const isClear =
    digit === undefined
      ? has(reading, 'WHAT', 'MOST', 'COUNT') && !has(reading, 'MORE')
      : has(reading, 'COUNT') && !has(reading, 'MOST', 'MORE', 'WHAT')
  if (!isClear) return { reason: 'not-understood', slots: {} } as const
  return withScope(reading, context, {
    ...placeSlots(reading),
    measure: 'ending',
    ...(digit !== undefined && { digit }),
  })
}

export const LIST_RULES = { pairsWith, followers, chartHit, chartTest, chartCell, due, hot, cold, shape }
