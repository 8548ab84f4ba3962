import {
  ballOf as ballOfCell,
  CLASSIFICATION,
  rowOf,
  CHART_TEST_ON_SAMPLES,
  TOO_FEW_FOR_CHART_TEST,
} from '../../../draws/rules/classification/classification.ts'
import type { SearchRow } from '../../../draws/rules/number-search.ts'
import { SEARCH_LIMITS } from '../../../platform/rules/site/search-address.ts'
import * as kind from './intent.ts'
import { drawRowOf, searchRows, type ShownSteps, CHART } from '../parts/rows.ts'
import {
  comesIn,
  eachBall,
  type GameScope,
  besideLuck,
  besideTrials,
  chanceAfter,
  chanceOfPlace,
  sequencesIn,
} from '../parts/scope.ts'
import { has, type Reading, names } from '../read/reading.ts'
import type { AssistantData, NumberSlot, Relation, Slots } from '../read/types.ts'
import * as words from '../parts/words.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { hasSamples } from '../../../draws/rules/history.ts'
import { chartCells, relationOfColumn } from '../../../statistics/rules/lab/chart.ts'
import { type ChartFinding, chartWithin } from '../../../statistics/rules/lab/figures/chart-test.ts'
import { methodPath } from '../../../platform/rules/site/paths.ts'

/** Cells of the classification chart. */
export const chartCell = kind.intent({
  key: 'chart-cell',
  plan: 'free',
  when: (reading) => kind.isWithoutSequence(reading) && !has(reading, 'COUNT'),
  asks: ['TURN_TO', ({ relations }) => relations.length > 0],
  may: 'WHAT CHART',
  uses: ['relations', 'numbers'],
  read(reading) {
    const numbers = reading.numbers.map(kind.numberSlot)
    const turns = has(reading, 'TURN_TO')
    if (isInverse(reading) || (turns && reading.relations.length > 0)) return kind.lack('not-understood')
    const relations: Relation[] = turns ? ['turning'] : reading.relations
    if (numbers.length === 1 && !itemAt(numbers, 0).box && !itemAt(numbers, 0).type)
      return { numbers, relations }
    const reason = numbers.length === 0 ? 'missing' : 'ambiguous'
    return { reason, lacks: 'number', slots: { numbers, relations } }
  },
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
  links: [CHART],
})

type Cells = kind.OneNumber & { relations: Relation[] }

/** "46 is the counterpart of which number" asks for the opposite of a cell. */
const isInverse = (reading: Reading) =>
  has(reading, 'INVERSE') ||
  reading.numbers.some(({ before }) => /^(?:is|be|equal|equals|as|gives)$/.test(before))

/**
 * "Does the chart work?", of the chart as a whole. The test covers every column, game and draw: of one game or column there
 * is no verdict, so that is asked back.
 */
export const chartTest = kind.intent({
  key: 'chart-test',
  plan: 'free',
  asks: ['CHART_WORKS|COLUMN_WORKS'],
  may: 'CHART NEXT_DRAW NEXT DRAW RESULT WHAT',
  uses: ['relations', 'numbers', ...kind.SCOPE],
  read: (reading) =>
    (['relations', 'numbers', ...kind.SCOPE] as const).some((field) => names(reading, field))
      ? kind.lack('ambiguous')
      : {},
  /** The test takes longer than a question may. The server fills in what a worker found. */
  value: (): ChartFinding | null => null,
  say(found, { data }: kind.Asked) {
    const sentences = found?.sentences
    if (!sentences) return { figure: TOO_FEW_FOR_CHART_TEST }
    const sampleNotes = hasSamples(data.history) ? [CHART_TEST_ON_SAMPLES] : []
    // The verdict is the last sentence.
    return { figure: itemAt(sentences, -1), notes: [...sentences.slice(0, -1), ...sampleNotes] }
  },
  question: () => 'Does the chart work',
  links: [CHART, { path: methodPath('chart-test'), text: 'How the test works' }],
  lab: () => ({ figure: 'chart-test', typed: {} }),
})

/** The marks of a step from draw to draw. */
export const STEP_MARKS = 'AFTER FOLLOW FOLLOWED_BY NEXT_DRAW BRING THEN IF NEXT WHEN'

export const stepSlots = ({ within, lag }: Reading): Slots => ({ within, lag })

/** Whether a step is named twice, or "when" asks for a date; in "when 12 drops" it is a condition. */
export const isUnclearStep = (reading: Reading) =>
  (has(reading, 'WHEN') && !reading.numbers.some(({ before }) => before === 'when')) ||
  (reading.within !== undefined && reading.lag !== undefined)

export const stepWords = ({ within, lag }: Slots) =>
  lag !== undefined && lag > 1
    ? `exactly ${lag} draws later`
    : within !== undefined && within > 1
      ? `within ${within} draws`
      : 'in the next draw'

/**
 * The draws that follow draw number `order` of a scope: those of the next `within` draws, or only the one that is `lag`
 * draws later. Null if the last of them is not held yet.
 */
function followingDraws({ at }: GameScope, order: number, { within, lag }: Slots): number[] | null {
  const steps = lag ?? within ?? 1
  if (order + steps >= at.length) return null
  return lag === undefined ? at.slice(order + 1, order + steps + 1) : [itemAt(at, order + lag)]
}

/** The same for a draw with the first number of a question; null for another draw. */
export const nextAfter = (game: GameScope, order: number, slots: kind.SomeNumbers) =>
  comesIn(game.draws, itemAt(game.at, order), slots.numbers[0]) ? followingDraws(game, order, slots) : null

/** The draws that follow each draw with the first number, where all of them are held. */
export const trialsAfter = (scope: readonly GameScope[], slots: kind.SomeNumbers) =>
  scope.flatMap((game) =>
    game.at.flatMap((_, order) => {
      const next = nextAfter(game, order, slots)
      return next ? [{ draws: game.draws, next }] : []
    }),
  )

/** A draw of a game as an index, with the places that make the case. */
interface CaseDraw {
  i: number
  marked: SearchRow[]
}
/** The cases that begin with draw number `order` of a game. */
type FindCases = (game: GameScope, order: number) => CaseDraw[][]

/** The newest cases, and how many there are in all. */
export function newestCases(
  { scope, data }: { scope: readonly GameScope[]; data: AssistantData },
  find: FindCases,
): ShownSteps {
  const newest = scope.flatMap((game) => newestOf(game, find))
  newest.sort((a, b) => b.day - a.day)
  return {
    cases: countCases(scope, find),
    steps: newest
      .slice(0, SEARCH_LIMITS.newestMatches)
      .map(({ draws, places }) =>
        places.map(({ i, marked }) => ({ ...drawRowOf({ draws, i }, data), marked })),
      ),
  }
}

const countCases = (scope: readonly GameScope[], find: FindCases) =>
  scope.reduce((sum, game) => game.at.reduce((found, _, order) => found + find(game, order).length, sum), 0)

const marked = (i: number, number: NumberSlot): CaseDraw => ({ i, marked: searchRows(number) })

/** The newest cases of a game, at most as many as are shown. */
function newestOf(game: GameScope, find: FindCases) {
  const { draws, at } = game
  const found: { draws: GameScope['draws']; places: CaseDraw[]; day: number }[] = []
  for (let order = at.length - 1; order >= 0 && found.length < SEARCH_LIMITS.newestMatches; order--)
    for (const places of find(game, order))
      found.push({ draws, places, day: itemAt(draws.days, itemAt(places, -1).i) })
  return found
}

/** The lab shows the draws one, two and three later, and those within three draws. */
export function followersInLab({ within = 1, lag }: Slots, number: number): kind.LabView | null {
  const typed = { number: String(number) }
  const steps = lag ?? within
  if (lag === undefined && within !== 1) return steps === 3 ? { figure: 'followers', typed } : null
  return steps <= 3 ? { figure: 'followers', typed: { ...typed, lag: String(steps) } } : null
}

/** How often the second number came in the draws that follow a draw with the first. */
export const followedBy = kind.intent({
  key: 'then',
  plan: 'pro',
  when: (reading) => !kind.isWithoutSequence(reading),
  asks: [({ numbers, places }) => numbers.length > 1 || (numbers.length === 1 && places.length > 1)],
  may: `COUNT HOW_MANY_DRAWS DRAW THAT_GAME ${STEP_MARKS}`,
  uses: ['numbers', 'places', 'within', 'lag', 'games', 'periods'],
  read(reading, context) {
    if (isUnclearStep(reading)) return kind.lack('not-understood')
    const numbers = reading.numbers.length === 1 ? placedTwice(reading) : inOrder(reading)
    if (numbers.length !== 2) return kind.lack('ambiguous')
    return kind.withScope(reading, context, { ...stepSlots(reading), numbers })
  },
  value({ scope, slots }: kind.Asked<kind.TwoNumbers>) {
    const trials = trialsAfter(scope, slots)
    const hits = trials.filter(({ draws, next }) => next.some((j) => comesIn(draws, j, slots.numbers[1])))
    return { times: hits.length, trials: trials.length }
  },
  say: ({ times, trials }, { slots }) => ({
    ball: words.ballOf(slots.numbers[1]),
    figure: `${words.shareWords(times, trials)} times`,
    ...besideTrials(times, trials, chanceAfter(chanceOfPlace(slots.numbers[1]), slots)),
  }),
  question(slots, scope) {
    const [first, second] = words.numbersWords(slots.numbers)
    return `How many times did ${second} come ${stepWords(slots)} after ${first} ${scope}`
  },
  cases(_, asked) {
    const { slots } = asked
    const [first, second] = slots.numbers
    return newestCases(asked, (game, order) => {
      const hit = nextAfter(game, order, slots)?.find((j) => comesIn(game.draws, j, second))
      const i = itemAt(game.at, order)
      return hit === undefined ? [] : [[marked(i, first), marked(hit, second)]]
    })
  },
  lab: (slots, { set }) =>
    slots.numbers[0].box || set ? null : followersInLab(slots, slots.numbers[0].number),
})

/** "20 as a machine number and then a winning number". */
function placedTwice({ numbers, places }: Reading): NumberSlot[] {
  return places.map((place) => kind.numberSlot({ ...itemAt(numbers, 0), ...place }))
}

/** The number that comes first, then the other. Without exactly one first number the order is unclear. */
function inOrder({ numbers }: Reading): NumberSlot[] {
  const first = numbers.filter(({ isFirst }) => isFirst)
  const other = numbers.filter(({ isFirst }) => !isFirst)
  return first.length === 1 && other.length === 1 ? [...first, ...other].map(kind.numberSlot) : []
}

type OfColumn = Slots & { relations: [Relation] }

/** By number, its relative in a column; null where the relative is no ball or the number itself, which is no trial. */
const relativesOf = (column: Relation) =>
  CLASSIFICATION.map((row, i) => {
    const relative = ballOfCell(row[column])
    return relative === i + 1 ? null : relative
  })

/** The hits of a column, of one number or of all, beside luck: as the lab counts them. */
function columnHits(scope: readonly GameScope[], { relations, numbers, within = 1, lag }: OfColumn) {
  const column = relationOfColumn(relations[0])
  const relative = column.relative.map((to, from) => (!numbers || from === numbers[0]?.number ? to : 0))
  const sequences = sequencesIn(scope)
  return lag === undefined
    ? itemAt(itemAt(chartWithin(sequences, [{ ...column, relative }], [within]), 0), 0)
    : itemAt(chartCells(sequences, [{ ...column, relative }], [lag]), 0)
}

/** How often a winning number was followed by its relative of the chart. */
export const chartHit = kind.intent({
  key: 'chart-hit',
  plan: 'pro',
  when: (reading) => !kind.isWithoutSequence(reading),
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
    if (isUnclear) return kind.lack('ambiguous')
    const named = numbers.length > 0 ? { numbers: numbers.map((number) => ({ number })) } : {}
    return kind.withScope(reading, context, { ...stepSlots(reading), ...named, relations: reading.relations })
  },
  value({ scope, slots }: kind.Asked<OfColumn>) {
    const { hits, trials } = columnHits(scope, slots)
    return { hits, trials }
  },
  say({ hits, trials }, { slots, scope }) {
    const { luck } = columnHits(scope, slots)
    return { figure: `${words.shareWords(hits, trials)} times`, ...(trials > 0 && besideLuck(hits, luck)) }
  },
  question(slots, scope) {
    const number = slots.numbers ? ` of ${itemAt(slots.numbers, 0).number}` : ''
    return `How many times did the ${words.relationWords(slots.relations)}${number} follow ${stepWords(slots)} ${scope}`
  },
  cases(_, asked) {
    const { slots } = asked
    const relatives = relativesOf(slots.relations[0])
    return newestCases(asked, (game, order) => {
      const i = itemAt(game.at, order)
      const next = followingDraws(game, order, slots) ?? []
      const cases: CaseDraw[][] = []
      eachBall(game.draws, i, {}, (number) => {
        const relative = itemAt(relatives, number - 1)
        if ((slots.numbers && number !== itemAt(slots.numbers, 0).number) || relative === null) return
        const hit = next.find((j) => comesIn(game.draws, j, { number: relative }))
        if (hit !== undefined) cases.push([marked(i, { number }), marked(hit, { number: relative })])
      })
      return cases
    })
  },
  links: [CHART],
  lab(slots) {
    const { numbers, within = 1, lag } = slots
    if (numbers) return followersInLab(slots, itemAt(numbers, 0).number)
    if ((lag ?? within) > 3) return null
    return { figure: lag === undefined && within > 1 ? 'chart-within' : 'chart-test', typed: {} }
  },
})
