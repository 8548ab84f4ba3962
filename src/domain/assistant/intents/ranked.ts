import { HIT_PROBABILITY } from '../../chance.ts'
import { DRAW_LIMITS } from '../../draw-limits.ts'
import { binomial } from '../../luck/counts.ts'
import type { Distribution } from '../../luck/distribution.ts'
import { PATHS } from '../../paths.ts'
import type { DrawType } from '../../positions.ts'
import {
  type Asked,
  type Context,
  intent,
  isWithoutSequence,
  lack,
  numberSlot,
  type OneNumber,
  oneNumber,
  placeSlots,
  SCOPE,
  withGame,
  withScope,
} from './intent.ts'
import { FREQUENT } from '../links.ts'
import { chanceAfter, chanceOfPlace, luckOfGap, luckOfRank, trialsOf } from '../luck.ts'
import { has, names, type Reading } from '../read/reading.ts'
import { searchRows } from '../rows.ts'
import { comesIn, countDraws, eachBall, frequencies, type GameScope } from '../scope.ts'
import {
  type CaseDraw,
  type FindCases,
  followersInLab,
  followingDraws,
  isUnclearStep,
  newestCases,
  STEP_MARKS,
  stepSlots,
  stepWords,
} from './following.ts'
import type { Fact, Said, SetType, Slots } from '../types.ts'
import { ballOf, drawsWords, line, numberWords, placeWords, timesWords } from '../words.ts'
import { frequencyInLab } from './count.ts'

/** Lists of numbers by a figure. */

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS
const NUMBERS = Array.from({ length: HIGHEST }, (_, i) => i + 1)
/** Numbers of a draw beside a given one, and the numbers that they are drawn from. */
const [OTHERS, REST] = [BALLS - 1, HIGHEST - 1]
const RANK = 'WHAT MOST HOT TOP DRAW WHICH_ONE THAT_GAME'

/** The places of a list: the figure named, else five for "numbers" and one for "number". */
const topOf = (reading: Reading) =>
  reading.top ?? reading.quantity ?? (has(reading, 'NUMBERS') || !has(reading, 'NUMBER', 'WHAT') ? 5 : 1)

const namesTop = ({ top, quantity }: Reading) => top !== undefined || quantity !== undefined
const isList = (reading: Reading) => reading.numbers.length === 0 && isWithoutSequence(reading)

/** A place of a ranked list. */
interface Counted {
  number: number
  count: number
}

/** The first `top` places, and every place with the figure of the last of them. */
function withTies<T>(ranked: readonly T[], top: number, figure: (entry: T) => number): T[] {
  const last = ranked[Math.min(top, ranked.length) - 1]
  return last === undefined ? [] : ranked.filter((entry, i) => i < top || figure(entry) === figure(last))
}

const countOf = ({ count }: Counted) => count
const counted = (counts: ArrayLike<number>): Counted[] =>
  NUMBERS.map((number) => ({ number, count: counts[number]! }))

/** Highest count first; equal counts by number. Numbers that never came are left out. */
function highestFirst(counts: ArrayLike<number>, top = 1): Counted[] {
  const ranked = counted(counts).filter(countOf)
  return withTies(
    ranked.sort((a, b) => b.count - a.count),
    top,
    countOf,
  )
}

/** A list in words. `rank` is the place whose luck is compared, 1 for the highest count. */
function sayRanked(
  entries: readonly { number: number; value: string }[],
  type: SetType | undefined,
  luck: Distribution,
  figures: number = HIGHEST,
  rank: (place: number) => number = (place) => place,
): Said {
  const [first] = entries
  if (!first) return { figure: 'None' }
  const lines = entries.map(({ number, value }, i) =>
    line('', value, `luck: about ${luckOfRank(luck, figures, rank(i + 1))}`, ballOf({ number, type })),
  )
  if (entries.length > 1)
    return { figure: entries.map(({ number }) => number).join(', '), lines, notes: [SOME_NUMBER] }
  const facts: Fact[] = [{ name: 'Luck gives this place about', value: luckOfRank(luck, figures, rank(1)) }]
  return { ball: lines[0]!.ball, figure: `${first.number}: ${first.value}`, facts, notes: [SOME_NUMBER] }
}

const SOME_NUMBER = 'Some number is always first, so each place is compared with the same place by luck.'

const timesOf = (entries: readonly Counted[]) =>
  entries.map(({ number, count }) => ({ number, value: timesWords(count) }))

/** What the lists of the most and the least frequent numbers share. */
const frequent = {
  plan: 'basic',
  when: (reading: Reading) =>
    isList(reading) &&
    !has(reading, 'TOGETHER', 'COMPANION') &&
    (has(reading, 'WHAT', 'NUMBER', 'NUMBERS') ||
      (['top', 'quantity', ...SCOPE] as const).some((field) => names(reading, field))),
  uses: ['top', 'quantity', 'place', ...SCOPE],
  read(reading: Reading, context: Context) {
    const { today } = context
    // "Hot today" asks for a tip: there is no draw to count yet.
    if (reading.periods.some(({ from, unit }) => unit === 'day' && from === today)) return lack('tip')
    return withScope(reading, context, { ...placeSlots(reading), top: topOf(reading) })
  },
  links: [FREQUENT],
} as const

const luckOfPlace = ({ scope, slots }: Asked) => binomial(trialsOf(scope, slots.type), chanceOfPlace(slots))

const whichNumbers = ({ top = 5, ...slots }: Slots, words: string, scope: string) =>
  `Which ${top === 1 ? 'number' : `${top} numbers`} ${words}${placeWords(slots)} ${scope}`

/** The numbers that came most often. */
export const hot = intent({
  ...frequent,
  key: 'hot',
  asks: ['MOST|HOT|TOP'],
  may: 'WHAT DRAW WHICH_ONE WITH THAT_GAME',
  value: ({ scope, slots }: Asked) => highestFirst(frequencies(scope, slots), slots.top),
  say: (entries, asked) => sayRanked(timesOf(entries), asked.slots.type, luckOfPlace(asked)),
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
  value: ({ scope, slots }: Asked) =>
    withTies(
      counted(frequencies(scope, slots)).sort((a, b) => a.count - b.count),
      slots.top ?? 1,
      countOf,
    ),
  say: (entries, asked) =>
    sayRanked(
      timesOf(entries),
      asked.slots.type,
      luckOfPlace(asked),
      HIGHEST,
      (place) => HIGHEST + 1 - place,
    ),
  question: (slots, scope) => whichNumbers(slots, 'came least often', scope),
  lab: frequencyInLab,
})

/** The numbers by their current gap, in draws. A number that never came has the gap of all draws. */
export const due = intent({
  key: 'due',
  plan: 'pro',
  when: (reading) =>
    isList(reading) && (has(reading, 'WHAT', 'NUMBER', 'NUMBERS', 'TOP') || namesTop(reading)),
  asks: ['SLEEP|TEY|LONGEST', 'GAP HIGHEST', 'NEVER|STAY MOST'],
  may: 'NOT WITH WHAT TOP DRAW WHICH_ONE THAT_GAME',
  uses: ['games', 'top', 'quantity', 'place'],
  read: (reading, context) => withGame(reading, context, { ...placeSlots(reading), top: topOf(reading) }),
  value({ scope: [game], slots }: Asked) {
    const draws = game?.at.length ?? 0
    const gaps = NUMBERS.map((number) => ({ number, draws }))
    game?.at.forEach((i, order) =>
      eachBall(game.draws, i, slots, (ball) => (gaps[ball - 1]!.draws = draws - 1 - order)),
    )
    return withTies(
      gaps.sort((a, b) => b.draws - a.draws),
      slots.top ?? 1,
      (entry) => entry.draws,
    )
  },
  say: (entries, { slots, scope }) =>
    sayRanked(
      entries.map(({ number, draws }) => ({ number, value: drawsWords(draws) })),
      slots.type,
      luckOfGap(trialsOf(scope), chanceOfPlace(slots)),
    ),
  question: ({ top = 5, ...slots }, scope) =>
    top === 1
      ? `Which number is most overdue${placeWords(slots)} ${scope}`
      : `Top ${top} overdue numbers${placeWords(slots)} ${scope}`,
  lab: ({ box }, set) => (box ? null : { figure: 'gaps', typed: set }),
})

/** "Which machine number comes with 9": a place of the numbers that are asked for, which no list has. */
const isMisplaced = ({ numbers: [number] }: Reading) =>
  (number!.box ?? number!.type) !== undefined && !number!.isPlacedBeside

const whichComeMost = ({ top = 1 }: Slots) =>
  top === 1 ? 'Which number comes most' : `Which ${top} numbers come most`

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
  value({ scope, slots: { numbers, top } }: Asked<OneNumber>) {
    const [number] = numbers
    const counts = new Uint32Array(HIGHEST + 1)
    const add = (ball: number) => counts[ball]!++
    for (const { draws, at } of scope)
      for (const type of typesOf(number.type))
        for (const i of at) if (comesIn(draws, i, { ...number, type })) eachBall(draws, i, { type }, add)
    counts[number.number] = 0
    return highestFirst(counts, top)
  },
  say(entries, { slots, scope }) {
    const [number] = slots.numbers
    const trials = typesOf(number.type).reduce((sum, type) => sum + countDraws(scope, { ...number, type }), 0)
    return sayRanked(timesOf(entries), number.type, binomial(trials, OTHERS / REST), REST)
  },
  question: (slots, scope) =>
    `${whichComeMost(slots)} with ${numberWords(slots.numbers[0])} in the same draw ${scope}`,
  lab: ({ numbers }, set) => (numbers[0].box ? null : { figure: 'pairs', typed: set }),
})

const typesOf = (type: SetType = 'winning'): readonly DrawType[] =>
  type === 'both' ? ['winning', 'machine'] : [type]

/** Of the draws with a number: how many were followed by each winning number. */
export const followers = intent({
  key: 'followers',
  plan: 'pro',
  when: (reading) => !isWithoutSequence(reading) && reading.numbers.length === 1 && !has(reading, 'COUNT'),
  asks: ['WHAT|MOST|HOT|TOP|NUMBERS', namesTop],
  may: `${RANK} ${STEP_MARKS}`,
  uses: ['numbers', 'top', 'quantity', 'within', 'lag', 'games', 'periods'],
  read(reading, context) {
    const [number] = reading.numbers
    if (isUnclearStep(reading) || !number!.isFirst || isMisplaced(reading)) return lack('not-understood')
    const numbers = [numberSlot(number!)]
    return withScope(reading, context, { ...stepSlots(reading), numbers, top: topOf(reading) })
  },
  value({ scope, slots }: Asked<OneNumber>) {
    const counts = new Uint32Array(HIGHEST + 1)
    // The trial in which a ball was counted last: in one trial it counts once.
    const countedIn = new Uint32Array(HIGHEST + 1)
    let trial = 0
    const add = (ball: number) => {
      if (countedIn[ball] === trial) return
      countedIn[ball] = trial
      counts[ball]!++
    }
    eachTrial(scope, slots, (game, next) => {
      trial++
      for (const j of next) eachBall(game.draws, j, {}, add)
    })
    return highestFirst(counts, slots.top)
  },
  say(entries, { slots, scope }) {
    let trials = 0
    eachTrial(scope, slots, () => trials++)
    return sayRanked(timesOf(entries), 'winning', binomial(trials, chanceAfter(HIT_PROBABILITY, slots)))
  },
  question: (slots, scope) =>
    `${whichComeMost(slots)} ${stepWords(slots)} after ${numberWords(slots.numbers[0])} ${scope}`,
  cases(entries, asked) {
    const { slots, scope } = asked
    const [first] = slots.numbers
    // A case is a draw with the number that a listed number followed.
    const find: FindCases = (game, order) => {
      const i = game.at[order]!
      const next = comesIn(game.draws, i, first) ? followingDraws(game, order, slots) : null
      const hits = (next ?? []).flatMap((j): CaseDraw[] => {
        const came = entries.filter((entry) => comesIn(game.draws, j, { number: entry.number }))
        return came.length > 0 ? [{ i: j, marked: came.flatMap(({ number }) => searchRows({ number })) }] : []
      })
      return hits.length > 0 ? [[{ i, marked: searchRows(first) }, ...hits]] : []
    }
    const cases = scope.reduce(
      (sum, game) => game.at.reduce((found, _, order) => found + find(game, order).length, sum),
      0,
    )
    return newestCases(cases, find, asked)
  },
  links: [{ path: PATHS.movingNumbers, text: 'Moving numbers' }],
  lab: (slots, { set }) =>
    slots.numbers[0].box || set ? null : followersInLab(slots, slots.numbers[0].number),
})

/** Visits the draws with the number whose following draws are all held. */
function eachTrial(
  scope: readonly GameScope[],
  slots: OneNumber,
  visit: (game: GameScope, next: readonly number[]) => void,
): void {
  for (const game of scope)
    game.at.forEach((i, order) => {
      const next = comesIn(game.draws, i, slots.numbers[0]) ? followingDraws(game, order, slots) : null
      if (next) visit(game, next)
    })
}
