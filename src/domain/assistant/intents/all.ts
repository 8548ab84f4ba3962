import type { Game } from '../../draws/games.ts'
import { type Holder, holds, type Plan } from '../../billing/plans.ts'
import type { Asked, Kind } from './intent.ts'
import { scopeOf } from '../parts/scope.ts'
import type { AssistantData, Intent, Query } from '../read/types.ts'
import { scopeWords } from '../parts/words.ts'
import { odds, payout, perm } from './bets.ts'
import { chartCell, chartTest } from './chart.ts'
import { compare, mostIn } from './compare.ts'
import { count } from './count.ts'
import { draw, drawCount } from './draws.ts'
import { appearances, firstSeen, gap, lastSeen, together } from './comings.ts'
import { help } from './help.ts'
import { bestPairs, pairsWith } from './pairs.ts'
import { cold, due, followers, hot } from './ranked.ts'
import { schedule } from './schedule.ts'
import { shape } from './shape.ts'
import { longestGap, neverDrawn } from './standouts.ts'
import { chartHit, followedBy } from './steps.ts'
import { present } from '../../base/lists.ts'

/** The kinds of questions in the order in which they are tried: the first that fits decides. */
export const INTENT_RECORDS: readonly Kind[] = [
  help,
  perm,
  payout,
  odds,
  chartTest,
  chartHit,
  chartCell,
  mostIn,
  followedBy,
  followers,
  pairsWith,
  compare,
  bestPairs,
  together,
  longestGap,
  due,
  neverDrawn,
  gap,
  appearances,
  firstSeen,
  lastSeen,
  shape,
  hot,
  cold,
  schedule,
  drawCount,
  draw,
  count,
]

const BY_KEY = new Map(INTENT_RECORDS.map((record) => [record.key, record]))

export const recordOf = ({ intent }: Pick<Query, 'intent'>): Kind => present(BY_KEY.get(intent))

/** The lowest plan that gets an answer to a kind of question. */
export const planOf = (intent: Intent): Plan => recordOf({ intent }).plan

/** Whether a holder gets answers to a kind of question. */
export const opensIntent = (holder: Holder, intent: Intent): boolean => holds(holder, planOf(intent))

/** A query with its draws, which are looked up when they are first needed. */
export function askedOf({ slots }: Query, data: AssistantData): Asked {
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
  recordOf(query).value(askedOf(query, data), now)

/** A query as a question. */
export function writeQuestion(query: Query, games: readonly Game[]): string {
  const text = recordOf(query)
    .question(query.slots, scopeWords(query.slots, games), games)
    .replace(/\s+/g, ' ')
    .replace(/[\s,]+$/, '')
    .trim()
  return /^(?:Show|Same|Top|Result)/.test(text) ? text : `${text}?`
}
