import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import { present } from '../../../platform/rules/base/lists.ts'
import { type Holder, holds, type Plan } from '../../../platform/rules/access/plans.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { type Context, firstDayOf, type Asked, type IntentRecord } from '../intents/intent.ts'
import { odds, payout, perm, some } from '../intents/bets.ts'
import { help } from '../intents/help.ts'
import { compare, count, together } from '../intents/numbers.ts'
import { firstSeen, gap, lastSeen, neverDrawn } from '../intents/seen.ts'
import { draw, drawCount, schedule } from '../intents/draws.ts'
import { chartCell, cold, due, hot, pairsWith } from '../intents/lists.ts'
import { chartHit, followedBy, followers } from '../intents/next-draws.ts'
import type { ShownDraws } from '../parts/rows.ts'
import type { AssistantData, Intent, Query, Said } from '../read/types.ts'
import { scopeOf } from '../parts/scope.ts'
import { scopeWords } from '../parts/words.ts'

/** The kinds of questions, the commonest first: of equally good ones the first is first. */
export const RECORDS: readonly IntentRecord[] = [
  count,
  draw,
  lastSeen,
  together,
  hot,
  chartCell,
  schedule,
  gap,
  pairsWith,
  followers,
  due,
  cold,
  payout,
  perm,
  some,
  odds,
  compare,
  followedBy,
  chartHit,
  drawCount,
  firstSeen,
  neverDrawn,
  help,
]

const BY_KEY = new Map(RECORDS.map((record) => [record.key, record]))

export const recordOf = (intent: Intent): IntentRecord => present(BY_KEY.get(intent))

/** Whether a holder gets answers to a kind of question. */
export const opensIntent = (holder: Holder, intent: Intent): boolean => holds(holder, planOf(intent))

/** The lowest plan that gets an answer to a kind of question. */
export const planOf = (intent: Intent): Plan => recordOf(intent).plan

/** @param now milliseconds; relative dates count from its day in Lagos */
export const contextOf = (data: AssistantData, now: number): Context => ({
  data,
  today: lagosDate(now),
  firstDay: firstDayOf(data),
})

/** A query with its draws, which are looked up when they are first needed. */
function askedOf({ slots }: Query, data: AssistantData): Asked {
  let scope: Asked['scope'] | undefined
  return {
    slots,
    data,
    get scope() {
      return (scope ??= scopeOf(slots, data))
    },
  }
}

/** The main figure of a question at an instant (milliseconds). */
export const valueOf = (query: Query, now: number, data: AssistantData): unknown =>
  recordOf(query.intent).value(askedOf(query, data), now)

/** Whether a question covers more draws than an answer holds. */
export function isTooLong(query: Query, data: AssistantData): boolean {
  const { mostDraws } = recordOf(query.intent)
  return (
    mostDraws !== undefined &&
    askedOf(query, data).scope.reduce((sum, { at }) => sum + at.length, 0) > mostDraws
  )
}

/** A query as a full question. */
export function writeQuestion({ intent, slots }: Query, games: readonly Game[]): string {
  const text = recordOf(intent)
    .question(slots, scopeWords(slots, games), games)
    .replace(/\s+/g, ' ')
    .replace(/[\s,]+$/, '')
    .trim()
  return /^(?:Show|Same|Top|Result)/.test(text) ? text : `${text}?`
}

/** An answer as the screen shows it. */
export type Shown = ShownDraws & Required<Said> & { screen: string | null }

export const NOTHING_SHOWN: Shown = {
  ball: null,
  figure: '',
  basis: '',
  luck: null,
  facts: [],
  lines: [],
  notes: [],
  marked: [],
  total: 0,
  draws: [],
  screen: null,
}

/** The words and draws of an answer. */
export function show(query: Query, value: unknown, data: AssistantData): Shown {
  const record = recordOf(query.intent)
  const asked = askedOf(query, data)
  const rows = record.rows?.(value, asked)
  const screen = rows && rows.total > 0 ? record.screen?.(query.slots) : null
  return { ...NOTHING_SHOWN, ...record.say(value, asked), ...rows, screen: screen ?? null }
}
