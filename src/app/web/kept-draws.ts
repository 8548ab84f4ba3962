// The answers that the page makes from the draws that this phone keeps, when the network does not answer.
import { lagosDate, parseDate, yearOf } from '../../platform/rules/base/calendar.ts'
import { type Feature, FEATURES } from '../../platform/rules/access/plans.ts'
import { dayResult } from '../../draws/rules/day-facts.ts'
import { allYears } from '../../draws/rules/history.ts'
import { listsOf, resultsView } from '../../draws/rules/results-view.ts'
import { checkSearch, readPart, readSearch } from '../../platform/rules/site/search-address.ts'
import { rightsOf } from '../../platform/rules/offline/offline.ts'
import { noteAnswer } from '../../platform/web/api/answer-age.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { noteFollowing } from '../../platform/web/api/connection.ts'
import { readPerson } from '../../platform/web/api/kept.ts'
import { keptHistory, type KeptHistory } from '../../draws/web/kept-years.ts'
import type * as Figures from './kept-figures.ts'

/** Games Results needs the newest year only, unless its address names a year or a search. */
const RESULTS = '/api/results'

type Answer = (kept: KeptHistory, query: URLSearchParams, subject: string) => unknown

/** An answer that needs every year. */
const fromAll =
  (answer: (figures: typeof Figures) => Answer): Answer =>
  async (kept, query, subject) =>
    kept.complete ? answer(await import('./kept-figures.ts'))(kept, query, subject) : null

/** The calls that the kept history answers as the server does. They answer null for what is missing. */
const COMPUTED: readonly (readonly [call: RegExp, answer: Answer, feature?: Feature])[] = [
  [/^\/api\/results$/, resultsAnswer],
  [/^\/api\/days\/([^/]+)$/, dayAnswer],
  [/^\/api\/numbers\/([^/]+)$/, fromAll((figures) => figures.numberOf)],
  [/^\/api\/ticket$/, fromAll((figures) => figures.checkedTicket)],
  // Only for those whose plan opens it.
  [
    /^\/api\/frequentNumbers(?:\/([^/]+))?$/,
    fromAll((figures) => figures.frequentNumbersAnswer),
    'frequent-numbers',
  ],
]

/**
 * The answer of a call from the kept draws; null if they do not have it. Without a kept person there is none, because the draws
 * are shown to signed-in users only.
 * @param isFirst the first answer of a page, which may lack the older years: the page then reads them itself
 */
export async function answerFromDraws(
  address: string,
  isFirst = false,
): Promise<{ at: number; body: unknown } | null> {
  const person = await readPerson()
  const { pathname, searchParams } = new URL(address, location.origin)
  const [call, answerOf, feature] = COMPUTED.find(([pattern]) => pattern.test(pathname)) ?? []
  if (!person || !call || !answerOf) return null
  if (feature && person.rights < rightsOf({ plan: FEATURES[feature], role: 'user' })) return null
  const needsNewest =
    isFirst && pathname === RESULTS && !(searchParams.has('year') || searchParams.has('number'))
  const kept = await keptHistory(needsNewest ? 1 : Infinity)
  const subject = decodeURIComponent(call.exec(pathname)![1] ?? '')
  const body = kept && (await answerOf(kept, searchParams, subject))
  if (!body) return null
  noteAnswer(address, kept.at)
  noteFollowing(address, kept.at)
  return { at: kept.at, body }
}

/** A search needs every year; a table needs the years that are shown beside it, too. */
async function resultsAnswer(kept: KeptHistory, query: URLSearchParams) {
  const { history, complete } = kept
  const lists = listsOf(kept)
  const typed = readSearch(query)
  const keys = lists.games.map(({ key }) => key)
  const { search, complete: rows } = checkSearch(typed, keys, lists.years)
  const isWrong = rows.length < typed.rows.length
  const isUnknown = (typed.game && search.game === null) || (typed.year && search.year === null)
  if (isWrong || isUnknown || (rows.length > 0 && !complete)) return null
  const part = readPart(query)
  const isJoined = rows.some((row) => row.join)
  const joined =
    isJoined && (await import('../../draws/rules/joined-search.ts')).findJoined(history, rows, search, part)
  return {
    ...lists,
    ...resultsView(history, search, part),
    ...(joined && { joined }),
  } satisfies AnswerOf<'GET /api/results'>
}

/**
 * A day as the history has it: the draws without the schedule, which is not kept. Which day is today cannot be told
 * without the server: the phone's clock may be wrong.
 */
function dayAnswer({ games, history, at }: KeptHistory, _query: URLSearchParams, subject: string) {
  const today = lagosDate(at)
  const date = parseDate(subject)
  if (!date || date > today || !allYears(history).includes(yearOf(date))) return null
  const named = games.map((game) => ({ ...game, order: 0, active: false, slots: [] }))
  return dayResult({ games: named, history }, date, today) satisfies AnswerOf<'GET /api/days/:date'>
}
