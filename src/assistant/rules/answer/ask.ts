import { lagosDate, addDays, yearOf } from '../../../platform/rules/base/calendar.ts'
import { listOf } from '../../../platform/rules/base/words.ts'
import {
  decide,
  type Decision,
  refused,
  askedOf,
  planOf,
  recordOf,
  valueOf,
  writeQuestion,
  INTENT_RECORDS,
} from './decide.ts'
import {
  type Context,
  firstDayOf,
  EXAMPLE_NUMBER,
  gameSlots,
  isLack,
  type Lack,
  numberSlot,
} from '../intents/intent.ts'
import { continued, isBareFollowUp, leaningOf } from '../read/follow-up.ts'
import { type Item, meaningsOfZeroSix, readItems, resolveBonanza, resolveZeroSix } from '../read/items.ts'
import { lexiconOf } from '../read/lexicon.ts'
import { assemble, type Reading, has } from '../read/reading.ts'
import { isForeign } from '../read/tokens.ts'
import type {
  AskReason,
  AssistantAnswer,
  AssistantData,
  Intent,
  Query,
  Lacking,
  Slots,
} from '../read/types.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'

interface Understood {
  decision: Decision
  reading: Reading
}

/** Reasons for which nothing that the player adds would help. */
const DECLINED: ReadonlySet<AskReason> = new Set(
  listOf('tip language personal off-topic unknown-game impossible-number no-data plan'),
)

interface AskedQuestion {
  question: string
  /** The question before it, as typed; a follow-up keeps everything of it but what it names. */
  previous?: string | null | undefined
}

/**
 * Answers a question about the draws on record. A question with a word that is not understood, or with two readings, has
 * no answer: it is asked back with whole questions that have one.
 *
 * @param now milliseconds; relative dates count from its day in Lagos
 * @param isOpen whether the plan opens a kind of question; a question beyond it has no value
 */
export function ask(
  { question, previous = null }: AskedQuestion,
  now: number,
  data: AssistantData,
  isOpen: (intent: Intent) => boolean = () => true,
): AssistantAnswer {
  const context: Context = { data, today: lagosDate(now), firstDay: firstDayOf(data) }
  const { decision, reading } = understand(question, previous, context)
  const query = decision.query ?? lockedExample(decision, context, isOpen)
  const withheld = query && withheldBecause(query, data, isOpen)
  const answer: AssistantAnswer = {
    status: 'answered',
    reason: null,
    lacks: null,
    reading: query && writeQuestion(query, data.games),
    plan: null,
    query,
    value: null,
    suggestions: [],
    unknown: [],
  }
  if (query && !withheld) return { ...answer, value: valueOf(query, now, data) }

  const isAnswered = (text: string) => {
    const found = understand(text, null, context).decision.query
    return found !== null && withheldBecause(found, data, isOpen) === null
  }
  const reason = withheld ?? (decision.query ? 'missing' : decision.reason)
  return {
    ...answer,
    status: DECLINED.has(reason) ? 'declined' : 'ask-back',
    reason,
    lacks: (decision.query === null && decision.lack?.lacks) || null,
    plan: query && reason === 'plan' ? planOf(query.intent) : null,
    query: null,
    suggestions: suggestions(queriesInstead(reason, reading, decision, context), context, isAnswered),
    unknown: reading.unknown,
  }
}

/** An example of a question that lacks something and that the plan does not open: what it lacks would not help. */
function lockedExample(
  decision: Decision,
  context: Context,
  isOpen: (intent: Intent) => boolean,
): Query | null {
  if (decision.query || !decision.intent || !decision.lack || isOpen(decision.intent)) return null
  return completed(decision.intent, decision.lack, context)[0] ?? null
}

/** Why a question that is understood has no answer; null if it has one. */
function withheldBecause(
  query: Query,
  data: AssistantData,
  isOpen: (intent: Intent) => boolean,
): AskReason | null {
  if (!isOpen(query.intent)) return 'plan'
  const { mostDraws } = recordOf(query)
  if (mostDraws === undefined) return null
  const draws = askedOf(query, data).scope.reduce((sum, { at }) => sum + at.length, 0)
  return draws > mostDraws ? 'too-many' : null
}

/** Queries that the player may ask instead, the nearest first. */
function queriesInstead(reason: AskReason, reading: Reading, decision: Decision, context: Context): Query[] {
  if (reason === 'tip') return INSTEAD_OF_TIPS
  if (reason === 'plan') return related(reading, context)
  if (reason === 'too-many' && decision.query) return fewerDraws(decision.query, context)
  return queriesNear(reading, decision, context)
}

/** What a player who asks for a tip may ask instead. */
const INSTEAD_OF_TIPS: Query[] = [
  { intent: 'odds', slots: { bet: 'banker' } },
  { intent: 'odds', slots: { bet: 'two-sure' } },
]

function understand(question: string, previous: string | null, context: Context): Understood {
  const before = previous === null || previous.trim() === '' ? null : read(previous, context, false).reading
  const alone = read(question, context, before !== null && before.relations.length > 0)
  if (isForeign(question)) return { ...alone, decision: refused('language') }
  const leaning = leaningOf(question, alone.reading)
  if (!before && alone.decision.query && isBareFollowUp(question, alone.reading)) return either(alone, alone)
  if (!before || isBroken(before) || isDeclined(alone.decision)) return alone
  if (alone.decision.query && leaning === 'none') return alone
  const followed = following(question, before, context)
  if (leaning === 'unclear' && alone.decision.query && followed?.decision.query)
    return either(alone, followed)
  if (followed) return followed
  return alone.decision.query && leaning === 'follows' ? either(alone, alone) : alone
}

/** A question that a follow-up cannot build on. */
const isBroken = ({ unknown, strangers, isUnclear }: Reading) =>
  unknown.length > 0 || strangers.length > 0 || isUnclear

const isDeclined = (decision: Decision) =>
  !decision.query && ['tip', 'personal', 'off-topic', 'unknown-game', 'language'].includes(decision.reason)

/** The question as a follow-up; null when it names nothing that fits the question before. */
function following(question: string, before: Reading, context: Context): Understood | null {
  for (const reading of readings(itemsOf(question, context), before.relations.length > 0, before)) {
    const merged = continued(before, reading)
    const decision = merged && decide(merged, context)
    if (merged && decision && (decision.query || decision.reason !== 'missing'))
      return { decision, reading: merged }
  }
  return null
}

/** Two readings: the answer if they agree, else both are asked back. */
function either(one: Understood, other: Understood): Understood {
  const queries = [other, one].flatMap(({ decision: { query } }) => (query ? [query] : []))
  const isSame =
    one !== other && writeQuestion(itemAt(queries, 0), []) === writeQuestion(itemAt(queries, 1), [])
  return isSame ? other : { ...one, decision: { ...refused('ambiguous'), near: queries } }
}

const itemsOf = (question: string, { data, today }: Context) =>
  readItems(question, lexiconOf(data.games), today)

function read(question: string, context: Context, isAboutChart: boolean): Understood {
  const items = itemsOf(question, context)
  const understood = readings(items, isAboutChart, null).map((reading) => ({
    reading,
    decision: decide(reading, context),
  }))
  return understood.find(({ decision }) => decision.query) ?? itemAt(understood, 0)
}

/** The readings of a question, the likeliest first: more than one only where "06" is a game or a number. */
function readings(items: readonly Item[], isAboutChart: boolean, before: Reading | null): Reading[] {
  const resolved = resolveBonanza(items, isAboutChart)
  if (!resolved.some(({ is }) => is === 'zero-six')) return [assemble(resolved)]
  const meanings = meaningsOfZeroSix(resolved)
  // In a follow-up "06" may replace the number or the game of the question before.
  const isOpen =
    meanings.length === 0 || (meanings.length > 1 && before !== null && before.numbers.length > 0)
  if (isOpen) return [{ ...assemble(resolveZeroSix(resolved, 'number')), isUnclear: true }]
  return meanings.map((meaning) => assemble(resolveZeroSix(resolved, meaning)))
}

const MOST_SUGGESTIONS = 3
const OTHER_NUMBER = { number: 54 }

/** Questions that are near the one that was not understood, the nearest first. */
function queriesNear(reading: Reading, decision: Decision, context: Context): Query[] {
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
function related(reading: Reading, context: Context): Query[] {
  const numbers = reading.numbers.slice(0, DRAW_LIMITS.ballsPerSet).map(numberSlot)
  const scope = gameSlots(reading, context)
  const [first] = numbers
  const [column] = reading.relations
  const [game] = [...reading.games, ...reading.doubts.filter((name) => isKnown(name, context))]
  const day = reading.periods.find(({ unit, problem }) => unit === 'day' && !problem)?.from
  const asksChart = has(reading, 'CHART_WORKS', 'COLUMN_WORKS')
  const named: [Intent, Slots | false | undefined][] = [
    [
      'draw',
      reading.numbers[0]?.before === 'draw' &&
        game !== undefined && {
          games: [game],
          period: { event: first!.number, year: yearOf(context.today) },
        },
    ],
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
function fewerDraws({ slots }: Query, { today }: Context): Query[] {
  const { games, operator } = slots
  const scope: Slots = { games, operator }
  const week = { from: addDays(today, -6), to: today }
  const period = games?.length === 1 ? { last: 10 } : week
  return [
    { intent: 'draw', slots: { ...scope, period } },
    { intent: 'draw-count', slots },
  ]
}

/** At most three questions in words, each once, that `isAnswered` accepts. */
function suggestions(
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
