import { addDays } from '../../base/calendar.ts'
import { DRAW_LIMITS } from '../../base/balls.ts'
import type { Decision } from './decide.ts'
import { has, type Reading } from '../read/reading.ts'
import { type Context, EXAMPLE_NUMBER, gameSlots, isLack, type Lack, numberSlot } from '../intents/intent.ts'
import type { Intent, Lacking, Query, Slots } from '../read/types.ts'
import { INTENT_RECORDS, writeQuestion } from '../intents/all.ts'

const MOST_SUGGESTIONS = 3
const OTHER_NUMBER = { number: 54 }

/** Questions that are near the one that was not understood, the nearest first. */
export function queriesNear(reading: Reading, decision: Decision, context: Context): Query[] {
  if (decision.query) return [decision.query]
  const common = related(reading, context)
  if (decision.near) return [...decision.near, ...common]
  const { lack, intent } = decision
  const lacking = intent && lack?.lacks ? completed(intent, lack, context) : []
  return [...lacking, ...parts(reading, context), ...common]
}

/** A question with examples for what it lacks. */
function completed(intent: Intent, { slots, lacks }: Lack, context: Context): Query[] {
  const examples = lacks ? EXAMPLES[lacks](slots, exampleGames(context)) : []
  return examples.map((more) => ({ intent, slots: { ...slots, ...more } }))
}

/** The largest parts of a question that have an answer: what it means without the words that cannot be used. */
function parts(reading: Reading, context: Context): Query[] {
  const clear: Reading = { ...reading, unknown: [], doubts: [], strangers: [], amounts: [], isUnclear: false }
  const meanings = reading.doubts.map((name): Reading =>
    isKnown(name, context) ? { ...clear, games: [...clear.games, name] } : { ...clear, operator: name },
  )
  const found = (meanings.length > 0 ? meanings : [clear]).flatMap((meant) =>
    INTENT_RECORDS.flatMap((record) => {
      const part = record.key === 'help' ? null : record.part(meant)
      if (!part) return []
      const slots = record.read(part.reading, context)
      if (!isLack(slots)) return [{ left: part.left, queries: [{ intent: record.key, slots }] }]
      return [{ left: part.left + 1, queries: completed(record.key, slots, context).slice(0, 1) }]
    }),
  )
  return found.sort((a, b) => a.left - b.left).flatMap(({ queries }) => queries)
}

/** The games of examples: three that most players know, or the first ones. */
function exampleGames({ data }: Context): string[] {
  const known = ['bingo', 'diamond', 'national'].filter((key) => data.games.some((game) => game.key === key))
  return known.length > 0 ? known : data.games.slice(0, MOST_SUGGESTIONS).map(({ key }) => key)
}

/** Examples for what a question lacks. */
const EXAMPLES: Readonly<Record<Lacking, (slots: Slots, games: readonly string[]) => Slots[]>> = {
  number: ({ numbers = [] }) =>
    (numbers.length > 1 ? numbers : [EXAMPLE_NUMBER]).map((number) => ({ numbers: [number] })),
  'second-number': ({ numbers = [EXAMPLE_NUMBER] }) => [{ numbers: [...numbers, OTHER_NUMBER].slice(0, 2) }],
  game: (_, games) => games.map((key) => ({ games: [key] })),
  bet: () => (['two-sure', 'three-direct', 'one-direct'] as const).map((bet) => ({ bet })),
  stake: () => [100, 500].map((stake) => ({ stake })),
  period: () => [{ period: { last: 1 } }],
  // The period of the slots is an example.
  year: () => [{}],
  choose: ({ of = 5 }) => [2, 3].map((choose) => ({ choose, of: Math.max(of, choose) })),
}

const isKnown = (name: string, { data }: Context) => data.games.some(({ key }) => key === name)

/** Common questions about the numbers and games that the question names. */
export function related(reading: Reading, context: Context): Query[] {
  const numbers = reading.numbers.slice(0, DRAW_LIMITS.ballsPerSet).map(numberSlot)
  const scope = gameSlots(reading, context)
  const [first] = numbers
  const [column] = reading.relations
  const [game] = [...reading.games, ...reading.doubts.filter((name) => isKnown(name, context))]
  const day = reading.periods.find(({ unit, problem }) => unit === 'day' && !problem)?.from
  const asksChart = has(reading, 'CHART_WORKS', 'COLUMN_WORKS')
  const named: [Intent, Slots | false | undefined][] = [
    ['chart-test', asksChart && {}],
    ['chart-hit', asksChart && { ...scope, relations: [column ?? 'counterpart'] }],
    ['chart-cell', first && column && { numbers: [{ number: first.number }], relations: [column] }],
    ['together', numbers.length > 1 && { ...scope, numbers }],
    ['count', first && { ...scope, numbers }],
    ['last-seen', first && { ...scope, numbers: [first] }],
    ['draw', !first && day && { ...scope, period: { from: day, to: day } }],
    ['draw', !first && game !== undefined && { games: [game], period: { last: 1 } }],
    ['schedule', !first && game !== undefined && { games: [game], ask: 'times' }],
    ['help', {}],
  ]
  return named.flatMap(([intent, slots]) => (slots ? [{ intent, slots }] : []))
}

/** A list of draws cut to what one answer holds, or their number. */
export function fewerDraws({ slots }: Query, { today }: Context): Query[] {
  const { games, operator } = slots
  const scope: Slots = { ...(games && { games }), ...(operator && { operator }) }
  const week = { from: addDays(today, -6), to: today }
  const period = games?.length === 1 ? { last: 10 } : week
  return [
    { intent: 'draw', slots: { ...scope, period } },
    { intent: 'draw-count', slots },
  ]
}

/** At most three questions in words, each once, that `isAnswered` accepts. */
export function suggestions(
  queries: readonly Query[],
  context: Context,
  isAnswered: (question: string) => boolean,
): string[] {
  const found: string[] = []
  for (const query of queries) {
    if (found.length === MOST_SUGGESTIONS) break
    const question = writeQuestion(query, context.data.games)
    if (!found.includes(question) && isAnswered(question)) found.push(question)
  }
  return found
}
