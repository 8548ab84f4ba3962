import { HIT_PROBABILITY, luckOfGap } from '../../luck/chance.ts'
import { DRAW_LIMITS, type DrawType } from '../../base/balls.ts'
import { binomial } from '../../luck/counts.ts'
import type { Distribution } from '../../luck/distribution.ts'
import { PATHS } from '../../site/paths.ts'
import {
  type Asked,
  type Context,
  frequencyInLab,
  intent,
  isWithoutSequence,
  lack,
  numberSlot,
  type OneNumber,
  placeSlots,
  SCOPE,
  withGame,
  withScope,
  oneNumber,
} from './intent.ts'
import { searchRows, FREQUENT } from '../parts/rows.ts'
import {
  comesIn,
  eachBall,
  frequencies,
  chanceAfter,
  chanceOfPlace,
  rankFigure,
  trialsOf,
  countDraws,
} from '../parts/scope.ts'
import { has, names, type Reading } from '../read/reading.ts'
import {
  followersInLab,
  isUnclearStep,
  newestCases,
  nextAfter,
  STEP_MARKS,
  stepSlots,
  stepWords,
  trialsAfter,
} from './steps.ts'
import type { Said, SetType, Slots } from '../read/types.ts'
import {
  ballOf,
  drawsWords,
  line,
  numberWords,
  ordinalWords,
  placeWords,
  timesWords,
} from '../parts/words.ts'
import { itemAt } from '../../base/lists.ts'
import { ALL_PAIRS } from '../../lab/figures/pairs.ts'

/** Lists of numbers by a figure. */

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS
const NUMBERS = Array.from({ length: HIGHEST }, (_, i) => i + 1)
const RANK = 'WHAT MOST HOT TOP DRAW WHICH_ONE THAT_GAME'

/** The places of a list: the figure named, else five for "numbers" and one for "number". */
const topOf = (reading: Reading) =>
  reading.top ?? reading.quantity ?? (has(reading, 'NUMBERS') || !has(reading, 'NUMBER', 'WHAT') ? 5 : 1)

/** One place of a list, or its first places. */
const placesOf = (reading: Reading): Slots => {
  const { rank } = reading
  return rank !== undefined && rank > 1 ? { rank } : { top: rank ?? topOf(reading) }
}

const namesTop = ({ top, rank, quantity }: Reading) => (top ?? rank ?? quantity) !== undefined
const isList = (reading: Reading) => reading.numbers.length === 0 && isWithoutSequence(reading)

/** A place of a ranked list. */
interface Counted {
  number: number
  count: number
}

/** A list of numbers by a count. */
interface Ranking<S extends Slots> {
  /** Entry `n`: the count of the number `n`. */
  counts: (asked: Asked<S>) => ArrayLike<number>
  /** The count of one number by luck. */
  luck: (asked: Asked<S>) => Distribution
  /** The numbers that can come. */
  figures?: number
  /** Whether the lowest count is first. */
  isRising?: boolean
  /** Whether a number without a count has a place. */
  hasNone?: boolean
  words?: (count: number) => string
  typeOf?: (slots: S) => SetType | undefined
}

/** Ranks the numbers; equal counts by number. Each place is compared with the same place by luck. */
function ranking<S extends Slots>({
  counts,
  luck,
  figures = HIGHEST,
  isRising = false,
  hasNone = isRising,
  words = timesWords,
  typeOf = ({ type }) => type,
}: Ranking<S>) {
  return {
    /** The first `top` places, and every place with the count of the last of them. */
    value(asked: Asked<S>): Counted[] {
      const { rank, top = rank ?? 1 } = asked.slots
      const found = counts(asked)
      const ranked = NUMBERS.map((number) => ({ number, count: itemAt(found, number) }))
        .filter(({ count }) => hasNone || count > 0)
        .sort((a, b) => (isRising ? a.count - b.count : b.count - a.count))
      const last = ranked[Math.min(top, ranked.length) - 1]
      if (rank !== undefined)
        return ranked.filter(({ count }) => rank <= ranked.length && count === last?.count)
      return ranked.filter(({ count }, i) => i < top || count === last?.count)
    },
    say(entries: readonly Counted[], asked: Asked<S>): Said {
      const byLuck = luck(asked)
      const before = (asked.slots.rank ?? 1) - 1
      const places = entries.map(({ number, count }, i) => ({
        text: words(count),
        ball: ballOf({ number, type: typeOf(asked.slots) }),
        luck: rankFigure(count, byLuck, figures, isRising ? figures - i - before : i + 1 + before),
      }))
      const [first, ...others] = places
      if (!first) return { figure: 'None' }
      const notes = ['Some number is always first, so each place is compared with the same place by luck.']
      const named = entries.map(({ number }) => number).join(', ')
      if (others.length > 0) {
        const lines = places.map((place) => line('', place.text, '', place.ball, place.luck))
        return { figure: named, lines, notes }
      }
      return { ball: first.ball, figure: `${named}: ${first.text}`, luck: first.luck, notes }
    },
  }
}

/** What the lists of the most and the least frequent numbers share. */
const frequent = {
  plan: 'basic',
  when: (reading: Reading) =>
    isList(reading) &&
    !has(reading, 'TOGETHER', 'COMPANION') &&
    (has(reading, 'WHAT', 'NUMBER', 'NUMBERS') ||
      (['top', 'rank', 'quantity', 'place', ...SCOPE] as const).some((field) => names(reading, field))),
  uses: ['top', 'rank', 'quantity', 'place', ...SCOPE],
  read(reading: Reading, context: Context) {
    const { today } = context
    // "Hot today" asks for a tip: there is no draw to count yet.
    if (reading.periods.some(({ from, unit }) => unit === 'day' && from === today)) return lack('tip')
    return withScope(reading, context, { ...placeSlots(reading), ...placesOf(reading) })
  },
  links: [FREQUENT],
} as const

const luckOfPlace = ({ scope, slots }: Asked) => binomial(trialsOf(scope, slots.type), chanceOfPlace(slots))

const countsOfPlace = ({ scope, slots }: Asked) => frequencies(scope, slots)

const whichNumbers = ({ rank, top = 5, ...slots }: Slots, words: string, scope: string) =>
  rank !== undefined
    ? `Which number ${words.replace(/^came/, `came ${ordinalWords(rank)}`)}${placeWords(slots)} ${scope}`
    : `Which ${top === 1 ? 'number' : `${top} numbers`} ${words}${placeWords(slots)} ${scope}`

/** The numbers that came most often. */
export const hot = intent({
  ...frequent,
  key: 'hot',
  asks: ['MOST|HOT|TOP'],
  may: 'WHAT DRAW WHICH_ONE WITH THAT_GAME',
  ...ranking({ counts: countsOfPlace, luck: luckOfPlace }),
  question: (slots, scope) => whichNumbers(slots, 'came most often', scope),
  lab(slots, set) {
    const found = frequencyInLab(slots, set)
    return found && { ...found, figure: 'top-five' }
  },
})

/** The numbers that came least often. Those that never came are included with 0. */
export const cold = intent({
  ...frequent,
  key: 'cold',
  asks: ['LEAST'],
  may: 'TOP WHAT DRAW WHICH_ONE WITH THAT_GAME',
  ...ranking({ counts: countsOfPlace, luck: luckOfPlace, isRising: true }),
  question: (slots, scope) => whichNumbers(slots, 'came least often', scope),
  lab: frequencyInLab,
})

const byGap = ranking({
  counts({ scope: [game], slots }: Asked) {
    const draws = game?.at.length ?? 0
    const gaps = new Uint32Array(HIGHEST + 1).fill(draws)
    game?.at.forEach((i, order) => eachBall(game.draws, i, slots, (ball) => (gaps[ball] = draws - 1 - order)))
    return gaps
  },
  luck: ({ scope, slots }) => luckOfGap(trialsOf(scope), chanceOfPlace(slots)),
  hasNone: true,
  words: drawsWords,
})

/** The numbers by their current gap, in draws. A number that never came has the gap of all draws. */
export const due = intent({
  key: 'due',
  plan: 'pro',
  when: (reading) =>
    isList(reading) && (has(reading, 'WHAT', 'NUMBER', 'NUMBERS', 'TOP') || namesTop(reading)),
  asks: ['SLEEP|TEY|LONGEST', 'GAP HIGHEST', 'NEVER|STAY MOST'],
  may: 'NOT WITH WHAT TOP DRAW WHICH_ONE THAT_GAME',
  uses: ['games', 'top', 'rank', 'quantity', 'place'],
  read: (reading, context) => withGame(reading, context, { ...placeSlots(reading), ...placesOf(reading) }),
  value: (asked) => byGap.value(asked).map(({ number, count: draws }) => ({ number, draws })),
  say: (entries, asked) =>
    byGap.say(
      entries.map(({ number, draws: count }) => ({ number, count })),
      asked,
    ),
  question: ({ rank, top = rank ? 1 : 5, ...slots }, scope) =>
    top === 1
      ? `Which number is ${rank ? ordinalWords(rank) : ''} most overdue${placeWords(slots)} ${scope}`
      : `Top ${top} overdue numbers${placeWords(slots)} ${scope}`,
  lab: ({ box }, set) => (box ? null : { figure: 'gaps', typed: set }),
})

/** "Which machine number comes with 9": a place of the numbers that are asked for, which no list has. */
const isMisplaced = ({ numbers: [number] }: Reading) =>
  (number!.box ?? number!.type) !== undefined && !number!.isPlacedBeside

const whichComeMost = ({ top = 1 }: Slots) =>
  top === 1 ? 'Which number comes most' : `Which ${top} numbers come most`

/** Of the draws with a number: how many were followed by each winning number. */
export const followers = intent({
  key: 'followers',
  plan: 'pro',
  when: (reading) => !isWithoutSequence(reading) && reading.numbers.length === 1 && !has(reading, 'COUNT'),
  asks: ['WHAT|MOST|HOT|TOP|NUMBERS', namesTop],
  may: `${RANK} ${STEP_MARKS}`,
  uses: ['numbers', 'top', 'quantity', 'within', 'lag', 'games', 'periods'],
  read(reading, context) {
    const number = itemAt(reading.numbers, 0)
    if (isUnclearStep(reading) || !number.isFirst || isMisplaced(reading)) return lack('not-understood')
    const numbers = [numberSlot(number)]
    return withScope(reading, context, { ...stepSlots(reading), numbers, top: topOf(reading) })
  },
  ...ranking<OneNumber>({
    counts({ scope, slots }) {
      const counts = new Uint32Array(HIGHEST + 1)
      for (const { draws, next } of trialsAfter(scope, slots)) {
        const came = new Set<number>()
        for (const j of next) eachBall(draws, j, {}, (ball) => came.add(ball))
        for (const ball of came) counts[ball]!++
      }
      return counts
    },
    luck: ({ scope, slots }) =>
      binomial(trialsAfter(scope, slots).length, chanceAfter(HIT_PROBABILITY, slots)),
  }),
  question: (slots, scope) =>
    `${whichComeMost(slots)} ${stepWords(slots)} after ${numberWords(slots.numbers[0])} ${scope}`,
  cases(entries, asked) {
    const { slots } = asked
    // A case is a draw with the number that a listed number followed.
    return newestCases(asked, (game, order) => {
      const hits = (nextAfter(game, order, slots) ?? []).flatMap((i) => {
        const came = entries.filter(({ number }) => comesIn(game.draws, i, { number }))
        return came.length > 0 ? [{ i, marked: came.flatMap(({ number }) => searchRows({ number })) }] : []
      })
      return hits.length > 0
        ? [[{ i: itemAt(game.at, order), marked: searchRows(slots.numbers[0]) }, ...hits]]
        : []
    })
  },
  links: [{ path: PATHS.movingNumbers, text: 'Moving numbers' }],
  lab: (slots, { set }) =>
    slots.numbers[0].box || set ? null : followersInLab(slots, slots.numbers[0].number),
})

/** Numbers that came in the same draw. */

/** Numbers of a draw beside a given one, and the numbers that they are drawn from. */
const [OTHERS, REST] = [BALLS - 1, HIGHEST - 1]
/** Equal counts beyond these are left out. */
const MOST_PAIRS = 20

/** The other balls of the sets in which a number came. */
export const pairsWith = intent({
  key: 'pairs-with',
  plan: 'pro',
  when: (reading) =>
    isWithoutSequence(reading) &&
    reading.numbers.length === 1 &&
    (namesTop(reading) || has(reading, 'WHAT', 'MOST', 'HOT', 'TOP', 'COMPANION')),
  asks: ['TOGETHER|WITH|COMPANION'],
  may: RANK,
  uses: ['numbers', 'top', 'quantity', ...SCOPE],
  read: (reading, context) =>
    isMisplaced(reading)
      ? lack('not-understood')
      : withScope(reading, context, { ...oneNumber(reading), top: topOf(reading) }),
  ...ranking<OneNumber>({
    counts({ scope, slots }) {
      const [number] = slots.numbers
      const counts = new Uint32Array(HIGHEST + 1)
      const add = (ball: number) => counts[ball]!++
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
    `${whichComeMost(slots)} with ${numberWords(slots.numbers[0])} in the same draw ${scope}`,
  lab: ({ numbers }, set) => (numbers[0].box ? null : { figure: 'pairs', typed: set }),
})

const typesOf = (type: SetType = 'winning'): readonly DrawType[] =>
  type === 'both' ? ['winning', 'machine'] : [type]

/** The pairs of one set that came most often. */
export const bestPairs = intent({
  key: 'best-pairs',
  plan: 'pro',
  when: (reading) => isWithoutSequence(reading) && reading.numbers.length === 0 && !has(reading, 'COUNT'),
  asks: ['TOGETHER MOST|HOT|TOP', 'COMPANION'],
  may: 'PAIR WHAT DRAW COMPANION MOST HOT TOP THAT_GAME',
  uses: ['top', 'quantity', 'place', ...SCOPE],
  read(reading, context) {
    const { top, quantity = 2, place } = reading
    if (place.box || place.type === 'both' || quantity !== 2) return lack('not-understood')
    const isOne = reading.words.has('pair') || reading.quantity === 2
    if (!has(reading, 'PAIR', 'COMPANION', 'NUMBERS')) return lack('ambiguous')
    return withScope(reading, context, { ...placeSlots(reading), top: top ?? (isOne ? 1 : 5) })
  },
  value({ scope, slots: { type, top = 1 } }: Asked) {
    const counts = new Map<number, number>()
    for (const { draws, at } of scope)
      for (const i of at) {
        const balls: number[] = []
        eachBall(draws, i, { ...(type && { type }) }, (ball) => balls.push(ball))
        for (const a of balls)
          for (const b of balls) if (a < b) counts.set(a * 100 + b, (counts.get(a * 100 + b) ?? 0) + 1)
      }
    const ranked = [...counts].sort(([a, m], [b, n]) => n - m || a - b)
    const least = ranked[top - 1]?.[1] ?? 0
    return ranked
      .filter(([, count], i) => i < top || (count === least && i < MOST_PAIRS))
      .map(([pair, count]) => ({ numbers: [Math.floor(pair / 100), pair % 100], count }))
  },
  say(pairs, { scope, slots }) {
    const luck = binomial(trialsOf(scope, slots.type), 10 / ALL_PAIRS)
    const lines = pairs.map(({ numbers, count }, i) =>
      line(numbers.join(' and '), timesWords(count), '', null, rankFigure(count, luck, ALL_PAIRS, i + 1)),
    )
    const [first] = lines
    const notes = ['Some pair is always first, so each place is compared with the same place by luck.']
    if (!first) return { figure: 'No draws' }
    if (lines.length > 1) return { figure: lines.map(({ name }) => name).join(', '), lines, notes }
    return { figure: `${first.name}: ${first.value}`, luck: first.luck, notes }
  },
  question: ({ top = 1, type }, scope) =>
    `${top === 1 ? 'Which pair came' : `Top ${top} pairs that came`} together most${placeWords({ ...(type && { type }) })} ${scope}`,
  lab: (_, set) => ({ figure: 'pairs', typed: set }),
})
