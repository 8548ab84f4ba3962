import { tally } from '../../../platform/rules/base/lists.ts'
import { DRAW_LIMITS, type DrawType } from '../../../platform/rules/base/balls.ts'
import { ALL_PAIRS, pairCounts, topPairs } from '../../../statistics/rules/lab/figures/pairs.ts'
import { binomial } from '../../../draws/rules/luck/counts.ts'
import { drawsWith } from '../parts/rows.ts'
import {
  besideTrials,
  chanceOfAll,
  comesIn,
  countDraws,
  drawsWithAll,
  eachBall,
  rankFigure,
  sequencesIn,
  trialsOf,
} from '../parts/scope.ts'
import * as words from '../parts/words.ts'
import { has } from '../read/reading.ts'
import { BETS, type SetType } from '../read/types.ts'
import * as kind from './intent.ts'
import { isMisplaced, namesTop, placedNote, RANK, ranking, topOf, whichComeMost } from './ranked.ts'

/** Numbers that came in the same draw. */

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS
/** Numbers of a draw beside a given one, and the numbers that they are drawn from. */
const [OTHERS, REST] = [BALLS - 1, HIGHEST - 1]
/** Equal counts beyond these are left out. */
const MOST_PAIRS = 20

/** The other balls of the sets in which a number came. */
export const pairsWith = kind.intent({
  key: 'pairs-with',
  plan: 'pro',
  when: (reading) =>
    kind.isWithoutSequence(reading) &&
    reading.numbers.length === 1 &&
    (namesTop(reading) || has(reading, 'WHAT', 'MOST', 'HOT', 'TOP', 'COMPANION')),
  asks: ['TOGETHER|WITH|COMPANION'],
  may: RANK,
  uses: ['numbers', 'top', 'quantity', ...kind.SCOPE],
  read: (reading, context) =>
    isMisplaced(reading)
      ? kind.lack('not-understood')
      : kind.withScope(reading, context, { ...kind.oneNumber(reading), top: topOf(reading) }),
  ...ranking<kind.OneNumber>({
    counts({ scope, slots }) {
      const [number] = slots.numbers
      const counts = new Uint32Array(HIGHEST + 1)
      const add = (ball: number) => tally(counts, ball)
      for (const { draws, at } of scope)
        for (const type of typesOf(number.type))
          for (const i of at) if (comesIn(draws, i, { ...number, type })) eachBall(draws, i, { type }, add)
      counts[number.number] = 0
      return counts
    },
    luck({ scope, slots }) {
      const [number] = slots.numbers
      const draws = typesOf(number.type).map((type) => countDraws(scope, { ...number, type }))
      return binomial(
        draws.reduce((sum, count) => sum + count, 0),
        OTHERS / REST,
      )
    },
    figures: REST,
    typeOf: ({ numbers: [{ type }] }) => type,
  }),
  question: (slots, scope) =>
    `${whichComeMost(slots)} with ${words.numberWords(slots.numbers[0])} in the same draw ${scope}`,
  lab: ({ numbers }, set) => (numbers[0].box ? null : { figure: 'pairs', typed: set }),
})

const typesOf = (type: SetType = 'winning'): readonly DrawType[] =>
  type === 'both' ? ['winning', 'machine'] : [type]

/** The pairs of one set that came most often. */
export const bestPairs = kind.intent({
  key: 'best-pairs',
  plan: 'pro',
  when: (reading) =>
    kind.isWithoutSequence(reading) && reading.numbers.length === 0 && !has(reading, 'COUNT'),
  asks: ['TOGETHER MOST|HOT|TOP', 'COMPANION'],
  may: 'PAIR WHAT DRAW COMPANION MOST HOT TOP THAT_GAME',
  uses: ['top', 'quantity', 'place', ...kind.SCOPE],
  read(reading, context) {
    const { top, quantity = 2, place } = reading
    if (place.box || place.type === 'both' || quantity !== 2) return kind.lack('not-understood')
    const isOne = reading.words.has('pair') || reading.quantity === 2
    if (!has(reading, 'PAIR', 'COMPANION', 'NUMBERS')) return kind.lack('ambiguous')
    return kind.withScope(reading, context, { ...kind.placeSlots(reading), top: top ?? (isOne ? 1 : 5) })
  },
  value({ scope, slots: { type, top = 1 } }: kind.Asked) {
    const { top: pairs } = topPairs(pairCounts(sequencesIn(scope, type)), MOST_PAIRS)
    const ranked = pairs.filter(({ count }) => count > 0)
    const least = ranked[top - 1]?.count
    return ranked
      .filter(({ count }, i) => i < top || count === least)
      .map(({ a, b, count }) => ({ numbers: [a, b], count }))
  },
  say(pairs, { scope, slots }) {
    const luck = binomial(trialsOf(scope, slots.type), 10 / ALL_PAIRS)
    const lines = pairs.map(({ numbers, count }, i) =>
      words.line(numbers.join(' and '), words.timesWords(count), {
        luck: rankFigure(count, luck, ALL_PAIRS, i + 1),
      }),
    )
    const [first] = lines
    const notes = [placedNote('pair')]
    if (!first) return { figure: 'No draws' }
    if (lines.length > 1) return { figure: lines.map(({ name }) => name).join(', '), lines, notes }
    return { figure: `${first.name}: ${first.value}`, luck: first.luck, notes }
  },
  question: ({ top = 1, type }, scope) =>
    `${top === 1 ? 'Which pair came' : `Top ${top} pairs that came`} together most${words.placeWords({ type })} ${scope}`,
  lab: (_, set) => ({ figure: 'pairs', typed: set }),
})

/** The draws with every one of several numbers. */
export const together = kind.intent({
  key: 'together',
  plan: 'free',
  when: (reading) =>
    kind.isWithoutSequence(reading) &&
    (reading.numbers.length > 1 || (has(reading, 'TOGETHER') && !has(reading, 'WHAT', 'MOST', 'HOT', 'TOP'))),
  asks: [
    'TOGETHER|WITH|HAD',
    ({ bet, numbers }) => bet !== undefined && BETS[bet].numbers === numbers.length,
  ],
  may: 'PAIR COUNT HOW_MANY_DRAWS WHEN LAST WIN DRAW RESULT WHAT COMPANION THAT_GAME',
  uses: ['numbers', 'bet', ...kind.SCOPE],
  read(reading, context) {
    const numbers = kind.numberSlots(reading)
    if (kind.namesSome(reading)) return kind.lack('not-understood')
    if (reading.bet !== undefined && BETS[reading.bet].numbers !== numbers.length)
      return kind.lack('ambiguous')
    if (has(reading, 'WHAT') && !has(reading, 'COUNT', 'HOW_MANY_DRAWS', 'WHEN', 'LAST'))
      return kind.lack('ambiguous', { numbers })
    const isImpossible = numbers.some(
      ({ box, type }, i) =>
        box && numbers.some((other, j) => j < i && other.box === box && other.type === type),
    )
    if (isImpossible) return kind.lack('ambiguous')
    return kind.withScope(
      reading,
      context,
      numbers.length > 1 ? { numbers } : kind.missing('second-number', { numbers }),
    )
  },
  value({ scope, slots }: kind.Asked<kind.SomeNumbers>) {
    const { count, date } = drawsWithAll(scope, slots.numbers)
    return { count, last: date }
  },
  say({ count, last }, { slots: { numbers }, scope }) {
    const type = numbers.every((number) => (number.type ?? 'winning') === 'winning') ? 'winning' : 'machine'
    const trials = trialsOf(scope, type)
    const luck = besideTrials(count, trials, chanceOfAll(numbers))
    return { figure: words.timesInDraws(count, trials), ...luck, facts: words.lastFact(last) }
  },
  question: ({ numbers }, scope) =>
    `How many times have ${words.listed(words.numbersWords(numbers), 'and')} come together ${scope}`,
  rows: drawsWith('every'),
  lab: ({ numbers }, set) =>
    numbers[0].box || numbers.length > 2
      ? null
      : { figure: 'pairs', typed: { ...set, numbers: numbers.map(({ number }) => number).join('-') } },
})
