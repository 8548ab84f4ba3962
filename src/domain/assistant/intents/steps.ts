import { HIT_PROBABILITY } from '../../chance.ts'
import { ballOf as ballOfCell, CLASSIFICATION } from '../../classification.ts'
import { DRAW_LIMITS } from '../../draw-limits.ts'
import {
  type Asked,
  intent,
  isWithoutSequence,
  lack,
  numberSlot,
  type TwoNumbers,
  withScope,
} from './intent.ts'
import { CHART } from '../links.ts'
import { besideLuck, besideTrials, chanceAfter, chanceOfPlace, luckOfColumn } from '../luck.ts'
import type { Reading } from '../read/reading.ts'
import { searchRows } from '../rows.ts'
import { comesIn, eachBall } from '../scope.ts'
import {
  type CaseDraw,
  followersInLab,
  followingDraws,
  isUnclearStep,
  newestCases,
  STEP_MARKS,
  stepSlots,
  stepWords,
} from './following.ts'
import type { NumberSlot, Relation, Slots } from '../types.ts'
import { ballOf, numbersWords, relationWords, shareWords } from '../words.ts'

/** How often the second number came in the draws that follow a draw with the first. */
export const followedBy = intent({
  key: 'then',
  plan: 'pro',
  when: (reading) => !isWithoutSequence(reading),
  asks: [({ numbers, places }) => numbers.length > 1 || (numbers.length === 1 && places.length > 1)],
  may: `COUNT HOW_MANY_DRAWS DRAW THAT_GAME ${STEP_MARKS}`,
  uses: ['numbers', 'places', 'within', 'lag', 'games', 'periods'],
  read(reading, context) {
    if (isUnclearStep(reading)) return lack('not-understood')
    const numbers = reading.numbers.length === 1 ? placedTwice(reading) : inOrder(reading)
    if (numbers.length !== 2) return lack('ambiguous')
    return withScope(reading, context, { ...stepSlots(reading), numbers })
  },
  value({ scope, slots }: Asked<TwoNumbers>) {
    const [first, second] = slots.numbers
    let [times, trials] = [0, 0]
    for (const game of scope)
      game.at.forEach((i, order) => {
        const next = comesIn(game.draws, i, first) ? followingDraws(game, order, slots) : null
        if (!next) return
        trials++
        if (next.some((j) => comesIn(game.draws, j, second))) times++
      })
    return { times, trials }
  },
  say: ({ times, trials }, { slots }) => ({
    ball: ballOf(slots.numbers[1]),
    figure: `${shareWords(times, trials)} times`,
    ...besideTrials(times, trials, chanceAfter(chanceOfPlace(slots.numbers[1]), slots)),
  }),
  question(slots, scope) {
    const [first, second] = numbersWords(slots.numbers)
    return `How many times did ${second} come ${stepWords(slots)} after ${first} ${scope}`
  },
  cases({ times }, asked) {
    const { slots } = asked
    const [first, second] = slots.numbers
    const find = (game: Asked['scope'][number], order: number) => {
      const i = game.at[order]!
      const next = comesIn(game.draws, i, first) ? followingDraws(game, order, slots) : null
      const hit = next?.find((j) => comesIn(game.draws, j, second))
      if (hit === undefined) return []
      return [
        [
          { i, marked: searchRows(first) },
          { i: hit, marked: searchRows(second) },
        ],
      ]
    }
    return newestCases(times, find, asked)
  },
  lab: (slots, { set }) =>
    slots.numbers[0].box || set ? null : followersInLab(slots, slots.numbers[0].number),
})

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

type OfColumn = Slots & { relations: [Relation] }

/** By number, its relative in a column; null where the relative is no ball or the number itself, which is no trial. */
const relativesOf = (column: Relation) =>
  CLASSIFICATION.map((row, i) => {
    const relative = ballOfCell(row[column])
    return relative === i + 1 ? null : relative
  })

/** How often a winning number was followed by its relative of the chart. */
export const chartHit = intent({
  key: 'chart-hit',
  plan: 'pro',
  when: (reading) => !isWithoutSequence(reading),
  asks: [({ relations }) => relations.length > 0],
  may: `COUNT HOW_MANY_DRAWS DRAW CHART THAT_GAME ${STEP_MARKS}`,
  uses: ['relations', 'numbers', 'quantity', 'within', 'lag', 'games', 'periods'],
  read(reading, context) {
    const numbers = [...new Set(reading.numbers.map(({ number }) => number))]
    const isUnclear =
      numbers.length > 1 ||
      reading.relations.length > 1 ||
      reading.numbers.some(({ box, type }) => box || type) ||
      isUnclearStep(reading) ||
      (reading.quantity ?? 1) !== 1
    if (isUnclear) return lack('ambiguous')
    const named = numbers.length > 0 ? { numbers: numbers.map((number) => ({ number })) } : {}
    return withScope(reading, context, { ...stepSlots(reading), ...named, relations: reading.relations })
  },
  value({ scope, slots }: Asked<OfColumn>) {
    let [hits, trials] = [0, 0]
    const { lag, numbers } = slots
    const steps = lag ?? slots.within ?? 1
    const relatives = relativesOf(slots.relations[0])
    for (const { draws, at } of scope) {
      /** By ball, the first draw after the present one in which it comes. The newest draw is read first. */
      const nextOf = new Float64Array(DRAW_LIMITS.highestBall + 1).fill(Infinity)
      for (let order = at.length - 1; order >= 0; order--) {
        const i = at[order]!
        const isHeld = order + steps < at.length
        eachBall(draws, i, {}, (ball) => {
          const relative = relatives[ball - 1]!
          const isAsked = !numbers || ball === numbers[0]!.number
          if (!isHeld || !isAsked || relative === null) return
          trials++
          const isHit =
            lag === undefined
              ? nextOf[relative]! <= order + steps
              : comesIn(draws, at[order + lag]!, { number: relative })
          if (isHit) hits++
        })
        eachBall(draws, i, {}, (ball) => (nextOf[ball] = order))
      }
    }
    return { hits, trials }
  },
  say({ hits, trials }, { slots, scope }) {
    const { numbers, relations, within = 1, lag } = slots
    const isOneDraw = lag !== undefined || within === 1
    const isExact = !numbers && isOneDraw && trials > 0
    const luck = isExact
      ? besideLuck(hits, luckOfColumn(scope, relations[0], lag ?? 1))
      : besideTrials(hits, trials, chanceAfter(HIT_PROBABILITY, slots))
    return { figure: `${shareWords(hits, trials)} times`, ...luck }
  },
  question(slots, scope) {
    const number = slots.numbers ? ` of ${slots.numbers[0]!.number}` : ''
    return `How many times did the ${relationWords(slots.relations)}${number} follow ${stepWords(slots)} ${scope}`
  },
  cases({ hits }, asked) {
    const { slots } = asked
    const relatives = relativesOf(slots.relations[0])
    const find = (game: Asked['scope'][number], order: number) => {
      const i = game.at[order]!
      const next = followingDraws(game, order, slots)
      const cases: CaseDraw[][] = []
      eachBall(game.draws, i, {}, (ball) => {
        const relative = relatives[ball - 1]!
        if ((slots.numbers && ball !== slots.numbers[0]!.number) || relative === null) return
        const hit = next?.find((j) => comesIn(game.draws, j, { number: relative }))
        if (hit === undefined) return
        cases.push([
          { i, marked: searchRows({ number: ball }) },
          { i: hit, marked: searchRows({ number: relative }) },
        ])
      })
      return cases
    }
    return newestCases(hits, find, asked)
  },
  links: [CHART],
  lab(slots) {
    const { numbers, within = 1, lag } = slots
    if (numbers) return followersInLab(slots, numbers[0]!.number)
    if ((lag ?? within) > 3) return null
    return { figure: lag === undefined && within > 1 ? 'chart-within' : 'chart-test', typed: {} }
  },
})
