import { SEARCH_LIMITS } from '../../../platform/rules/site/search-address.ts'
import type { Context, IntentRecord } from '../intents/intent.ts'
import type { Concept } from '../read/lexicon.ts'
import { type Things, thingsOf } from '../read/things.ts'
import type { Query, Slots } from '../read/types.ts'
import * as words from '../parts/words.ts'
import type { Plan } from '../../../platform/rules/access/plans.ts'
import { queryOf, writeAddress } from './address.ts'
import { isTooLong, planOf, RECORDS, writeQuestion } from './records.ts'

/** A full question. */
export interface Suggestion {
  question: string
  address: string
  /** Whether it explains every word of the text. */
  isWhole: boolean
  plan: Plan
}

export interface Suggested {
  /** What the text lacks or what nobody can answer; empty with a whole question. */
  message: string
  suggestions: Suggestion[]
}

interface Candidate {
  query: Query
  /** What it does not explain, or adds. 0 with a whole question. */
  cost: number
  isWhole: boolean
  /** The concepts that it explains. */
  explained: number
  order: number
}

const COSTS = { unasked: 40, concept: 10, thing: 12, filled: 15, left: 10 }
/** Dearer ones have too little in common with the text. */
const MOST_COST = 75

/** Concepts that change nothing beside the concepts of any question. */
const NEUTRAL: ReadonlySet<Concept> = new Set<Concept>([
  'come',
  'did',
  'held',
  'followup',
  'number',
  'numbers',
  'game',
])

type Alternative = readonly (readonly string[])[]
const alternatives = new Map(
  RECORDS.map((record) => [
    record,
    record.asks.split(';').map((part): Alternative =>
      part
        .trim()
        .split(/\s+/)
        .map((word) => word.split('|')),
    ),
  ]),
)
const permitted = new Map(RECORDS.map((record) => [record, new Set(record.also.split(' '))]))

const pick = (slots: Slots, uses: readonly (keyof Slots)[]): Slots =>
  Object.fromEntries(
    Object.entries(slots).filter(([key, value]) => value !== undefined && uses.includes(key as keyof Slots)),
  )

/** The three best full questions for a text. @param kept the question before, whose things count where the text lacks some */
export function suggest(text: string, kept: Query | null, context: Context): Suggested {
  const readings = thingsOf(text, context.data.games, context.today)
  const found = readings.flatMap((things, i) => {
    const others = RECORDS.flatMap((record, order) => candidates(record, things, kept, context, order))
    return others.map((candidate) => ({ ...candidate, order: candidate.order + i * 0.5 }))
  })
  const suggestions = best(found, context)
  return {
    message: suggestions.some(({ isWhole }) => isWhole) ? '' : messageOf(readings, suggestions.length),
    suggestions,
  }
}

/** The cheapest candidates, each question once. */
function best(found: readonly Candidate[], context: Context): Suggestion[] {
  const ranked = found
    .filter(({ cost }) => cost <= MOST_COST)
    .sort((a, b) => a.cost - b.cost || b.explained - a.explained || a.order - b.order)
  const suggestions: Suggestion[] = []
  for (const { query, isWhole } of ranked) {
    if (suggestions.length === SEARCH_LIMITS.suggestions) break
    const suggestion = suggestionOf(query, isWhole, context)
    const isKnown = suggestions.some(({ question }) => question === suggestion.question)
    if (!isKnown && !isTooLong(query, context.data)) suggestions.push(suggestion)
  }
  return suggestions
}

/** Questions for the first visit. */
export function examples(context: Context): Suggestion[] {
  const year = context.today.slice(0, 4)
  return [
    `ask=count&numbers=41&games=metro&period=${year}-01-01..${year}-12-31`,
    'ask=last-seen&numbers=7&games=bingo',
    'ask=together&numbers=12,60',
    'ask=payout&bet=two-sure&stake=100',
    'ask=help&term=chart',
  ].flatMap((address) => {
    const query = queryOf(address, context)
    return query ? [suggestionOf(query, false, context)] : []
  })
}

const suggestionOf = (query: Query, isWhole: boolean, { data }: Context): Suggestion => ({
  question: writeQuestion(query, data.games),
  address: writeAddress(query),
  isWhole,
  plan: planOf(query.intent),
})

/** Questions about things that are kept without a text. */
export const aboutKept = ({ slots }: Query, context: Context): Suggestion[] =>
  best(
    RECORDS.filter(({ key }) => key !== 'help').flatMap((record, order) =>
      candidates(record, { slots, concepts: new Set(), left: [] }, null, context, order),
    ),
    context,
  )

/** Other questions about the things of a question. */
export const nearby = ({ intent, slots }: Query, context: Context): Suggestion[] =>
  aboutKept(
    { intent, slots: slots.period && 'last' in slots.period ? { ...slots, period: undefined } : slots },
    context,
  ).filter(({ address }) => !address.startsWith(`ask=${intent}&`))

/** What a kind of question makes of a text: with its things alone, those kept, or examples for what it lacks. */
function candidates(
  record: IntentRecord,
  things: Things,
  kept: Query | null,
  context: Context,
  order: number,
): Candidate[] {
  const { uses } = record
  const { concepts, left } = things
  const adapted = record.adapt ? record.adapt(things.slots, concepts, context) : things.slots
  if (!adapted) return []
  const meant = pick(adapted, Object.keys(adapted) as (keyof Slots)[])
  const used = pick(meant, uses)
  const named = Object.keys(used).filter((key) => key !== 'ask').length
  if (uses.includes('top') && used.top === undefined && concepts.has('number') && !concepts.has('numbers'))
    used.top = 1
  const isPlaced = kept?.slots.numbers !== undefined && !things.slots.numbers && uses.includes('numbers')
  const unused = Object.keys(meant).filter(
    (key) => !uses.includes(key as keyof Slots) && !(isPlaced && /^(?:box|type)$/.test(key)),
  ).length
  const { isAsked, leftover, explained } = conceptsOf(record, concepts, used)
  const base = left.length * COSTS.left + leftover * COSTS.concept + unused * COSTS.thing
  const isKept =
    kept?.intent === record.key &&
    (named > 0 || unused < Object.keys(meant).length || concepts.has('followup'))
  const candidate = (slots: Slots, more: number, asked: boolean): Candidate[] => {
    const found = record.read(slots, context)
    const cost = base + more + (asked ? 0 : COSTS.unasked)
    return found
      ? [
          {
            query: { intent: record.key, slots: found },
            cost,
            isWhole: cost === 0 && !things.isGuess,
            explained: explained + (isKept ? 5 : 0),
            order,
          },
        ]
      : []
  }
  if (!isAsked && !isKept && named === 0) return []
  const own = [used, isAsked] as const
  const merged = kept && ([withKept(used, kept, record, things.slots), isAsked || isKept] as const)
  const attempts = concepts.has('followup')
    ? [merged, own]
    : isAsked || !isKept
      ? [own, merged]
      : [merged, own]
  for (const attempt of attempts) {
    const found = attempt ? candidate(attempt[0], 0, attempt[1]) : []
    if (found.length > 0) return found
  }
  return (named > 0 || isAsked ? (record.fill?.(used, exampleGames(context)) ?? []) : []).flatMap((more) =>
    candidate({ ...more, ...used }, COSTS.filled, isAsked),
  )
}

/** The alternative of a record that fits the concepts and leaves the fewest. */
function conceptsOf(record: IntentRecord, concepts: ReadonlySet<Concept>, used: Slots) {
  const fits = (alternative: Alternative) =>
    alternative.every((words) =>
      words.some((word) => (word === '-' ? record.bare?.(used) : concepts.has(word as Concept))),
    )
  const asked = (alternatives.get(record) ?? []).filter(fits)
  const leftAfter = (alternative: Alternative) => {
    const named = new Set(alternative.flat())
    return [...concepts].filter(
      (one) => !named.has(one) && !NEUTRAL.has(one) && !permitted.get(record)?.has(one),
    ).length
  }
  const leftover = Math.min(...(asked.length > 0 ? asked : [[]]).map(leftAfter))
  const explained = Math.max(
    0,
    ...asked.map((alternative) => alternative.filter(([word]) => word !== '-').length),
  )
  return { isAsked: asked.length > 0, leftover, explained }
}

/** The things of a text with those of the question before that it lacks. */
function withKept(used: Slots, { slots: kept }: Query, { uses }: IntentRecord, { box, type }: Slots): Slots {
  const merged: Slots = { ...pick(kept, uses), ...used }
  if (used.games || used.operator) {
    if (!used.operator) delete merged.operator
    if (!used.games) delete merged.games
  }
  if (!used.numbers && merged.numbers && (box || type))
    merged.numbers = merged.numbers.map((number) => ({
      ...number,
      ...(box && { box }),
      ...(type && { type }),
    }))
  return merged
}

/** The games of examples: three that most players know, or the first ones. */
function exampleGames({ data }: Context): string[] {
  const known = ['bingo', 'diamond', 'national'].filter((key) => data.games.some((game) => game.key === key))
  return known.length > 0 ? known : data.games.slice(0, SEARCH_LIMITS.suggestions).map(({ key }) => key)
}

const AHEAD: readonly Concept[] = ['tip', 'future', 'ahead']

function messageOf(readings: readonly Things[], count: number): string {
  const [things] = readings
  if (things && AHEAD.some((concept) => things.concepts.has(concept)))
    return 'Nobody knows a result before its draw.'
  const left = (things?.left ?? []).filter((word) => word !== '…')
  if (left.length > 0 && count > 0)
    return `I do not understand: ${left.map((word) => `“${word}”`).join(', ')}.`
  return count > 0 ? '' : 'I answer questions about past draws, numbers, games, bets and the chart.'
}

/** A thing that a question keeps, and the question without it. */
export interface Chip {
  name: string
  address: string
  /** Whether something is left to answer; else the address names things to choose a question for. */
  isQuestion: boolean
}

/** The things of a question: its numbers, its games and its days. */
export function chipsOf({ intent, slots }: Query, context: Context): Chip[] {
  const { games } = context.data
  const chip = (name: string, rest: Slots): Chip => {
    const address = writeAddress({ intent, slots: rest })
    return { name, address, isQuestion: queryOf(address, context) !== null }
  }
  const { numbers = [], games: keys = [], period, periods: _, by: __, ...others } = slots
  const without = (key: 'period' | 'weekday' | 'operator') => ({ ...slots, [key]: undefined })
  const some = <T>(list: readonly T[], left: T) => {
    const rest = list.filter((one) => one !== left)
    return rest.length > 0 ? rest : undefined
  }
  return [
    ...numbers.map((number) => chip(words.numberWords(number), { ...slots, numbers: some(numbers, number) })),
    ...keys.map((key) => chip(words.gameWords(key, games), { ...slots, games: some(keys, key) })),
    ...(others.operator ? [chip(others.operator, without('operator'))] : []),
    ...(others.weekday ? [chip(words.weekdayWords(slots).replace(/^on /, ''), without('weekday'))] : []),
    ...(period ? [chip(words.periodName(period), without('period'))] : []),
  ]
}
