import { luckOfGap } from '../../../draws/rules/luck/chance.ts'
import { ALL_NUMBERS, DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { itemAt, present, tally } from '../../../platform/rules/base/lists.ts'
import { drawsWords } from '../../../platform/rules/base/words.ts'
import { ballOf as ballOfCell, rowOf } from '../../../draws/rules/classification/classification.ts'
import { binomial, highest } from '../../../draws/rules/luck/counts.ts'
import type { Distribution } from '../../../draws/rules/luck/distribution.ts'
import * as scopes from '../parts/scope.ts'
import * as words from '../parts/words.ts'
import type { Relation, Said, SetType, Slots } from '../read/types.ts'
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

const PLACED = 'Luck puts some number first, too, so each place is compared with the same place by luck.'

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

export const whichComeMost = ({ top = 1 }: Slots) =>
  top === 1 ? 'Which number comes most' : `Which ${top} numbers come most`

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
