import { ballOf as ballOfCell, rowOf } from '../../../draws/rules/classification/classification.ts'
import { HIT_PROBABILITY } from '../../../draws/rules/luck/chance.ts'
import { binomial } from '../../../draws/rules/luck/counts.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { itemAt, present, tally } from '../../../platform/rules/base/lists.ts'
import { chartCells, relationOfColumn } from '../../../statistics/rules/lab/chart.ts'
import { chartWithin } from '../../../statistics/rules/lab/figures/chart-test.ts'
import { drawsWith, type ShownDraws } from '../parts/rows.ts'
import * as scopes from '../parts/scope.ts'
import * as words from '../parts/words.ts'
import type { NumberSlot, Relation, Slots } from '../read/types.ts'
import * as kind from './intent.ts'
import { ranking, whichComeMost } from './lists.ts'

/** What comes in the draws after a number. */

const stepWords = ({ within, lag }: Slots) =>
  lag !== undefined && lag > 1
    ? `exactly ${lag} draws later`
    : within !== undefined && within > 1
      ? `within ${within} draws`
      : 'in the next draw'

/**
 * The draws that follow draw number `order` of a scope: those of the next `within` draws, or only the one that is `lag`
 * draws later. Null if the last of them is not held yet.
 */
function followingDraws({ at }: scopes.GameScope, order: number, { within, lag }: Slots): number[] | null {
  const steps = lag ?? within ?? 1
  if (order + steps >= at.length) return null
  return lag === undefined ? at.slice(order + 1, order + steps + 1) : [itemAt(at, order + lag)]
}

/** The same for a draw with the first number of a question; null for another draw. */
const nextAfter = (game: scopes.GameScope, order: number, slots: kind.SomeNumbers) =>
  scopes.comesIn(game.draws, itemAt(game.at, order), slots.numbers[0])
    ? followingDraws(game, order, slots)
    : null

/** The draws that follow each draw with the first number, where all of them are held. */
const trialsAfter = (scope: readonly scopes.GameScope[], slots: kind.SomeNumbers) =>
  scope.flatMap((game) =>
    game.at.flatMap((_, order) => {
      const next = nextAfter(game, order, slots)
      return next ? [{ draws: game.draws, next }] : []
    }),
  )

/** The draws of a question that follow each other: the newest later ones with a number. */
function laterDraws({ slots, scope, data }: kind.Asked<kind.SomeNumbers>, number: NumberSlot): ShownDraws {
  const games = scope.map((game) => ({
    draws: game.draws,
    at: [...new Set(game.at.flatMap((_, order) => nextAfter(game, order, slots) ?? []))],
  }))
  return drawsWith('some')(null, { slots: { numbers: [number] }, data }, games)
}

/** What the questions on later draws have in common, and what one asks, explains and uses besides. */
const asksLater = (asks: string, also: string, uses: readonly kind.Field[]) => ({
  plan: 'pro' as const,
  asks: `after|follow|nextdraw|bring|thereafter|${asks}`,
  also: `draw if when next after follow nextdraw bring thereafter come ${also}`,
  uses: [...uses, 'within', 'lag', 'games', 'operator', 'period'] as const,
})

/** Of the draws with a number: how many were followed by each winning number. */
export const followers = kind.intent({
  key: 'followers',
  ...asksLater('followedby|next what|most|top|hot|numbers|number', 'what most hot top number', [
    'numbers',
    'top',
  ]),
  read: (t, c) => (t.numbers?.length === 1 ? kind.ranked(t, c) : null),
  examples: ['which number follows 12 most in bingo'],
  ...ranking<kind.OneNumber>({
    counts({ scope, slots }) {
      const counts = new Uint32Array(DRAW_LIMITS.highestBall + 1)
      for (const { draws, next } of trialsAfter(scope, slots)) {
        const came = new Set<number>()
        for (const j of next) scopes.eachBall(draws, j, {}, (ball) => came.add(ball))
        for (const ball of came) tally(counts, ball)
      }
      return counts
    },
    luck: ({ scope, slots }) =>
      binomial(trialsAfter(scope, slots).length, scopes.chanceAfter(HIT_PROBABILITY, slots)),
  }),
  question: (slots, scope) =>
    `${whichComeMost(slots)} ${stepWords(slots)} after ${words.numberWords(slots.numbers[0])} ${scope}`,
})

/** How often the second number came in the draws that follow a draw with the first. */
export const followedBy = kind.intent({
  key: 'then',
  ...asksLater('followedby', 'count drawcount followedby', ['numbers']),
  read: (t, c) => (t.numbers?.length === 2 ? kind.scoped(t, c) : null),
  examples: ['how many times did 20 come in the draw after 10 in metro'],
  value({ scope, slots }: kind.Asked<kind.TwoNumbers>) {
    const trials = trialsAfter(scope, slots)
    const hits = trials.filter(({ draws, next }) =>
      next.some((j) => scopes.comesIn(draws, j, slots.numbers[1])),
    )
    return { times: hits.length, trials: trials.length }
  },
  say: ({ times, trials }, { slots }) => ({
    ball: words.ballOf(slots.numbers[1]),
    figure: `${words.shareWords(times, trials)} times`,
    ...scopes.besideTrials(times, trials, scopes.chanceAfter(scopes.chanceOfPlace(slots.numbers[1]), slots)),
  }),
  question(slots, scope) {
    const [first, second] = words.numbersWords(slots.numbers)
    return `How many times did ${second} come ${stepWords(slots)} after ${first} ${scope}`
  },
  rows: (_, asked) => laterDraws(asked, asked.slots.numbers[1]),
})

type OfColumn = Slots & { relations: [Relation] }

/** The hits of a column, of one number or of all, beside luck: as the lab counts them. */
function columnHits(scope: readonly scopes.GameScope[], { relations, numbers, within = 1, lag }: OfColumn) {
  const column = relationOfColumn(relations[0])
  const relative = column.relative.map((to, from) => (!numbers || from === numbers[0]?.number ? to : 0))
  const sequences = scopes.sequencesIn(scope)
  return lag === undefined
    ? itemAt(itemAt(chartWithin(sequences, [{ ...column, relative }], [within]), 0), 0)
    : itemAt(chartCells(sequences, [{ ...column, relative }], [lag]), 0)
}

/** How often a winning number was followed by its relative of the chart. */
export const chartHit = kind.intent({
  key: 'chart-hit',
  ...asksLater('next', 'count drawcount chart number', ['relations', 'numbers']),
  read({ numbers = [], ...t }, c) {
    if (numbers.length > 1 || t.relations?.length !== 1 || numbers[0]?.box || numbers[0]?.type) return null
    return kind.scoped({ ...t, ...(numbers.length > 0 && { numbers }) }, c)
  },
  examples: ['how often did the counterpart follow in the next draw of bingo'],
  value({ scope, slots }: kind.Asked<OfColumn>) {
    const { hits, trials } = columnHits(scope, slots)
    return { hits, trials }
  },
  say({ hits, trials }, { slots, scope }) {
    const { luck } = columnHits(scope, slots)
    return {
      figure: `${words.shareWords(hits, trials)} times`,
      ...(trials > 0 && scopes.besideLuck(hits, luck)),
    }
  },
  question(slots, scope) {
    const number = slots.numbers ? ` of ${itemAt(slots.numbers, 0).number}` : ''
    return `How many times did the ${words.relationWords(slots.relations)}${number} follow ${stepWords(slots)} ${scope}`
  },
  rows(_, asked) {
    const [number] = asked.slots.numbers ?? []
    const relative = number && ballOfCell(present(rowOf(number.number))[asked.slots.relations[0]])
    return number && relative && relative !== number.number
      ? laterDraws({ ...asked, slots: { ...asked.slots, numbers: [number] } }, { number: relative })
      : { marked: [], total: 0, draws: [] }
  },
})
