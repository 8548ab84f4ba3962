import { listOf } from '../../../platform/rules/base/words.ts'
import { type Context, isLack, type Lack, type Asked, type Kind } from '../intents/intent.ts'
import { type Mark, marks } from '../read/lexicon.ts'
import { OFF_TOPIC, PERSONAL } from '../read/spelling.ts'
import { has, names, type Reading } from '../read/reading.ts'
import type { AskReason, Intent, Query, AssistantData } from '../read/types.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { type Holder, holds, type Plan } from '../../../platform/rules/access/plans.ts'
import { scopeOf } from '../parts/scope.ts'
import { scopeWords } from '../parts/words.ts'
import { odds, payout, perm, help } from '../intents/bets.ts'
import { chartHit, followedBy, chartCell, chartTest } from '../intents/steps.ts'
import { compare, mostIn, count } from '../intents/counts.ts'
import { shape } from '../intents/shape.ts'
import { draw, drawCount, schedule } from '../intents/draws.ts'
import { appearances, firstSeen, gap, lastSeen, longestGap, neverDrawn } from '../intents/comings.ts'
import { cold, due, followers, hot } from '../intents/ranked.ts'
import { bestPairs, pairsWith, together } from '../intents/same-draw.ts'

/** A question as understood, or why it has no answer and what it lacks. */
export type Decision =
  | { query: Query }
  | {
      query: null
      reason: AskReason
      intent: Intent | null
      lack: Lack | null
      /** Readings that are equally good. */
      near?: Query[]
    }

/** A decision without a reading. */
export const refused = (reason: AskReason) => ({ query: null, reason, intent: null, lack: null })

/** The intent and slots of a reading. */
export function decide(reading: Reading, context: Context): Decision {
  const declined = declinedBecause(reading, context)
  if (declined) return refused(declined)
  const isBroken = reading.unknown.length > 0 || reading.isUnclear || reading.doubts.length > 0
  if (isBroken || hasForeignOperator(reading, context))
    return refused(reading.doubts.length > 0 ? 'ambiguous' : 'not-understood')
  const lacks: { intent: Intent; lack: Lack }[] = []
  for (const record of INTENT_RECORDS) {
    if (!record.fits(reading)) continue
    const found = record.read(reading, context)
    // The first kind that fits decides. A lack of what the question does not name lets a later kind try.
    if (!isLack(found))
      return lacks.some(({ lack }) => lack.reason !== 'missing')
        ? fail(lacks)
        : { query: { intent: record.key, slots: found } }
    lacks.push({ intent: record.key, lack: found })
  }
  const isPriced = lacks.some(({ intent }) => intent === 'payout' || intent === 'perm')
  if (reading.amounts.length > 0 && !isPriced) return refused('impossible-number')
  return lacks.length > 0 ? fail(lacks) : refused('missing')
}

function fail(lacks: readonly { intent: Intent; lack: Lack }[]): Decision {
  const { intent, lack } = lacks.find(({ lack: { reason } }) => reason !== 'missing') ?? itemAt(lacks, 0)
  return { query: null, reason: lack.reason, intent, lack }
}

/** Why no further word of the player would help. */
function declinedBecause(reading: Reading, { today }: Context): AskReason | null {
  const { unknown, strangers } = reading
  if (unknown.some((word) => PERSONAL.has(word))) return 'personal'
  if (unknown.some((word) => OFF_TOPIC.has(word))) return 'off-topic'
  if (asksForTip(reading, today)) return 'tip'
  if (has(reading, 'WHO') && reading.numbers.length < 2) return 'personal'
  if (strangers.length > 0) return 'unknown-game'
  return unknown.length > 0 && !isAboutGame(reading) ? 'off-topic' : null
}

const ABOUT_FIELDS = listOf('numbers place games weekday relations bet last event amounts top digit')
const ABOUT_MARKS = marks(
  'COUNT HOW_MANY_DRAWS WHICH_GAMES NEXT_DRAW LINES PERM CHANCE CHART CHART_WORKS HOT TOP SLEEP GAP RESULT DRAW NUMBERS NUMBER',
)

/** Whether anything but verbs and small words belongs to the game. */
const isAboutGame = (reading: Reading) =>
  ABOUT_FIELDS.some((field) => names(reading, field)) ||
  reading.doubts.length > 0 ||
  has(reading, ...ABOUT_MARKS)

const KNOWS_PAST = marks(
  'COUNT RESULT MOST HOT TOP LEAST SLEEP TEY GAP WHEN HOW_LONG HOW_MANY_DRAWS FOLLOW AFTER SUM ODD EVEN ENDING COMPANION COMPARE MEANS HELP',
)
const ABOUT_BETS = marks('CHANCE HOW_MUCH PAYS PERM LINES COST MEANS HELP AGAINST AGAINST_ALL')

/** Questions about what will come. A line has marks, and facts of {@link asksForTip} in lower case, as lines of intents. */
const TIPS = [
  'TIP',
  'bet !numbers ahead|POLITE_REQUEST|games|NEXT|NEXT_DRAW',
  'bet !numbers COME !past',
  'bet ahead',
  'ahead !numbers SLEEP|HOT',
  // "Today's number". "Which numbers came today" asks for a result.
  'ahead !numbers NUMBER|NUMBERS !place !COME !past !bets',
  'NEXT WHAT COME !time !DRAW',
  'FUTURE numbers|NUMBER|NUMBERS|WHAT|WHICH_ONE|WHO|WIN !schedule !priced !bets',
  'CHANCE HIGHEST|MOST|MORE',
  'list !place POLITE_REQUEST !past',
  'list NEXT|NEXT_DRAW !past !bets',
]

/** Whether a question asks what will come: no draw of the past says that. */
function asksForTip(reading: Reading, today: string): boolean {
  const { numbers, relations, stake, amounts, periods } = reading
  const isStaked = stake !== undefined || amounts.length > 0
  const isListed = numbers.length === 0 && has(reading, 'NUMBER', 'NUMBERS')
  const isOfTime = has(reading, 'WHEN', 'TIME', 'WHICH_GAMES', 'CLOSE', 'GAMES', 'SCHEDULE')
  const isOfNext = has(reading, 'NEXT', 'NEXT_DRAW') && !has(reading, 'WHAT')
  const facts: Partial<Record<string, boolean>> = {
    bet: reading.bet !== undefined && !isStaked && !has(reading, ...ABOUT_BETS),
    numbers: numbers.length > 0,
    ahead: periods.some(({ unit, from }) => unit === 'day' && from !== undefined && from >= today),
    games: reading.games.length > 0,
    past: has(reading, ...KNOWS_PAST),
    place: names(reading, 'place'),
    bets: has(reading, ...ABOUT_BETS),
    time: isOfTime,
    schedule: numbers.length === 0 && !isListed && (isOfTime || isOfNext),
    priced: reading.bet !== undefined && isStaked,
    list: isListed && relations.length === 0,
  }
  const isSo = (words: string) =>
    words.split('|').some((word) => facts[word] ?? reading.marks.has(word as Mark))
  return TIPS.some((line) =>
    line.split(' ').every((part) => (part.startsWith('!') ? !isSo(part.slice(1)) : isSo(part))),
  )
}

/** Whether an operator is named with a game of another operator. */
function hasForeignOperator({ games, operator }: Reading, { data }: Context): boolean {
  return (
    operator !== undefined &&
    games.some((key) => data.games.find((game) => game.key === key)?.operator !== operator)
  )
}

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
