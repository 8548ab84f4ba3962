import { type History, dateAt } from '../../../draws/rules/history.ts'
import { capitalised, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { FAIR_TITLE, numberPath, PATHS } from '../../../platform/rules/site/paths.ts'
import { askedOf, recordOf } from './decide.ts'
import { type ShownDraws, type ShownSteps, linksInstead } from '../parts/rows.ts'
import {
  type AssistantAnswer,
  type AssistantData,
  type Link,
  type Query,
  type Said,
  longWeekday,
  type Slots,
  type AskReason,
  type Lacking,
} from '../read/types.ts'
import { listed } from '../parts/words.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { LAB_FIGURES } from '../../../statistics/rules/lab/figures.ts'
import { type TypedLabQuery, labFigurePath } from '../../../statistics/rules/lab/query.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { planNeeded } from '../../../platform/rules/access/plans.ts'

const NOTHING = {
  ball: null,
  figure: '',
  luck: null,
  facts: [],
  lines: [],
  notes: [],
  marked: [],
  total: 0,
  draws: [],
  cases: 0,
  steps: [],
}

/** An answer as the screen shows it. `refusal` is empty with an answer, the figure without one. */
type Shown = ShownDraws & ShownSteps & Required<Said> & { refusal: string; links: Link[] }

/** The words, draws and links of an answer. @param opensLab whether the player's plan opens the statistics lab */
export function show(answer: AssistantAnswer, data: AssistantData, opensLab = false): Shown {
  const { query, value, reason } = answer
  if (!query) return { ...NOTHING, refusal: refusalText(answer), links: reason ? linksInstead(reason) : [] }
  const record = recordOf(query)
  const asked = askedOf(query, data)
  const said = record.say(value, asked)
  const never = neverHolds(query, data)
  return {
    ...NOTHING,
    ...said,
    ...(never && { notes: [never, ...(said.notes ?? [])] }),
    ...record.rows?.(value, asked),
    ...record.cases?.(value, asked),
    refusal: '',
    links: linksOf(query, opensLab ? data.history : null),
  }
}

/** Says that no game of a question plays on its weekday; null where one does. Draws that were moved there still count. */
function neverHolds(
  { intent, slots: { games: keys, weekday } }: Query,
  { games }: AssistantData,
): string | null {
  if (!keys || !weekday || intent === 'schedule') return null
  const named = games.filter(({ key }) => keys.includes(key))
  const day = longWeekday(weekday)
  if (named.some(({ slots }) => slots.some((slot) => slot.weekday === day))) return null
  const names = listed(
    named.map(({ name }) => name),
    'and',
  )
  return `${names} ${named.length > 1 ? 'do' : 'does'} not play on ${capitalised(day)}s. Only draws that were moved to that day count.`
}

const MOST_NUMBERS = 3

/** Where a player can read on after an answer. @param history null if the player's plan does not open the lab */
function linksOf(query: Query, history: History | null): Link[] {
  const { slots } = query
  const record = recordOf(query)
  const numbers = [...new Set((slots.numbers ?? []).map(({ number }) => number))].slice(0, MOST_NUMBERS)
  const own = [history && labLink(query, history), record.screen?.(slots)]
  return [
    ...own.flatMap((link) => link ?? []),
    ...numbers.map((number) => ({ path: numberPath(number), text: `All about ${number}` })),
    ...(record.links ?? []),
  ]
}

/** The figure of the lab that shows an answer, over the same draws; null where no figure shows it. */
function labLink(query: Query, history: History): Link | null {
  const found = viewOf(query)
  if (found === 'fair') return { path: PATHS.fair, text: `In the lab: ${FAIR_TITLE}` }
  const draws = found && drawsOf(query.slots, history)
  if (!found || !draws) return null
  const { figure, typed } = found
  return {
    path: labFigurePath(figure, { ...draws, ...typed }),
    text: `In the lab: ${LAB_FIGURES[figure].title}`,
  }
}

function viewOf(query: Query) {
  const { numbers = [], type } = query.slots
  const [first] = numbers
  // The lab shows one set at a time, and a box only for single numbers.
  const isMixed = numbers.some((number) => number.type !== first?.type || number.box !== first?.box)
  const set = type ?? first?.type
  return isMixed
    ? null
    : (recordOf(query).lab?.(query.slots, set && set !== 'winning' ? { set } : {}) ?? null)
}

/** The draws of a question as a choice of the lab; null where the lab cannot choose them. */
function drawsOf({ games, operator, weekday, period }: Slots, history: History): TypedLabQuery | null {
  const typed: TypedLabQuery = {
    ...(games && { games: games.join(',') }),
    ...(operator && { operator }),
    ...(weekday && { weekday: longWeekday(weekday) }),
  }
  if (!period) return typed
  if ('event' in period || ('skip' in period && period.skip)) return null
  if ('last' in period) return { ...typed, window: `last ${period.last}` }
  const record = daysOf(history)
  const [from, to] = [period.from ?? record?.[0], period.to ?? record?.[1]]
  return from && to && from <= to ? { ...typed, window: 'dates', from, to } : null
}

/** The oldest and the newest day on record. */
function daysOf(history: History): [LagosDate, LagosDate] | null {
  const days = [...history.games.values()]
    .filter(({ length }) => length > 0)
    .flatMap((draws) => [dateAt(draws, 0), dateAt(draws, draws.length - 1)])
    .sort()
  return days.length === 0 ? null : [itemAt(days, 0), itemAt(days, -1)]
}

const LACKING: Readonly<Record<Lacking, string>> = {
  number: 'Which number?',
  'second-number': 'Which other number?',
  game: 'Which game?',
  bet: 'Which bet?',
  stake: 'How much is the stake?',
  period: 'Which draw?',
  year: 'Of which year?',
  choose: 'How many numbers has a line?',
}

const REASONS: Readonly<Record<Exclude<AskReason, 'plan'>, string>> = {
  missing: 'Say a little more.',
  ambiguous: 'This can be read in more than one way.',
  'not-understood': 'This is not understood.',
  'unknown-game': 'That game is not one of ours.',
  'impossible-number': `Numbers go from 1 to ${DRAW_LIMITS.highestBall}.`,
  'no-data': 'There are no draws on record for those days.',
  tip: 'Nobody knows which numbers will come. Each has 1 chance in 18.',
  language: 'Please ask in English or Pidgin.',
  personal: 'The assistant knows draws, not people.',
  'off-topic': 'The assistant answers questions about draws, games, numbers and bets.',
  'too-many': 'These draws are too many for one answer. Name fewer days or one game.',
}

/** Why a question has no answer, for the player; empty for an answered question. */
function refusalText({ reason, lacks, plan, unknown }: AssistantAnswer): string {
  if (reason === null) return ''
  if (reason === 'plan') return planNeeded(present(plan))
  if (reason === 'missing' && lacks) return LACKING[lacks]
  if (reason === 'not-understood' && unknown.length > 0)
    return `Not understood: ${unknown.map((word) => `“${word}”`).join(', ')}.`
  return REASONS[reason]
}
