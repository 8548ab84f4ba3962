import { HIT_PROBABILITY, luckOfGap } from '../../../draws/rules/luck/chance.ts'
import { ALL_NUMBERS, DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { itemAt, present, tally } from '../../../platform/rules/base/lists.ts'
import { drawsWords } from '../../../platform/rules/base/words.ts'
import { ballOf as ballOfCell, rowOf } from '../../../draws/rules/classification/classification.ts'
import { binomial, highest } from '../../../draws/rules/luck/counts.ts'
import type { Distribution } from '../../../draws/rules/luck/distribution.ts'
import { chartCells, relationOfColumn } from '../../../statistics/rules/lab/chart.ts'
import { chartWithin } from '../../../statistics/rules/lab/figures/chart-test.ts'
import { drawsWith, type ShownDraws } from '../parts/rows.ts'
import * as scopes from '../parts/scope.ts'
import * as words from '../parts/words.ts'
import type { NumberSlot, Relation, Said, SetType, Slots } from '../read/types.ts'
import * as kind from './intent.ts'

/** Lists of numbers by a figure. */

const { ballsPerSet: BALLS, highestBall: HIGHEST } = DRAW_LIMITS

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

const PLACED = 'Some number is always first, so each place is compared with the same place by luck.'

/** Ranks the numbers; equal counts by number. Each place is compared with the same place by luck. */
function ranking<S extends Slots>({
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
      const { top = 1 } = asked.slots
      const found = counts(asked)
      const ranked = ALL_NUMBERS.map((number) => ({ number, count: itemAt(found, number) }))
        .filter(({ count }) => hasNone || count > 0)
        .sort((a, b) => (isRising ? a.count - b.count : b.count - a.count))
      const last = ranked[Math.min(top, ranked.length) - 1]
      return ranked.filter(({ count }, i) => i < top || count === last?.count)
    },
    say(entries: readonly Counted[], asked: kind.Asked<S>): Said {
      const byLuck = luck(asked)
      const places = entries.map(({ number, count }, i) => ({
        text: write(count),
        ball: words.ballOf({ number, type: typeOf(asked.slots) }),
        luck: scopes.luckFigure(count, highest(byLuck, figures, isRising ? figures - i : i + 1)),
      }))
      const [first, ...others] = places
      if (!first) return { figure: 'None' }
      const notes = [PLACED]
      const basis = words.basisWords(asked.scope, typeOf(asked.slots))
      const named = entries.map(({ number }) => number).join(', ')
      if (others.length > 0) {
        const lines = places.map(({ text, ball, luck: beside }) =>
          words.line('', text, { ball, luck: beside }),
        )
        return { figure: named, basis, lines, notes }
      }
      return { ball: first.ball, figure: `${named}: ${first.text}`, basis, luck: first.luck, notes }
    },
  }
}

/** What the lists of the most and the least frequent numbers share. */
const frequent = {
  plan: 'basic',
  uses: ['top', 'type', 'box', ...kind.SCOPE],
  read: kind.ranked,
} as const

const luckOfPlace = ({ scope, slots }: kind.Asked) =>
  binomial(scopes.trialsOf(scope, slots.type), scopes.chanceOfPlace(slots))

const countsOfPlace = ({ scope, slots }: kind.Asked) => scopes.frequencies(scope, slots)

const whichNumbers = ({ top = 5, ...slots }: Slots, verb: string, scope: string) =>
  `Which ${top === 1 ? 'number' : `${top} numbers`} ${verb}${words.placeWords(slots)} ${scope}`

/** The numbers that came most often. */
export const hot = kind.intent({
  ...frequent,
  key: 'hot',
  asks: 'most|hot|top',
  also: 'what draw with number come most hot top',
  examples: ['hot numbers for bonanza', 'number wey come pass this year'],
  ...ranking({ counts: countsOfPlace, luck: luckOfPlace }),
  question: (slots, scope) => whichNumbers(slots, 'came most often', scope),
})

/** The numbers that came least often. Those that never came are included with 0. */
export const cold = kind.intent({
  ...frequent,
  key: 'cold',
  asks: 'least',
  also: 'top what draw with number come hot',
  examples: ['3 coldest numbers bingo'],
  ...ranking({ counts: countsOfPlace, luck: luckOfPlace, isRising: true }),
  question: (slots, scope) => whichNumbers(slots, 'came least often', scope),
})

const byGap = ranking({
  counts({ scope: [game], slots }: kind.Asked) {
    const draws = game?.at.length ?? 0
    const gaps = new Uint32Array(HIGHEST + 1).fill(draws)
    game?.at.forEach((i, order) =>
      scopes.eachBall(game.draws, i, slots, (ball) => (gaps[ball] = draws - 1 - order)),
    )
    return gaps
  },
  luck: ({ scope, slots }) => luckOfGap(scopes.trialsOf(scope), scopes.chanceOfPlace(slots)),
  hasNone: true,
  write: drawsWords,
})

/** The numbers by their current gap, in draws. A number that never came has the gap of all draws. */
export const due = kind.intent({
  key: 'due',
  plan: 'pro',
  asks: 'sleep|tey|longest; gap most; never|stay|not most; not longest|tey',
  also: 'not with what top most draw never stay longest come sleep tey number',
  uses: ['top', 'type', 'box', 'games'],
  fill: kind.inGames,
  read: (t, c) => (t.games?.length === 1 ? kind.ranked(t, c) : null),
  examples: ['overdue numbers in national'],
  value: (asked) => byGap.value(asked).map(({ number, count: draws }) => ({ number, draws })),
  say: (entries, asked) =>
    byGap.say(
      entries.map(({ number, draws: count }) => ({ number, count })),
      asked,
    ),
  question: ({ top = 5, ...slots }, scope) =>
    top === 1
      ? `Which number is most overdue${words.placeWords(slots)} ${scope}`
      : `Top ${top} overdue numbers${words.placeWords(slots)} ${scope}`,
})

const whichComeMost = ({ top = 1 }: Slots) =>
  top === 1 ? 'Which number comes most' : `Which ${top} numbers come most`

/** Of the draws with a number: how many were followed by each winning number. */
export const followers = kind.intent({
  key: 'followers',
  plan: 'pro',
  asks: 'after|follow|followedby|nextdraw|bring|thereafter|next what|most|top|hot|numbers|number',
  also: 'what most hot top draw number if when next after follow nextdraw bring thereafter come',
  uses: ['numbers', 'top', 'within', 'lag', 'games', 'operator', 'period'],
  read: (t, c) => (t.numbers?.length === 1 ? kind.ranked(t, c) : null),
  examples: ['which number follows 12 most in bingo'],
  ...ranking<kind.OneNumber>({
    counts({ scope, slots }) {
      const counts = new Uint32Array(HIGHEST + 1)
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

/** The other balls of the sets in which a number came. */
export const pairsWith = kind.intent({
  key: 'pairs-with',
  plan: 'pro',
  asks: 'companion|with|together what|most|top|hot|numbers|number|companion',
  also: 'what most hot top draw number together with companion come',
  uses: ['numbers', 'top', ...kind.SCOPE],
  read: (t, c) => (t.numbers?.length === 1 && t.numbers[0]?.type !== 'both' ? kind.ranked(t, c) : null),
  examples: ['numbers that come with 45'],
  ...ranking<kind.OneNumber>({
    counts({ scope, slots }) {
      const [number] = slots.numbers
      const { type } = number
      const counts = new Uint32Array(HIGHEST + 1)
      const add = (ball: number) => tally(counts, ball)
      for (const { draws, at } of scope)
        for (const i of at) if (scopes.comesIn(draws, i, number)) scopes.eachBall(draws, i, { type }, add)
      counts[number.number] = 0
      return counts
    },
    luck: ({ scope, slots }) =>
      binomial(scopes.countDraws(scope, slots.numbers[0]), (BALLS - 1) / (HIGHEST - 1)),
    figures: HIGHEST - 1,
    typeOf: ({ numbers: [{ type }] }) => type,
  }),
  question: (slots, scope) =>
    `${whichComeMost(slots)} with ${words.numberWords(slots.numbers[0])} in the same draw ${scope}`,
})

/** Cells of the classification chart. */
export const chartCell = kind.intent({
  key: 'chart-cell',
  plan: 'free',
  asks: 'turnto; -',
  also: 'what chart number',
  uses: ['relations', 'numbers'],
  bare: ({ numbers, relations }) => numbers !== undefined && relations !== undefined,
  adapt: (t, concepts) => (concepts.has('turnto') && !t.relations ? { ...t, relations: ['turning'] } : t),
  read({ numbers = [], relations = [] }) {
    const [one, ...others] = numbers
    return one && relations.length > 0 && others.length === 0 && !one.box && !one.type
      ? { numbers: [one], relations }
      : null
  },
  examples: ['counterpart of 45', 'wetin be shadow of 12'],
  value({ slots: { relations, numbers } }: kind.Asked<Cells>): { [R in Relation]?: string } {
    const row = present(rowOf(numbers[0].number))
    return Object.fromEntries(relations.map((relation) => [relation, row[relation]]))
  },
  say(cells, { slots: { numbers } }) {
    const { number } = numbers[0]
    const found = Object.entries(cells) as [Relation, string][]
    const lines = found.map(([relation, cell]) => {
      const ball = ballOfCell(cell)
      const value = ball === null ? `${cell}, not a ball` : ''
      return words.line(words.columnName(relation), value, {
        ball: ball === null ? null : words.ballOf({ number: ball }),
      })
    })
    if (found.length > 1) return { figure: `${number}: ${found.length} relatives`, lines }
    const [relation, cell] = itemAt(found, 0)
    return { ball: itemAt(lines, 0).ball, figure: `${words.columnName(relation)} of ${number}: ${cell}` }
  },
  question: ({ relations, numbers }) =>
    `What is the ${words.relationWords(relations)} of ${numbers[0].number}`,
})

type Cells = kind.OneNumber & { relations: Relation[] }

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

/** How often the second number came in the draws that follow a draw with the first. */
export const followedBy = kind.intent({
  key: 'then',
  plan: 'pro',
  asks: 'after|follow|followedby|nextdraw|bring|thereafter',
  also: 'count drawcount draw if when next follow after followedby nextdraw bring thereafter come',
  uses: ['numbers', 'within', 'lag', 'games', 'operator', 'period'],
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
  plan: 'pro',
  asks: 'follow|after|nextdraw|bring|thereafter|next',
  also: 'count drawcount draw chart if when come next follow after nextdraw bring thereafter number',
  uses: ['relations', 'numbers', 'within', 'lag', 'games', 'operator', 'period'],
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
