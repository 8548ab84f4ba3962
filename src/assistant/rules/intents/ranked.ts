import { HIT_PROBABILITY, luckOfGap } from '../../../draws/rules/luck/chance.ts'
import { ALL_NUMBERS, DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { binomial } from '../../../draws/rules/luck/counts.ts'
import type { Distribution } from '../../../draws/rules/luck/distribution.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import * as kind from './intent.ts'
import { searchRows, FREQUENT } from '../parts/rows.ts'
import {
  comesIn,
  eachBall,
  frequencies,
  chanceAfter,
  chanceOfPlace,
  rankFigure,
  trialsOf,
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
import { drawsWords } from '../../../platform/rules/base/words.ts'
import * as words from '../parts/words.ts'
import { itemAt, tally } from '../../../platform/rules/base/lists.ts'

/** Lists of numbers by a figure. */

const { highestBall: HIGHEST } = DRAW_LIMITS
export const RANK = 'WHAT MOST HOT TOP DRAW WHICH_ONE THAT_GAME'

/** The places of a list: the figure named, else five for "numbers" and one for "number". */
export const topOf = (reading: Reading) =>
  reading.top ?? reading.quantity ?? (has(reading, 'NUMBERS') || !has(reading, 'NUMBER', 'WHAT') ? 5 : 1)

/** One place of a list, or its first places. */
const placesOf = (reading: Reading): Slots => {
  const { rank } = reading
  return rank !== undefined && rank > 1 ? { rank } : { top: rank ?? topOf(reading) }
}

export const namesTop = ({ top, rank, quantity }: Reading) => (top ?? rank ?? quantity) !== undefined
const isList = (reading: Reading) => reading.numbers.length === 0 && kind.isWithoutSequence(reading)

/** A place of a ranked list. */
interface Counted {
  number: number
  count: number
}

/** A list of numbers by a count. */
interface Ranking<S extends Slots> {
  /** Entry `n`: the count of the number `n`. */
  counts: (asked: kind.Asked<S>) => ArrayLike<number>
  /** The count of one number by luck. */
  luck: (asked: kind.Asked<S>) => Distribution
  /** The numbers that can come. */
  figures?: number
  /** Whether the lowest count is first. */
  isRising?: boolean
  /** Whether a number without a count has a place. */
  hasNone?: boolean
  write?: (count: number) => string
  typeOf?: (slots: S) => SetType | undefined
}

/** What a place of a list is compared with. */
export const placedNote = (what: 'number' | 'pair') =>
  `Some ${what} is always first, so each place is compared with the same place by luck.`

/** Ranks the numbers; equal counts by number. Each place is compared with the same place by luck. */
export function ranking<S extends Slots>({
  counts,
  luck,
  figures = HIGHEST,
  isRising = false,
  hasNone = isRising,
  write = words.timesWords,
  typeOf = ({ type }) => type,
}: Ranking<S>) {
  return {
    /** The first `top` places, and every place with the count of the last of them. */
    value(asked: kind.Asked<S>): Counted[] {
      const { rank, top = rank ?? 1 } = asked.slots
      const found = counts(asked)
      const ranked = ALL_NUMBERS.map((number) => ({ number, count: itemAt(found, number) }))
        .filter(({ count }) => hasNone || count > 0)
        .sort((a, b) => (isRising ? a.count - b.count : b.count - a.count))
      const last = ranked[Math.min(top, ranked.length) - 1]
      if (rank !== undefined)
        return ranked.filter(({ count }) => rank <= ranked.length && count === last?.count)
      return ranked.filter(({ count }, i) => i < top || count === last?.count)
    },
    say(entries: readonly Counted[], asked: kind.Asked<S>): Said {
      const byLuck = luck(asked)
      const before = (asked.slots.rank ?? 1) - 1
      const places = entries.map(({ number, count }, i) => ({
        text: write(count),
        ball: words.ballOf({ number, type: typeOf(asked.slots) }),
        luck: rankFigure(count, byLuck, figures, isRising ? figures - i - before : i + 1 + before),
      }))
      const [first, ...others] = places
      if (!first) return { figure: 'None' }
      const notes = [placedNote('number')]
      const named = entries.map(({ number }) => number).join(', ')
      if (others.length > 0) {
        const lines = places.map(({ text, ball, luck: beside }) =>
          words.line('', text, { ball, luck: beside }),
        )
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
      (['top', 'rank', 'quantity', 'place', ...kind.SCOPE] as const).some((field) => names(reading, field))),
  uses: ['top', 'rank', 'quantity', 'place', ...kind.SCOPE],
  read(reading: Reading, context: kind.Context) {
    const { today } = context
    // "Hot today" asks for a tip: there is no draw to count yet.
    if (reading.periods.some(({ from, unit }) => unit === 'day' && from === today)) return kind.lack('tip')
    return kind.withScope(reading, context, { ...kind.placeSlots(reading), ...placesOf(reading) })
  },
  links: [FREQUENT],
} as const

const luckOfPlace = ({ scope, slots }: kind.Asked) =>
  binomial(trialsOf(scope, slots.type), chanceOfPlace(slots))

const countsOfPlace = ({ scope, slots }: kind.Asked) => frequencies(scope, slots)

const whichNumbers = ({ rank, top = 5, ...slots }: Slots, verb: string, scope: string) =>
  rank !== undefined
    ? `Which number ${verb.replace(/^came/, `came ${words.ordinalWords(rank)}`)}${words.placeWords(slots)} ${scope}`
    : `Which ${top === 1 ? 'number' : `${top} numbers`} ${verb}${words.placeWords(slots)} ${scope}`

/** The numbers that came most often. */
export const hot = kind.intent({
  ...frequent,
  key: 'hot',
  asks: ['MOST|HOT|TOP'],
  may: 'WHAT DRAW WHICH_ONE WITH THAT_GAME',
  ...ranking({ counts: countsOfPlace, luck: luckOfPlace }),
  question: (slots, scope) => whichNumbers(slots, 'came most often', scope),
  lab: kind.frequencyInLab,
})

/** The numbers that came least often. Those that never came are included with 0. */
export const cold = kind.intent({
  ...frequent,
  key: 'cold',
  asks: ['LEAST'],
  may: 'TOP WHAT DRAW WHICH_ONE WITH THAT_GAME',
  ...ranking({ counts: countsOfPlace, luck: luckOfPlace, isRising: true }),
  question: (slots, scope) => whichNumbers(slots, 'came least often', scope),
  lab: kind.frequencyInLab,
})

const byGap = ranking({
  counts({ scope: [game], slots }: kind.Asked) {
    const draws = game?.at.length ?? 0
    const gaps = new Uint32Array(HIGHEST + 1).fill(draws)
    game?.at.forEach((i, order) => eachBall(game.draws, i, slots, (ball) => (gaps[ball] = draws - 1 - order)))
    return gaps
  },
  luck: ({ scope, slots }) => luckOfGap(trialsOf(scope), chanceOfPlace(slots)),
  hasNone: true,
  write: drawsWords,
})

/** The numbers by their current gap, in draws. A number that never came has the gap of all draws. */
export const due = kind.intent({
  key: 'due',
  plan: 'pro',
  when: (reading) =>
    isList(reading) && (has(reading, 'WHAT', 'NUMBER', 'NUMBERS', 'TOP') || namesTop(reading)),
  asks: ['SLEEP|TEY|LONGEST', 'GAP HIGHEST', 'NEVER|STAY MOST'],
  may: 'NOT WITH WHAT TOP DRAW WHICH_ONE THAT_GAME',
  uses: ['games', 'top', 'rank', 'quantity', 'place'],
  read: (reading, context) =>
    kind.withGame(reading, context, { ...kind.placeSlots(reading), ...placesOf(reading) }),
  value: (asked) => byGap.value(asked).map(({ number, count: draws }) => ({ number, draws })),
  say: (entries, asked) =>
    byGap.say(
      entries.map(({ number, draws: count }) => ({ number, count })),
      asked,
    ),
  question: ({ rank, top = rank ? 1 : 5, ...slots }, scope) =>
    top === 1
      ? `Which number is ${rank ? words.ordinalWords(rank) : ''} most overdue${words.placeWords(slots)} ${scope}`
      : `Top ${top} overdue numbers${words.placeWords(slots)} ${scope}`,
  lab: ({ box }, set) => (box ? null : { figure: 'gaps', typed: set }),
})

/** "Which machine number comes with 9": a place of the numbers that are asked for, which no list has. */
export const isMisplaced = ({ numbers: [number] }: Reading) =>
  (number?.box ?? number?.type) !== undefined && !number?.isPlacedBeside

export const whichComeMost = ({ top = 1 }: Slots) =>
  top === 1 ? 'Which number comes most' : `Which ${top} numbers come most`

/** Of the draws with a number: how many were followed by each winning number. */
export const followers = kind.intent({
  key: 'followers',
  plan: 'pro',
  when: (reading) =>
    !kind.isWithoutSequence(reading) && reading.numbers.length === 1 && !has(reading, 'COUNT'),
  asks: ['WHAT|MOST|HOT|TOP|NUMBERS', namesTop],
  may: `${RANK} ${STEP_MARKS}`,
  uses: ['numbers', 'top', 'quantity', 'within', 'lag', 'games', 'periods'],
  read(reading, context) {
    const number = itemAt(reading.numbers, 0)
    if (isUnclearStep(reading) || !number.isFirst || isMisplaced(reading)) return kind.lack('not-understood')
    const numbers = [kind.numberSlot(number)]
    return kind.withScope(reading, context, { ...stepSlots(reading), numbers, top: topOf(reading) })
  },
  ...ranking<kind.OneNumber>({
    counts({ scope, slots }) {
      const counts = new Uint32Array(HIGHEST + 1)
      for (const { draws, next } of trialsAfter(scope, slots)) {
        const came = new Set<number>()
        for (const j of next) eachBall(draws, j, {}, (ball) => came.add(ball))
        for (const ball of came) tally(counts, ball)
      }
      return counts
    },
    luck: ({ scope, slots }) =>
      binomial(trialsAfter(scope, slots).length, chanceAfter(HIT_PROBABILITY, slots)),
  }),
  question: (slots, scope) =>
    `${whichComeMost(slots)} ${stepWords(slots)} after ${words.numberWords(slots.numbers[0])} ${scope}`,
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
