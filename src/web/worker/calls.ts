import { CLIENT_VERSION, keptClassOf, MINIMUM_CLIENT_HEADER, rightsOf } from '../../domain/offline/offline.ts'
import { post, type ToPage } from '../offline/messages.ts'
import { fetchYear, yearPath, type KeptHistory, keptHistory } from './history.ts'
import {
  KEPT_AT,
  pathAndQuery,
  jsonAt,
  PUBLIC_CACHE,
  read,
  currentEpoch,
  noticeAccount,
  keptPerson,
  keepAnswer,
  cacheOf,
} from './stores.ts'
import { logoutIsOver } from './logout.ts'
import { type FetchEvent, scope } from './scope.ts'
import { dayOf, lagosDate, type LagosDate, parseDate, yearOf } from '../../domain/base/calendar.ts'
import { parseBall } from '../../domain/base/balls.ts'
import { type Feature, FEATURES } from '../../domain/billing/plans.ts'
import { dayFacts } from '../../domain/draws/day-facts.ts'
import { allYears, findDraw, hasSamples, type History } from '../../domain/draws/history.ts'
import { findJoined } from '../../domain/draws/joined-search.ts'
import { numberFacts } from '../../domain/numbers/number-facts.ts'
import { gameCounts, frequentAnswer, frequentQuestion } from '../../domain/statistics/answers.ts'
import { resultsView } from '../../domain/draws/results-view.ts'
import { ticketAnswer } from '../../domain/tickets/answer.ts'
import { checkSearch, readPart, readSearch } from '../../domain/draws/search-address.ts'
import type { AnswerOf } from '../api/call.ts'

const REFUSED: ReadonlySet<number> = new Set([402, 403])

/**
 * Answers a call from the network, and from the phone if there is none. A page that starts without a network asks for
 * what is kept only.
 */
export async function answerCall(event: FetchEvent): Promise<Response> {
  const address = pathAndQuery(event.request.url)
  if (event.request.cache === 'only-if-cached')
    return (await keptAnswer(address, true)) ?? new Response(null, { status: 504 })
  if (!(await logoutIsOver())) return new Response(null, { status: 401 })
  const epoch = currentEpoch()
  const path = yearPath(address)
  let response: Response
  try {
    response = await (path === null ? fetch(event.request) : fetchYear(path, address))
  } catch {
    const kept = await keptAnswer(address)
    if (kept) event.waitUntil(tellPage(event, path ?? address, Number(kept.headers.get(KEPT_AT))))
    return kept ?? Response.error()
  }
  event.waitUntil(afterAnswer(event, address, response.clone(), epoch))
  return response
}

async function afterAnswer(event: FetchEvent, address: string, response: Response, epoch: number) {
  const isKept = keptClassOf(address) !== null
  await updateIfTooOld(response)
  await noticeAccount(response, isKept && REFUSED.has(response.status) ? address : null)
  if (!isKept) return
  const path = yearPath(address)
  await tellPage(event, path ?? address, null)
  if (path === null) await keepAnswer(address, response, epoch)
}

let hasUpdated = false

/** Fetches the new version when the server no longer knows this one. The page then offers it, without a navigation. */
async function updateIfTooOld({ headers }: Response): Promise<void> {
  if (hasUpdated || Number(headers.get(MINIMUM_CLIENT_HEADER)) <= CLIENT_VERSION) return
  hasUpdated = true
  await scope.registration.update().catch(() => (hasUpdated = false))
}

/** Tells the page how old the answer is, for its note. */
async function tellPage({ clientId }: FetchEvent, address: string, keptAt: number | null): Promise<void> {
  const page = await scope.clients.get(clientId)
  if (page) post(page, { kind: 'answered', address, keptAt } satisfies ToPage)
}

/** Games Results needs the newest year only, unless its address names a year or a search. */
const RESULTS = '/api/results'
const NEEDS_YEARS = /[?&](year|number)=/

/** The calls that are answered from the kept history as the server answers them. They answer null for what is missing. */
const COMPUTED: readonly (readonly [
  call: RegExp,
  answer: (kept: KeptHistory, url: URL, subject: string) => unknown,
  /** Only for those whose plan opens it. */
  feature?: Feature,
])[] = [
  [/^\/api\/results$/, resultsAnswer],
  [/^\/api\/numbers\/([^/]+)$/, numberAnswer],
  [/^\/api\/days\/([^/]+)$/, dayAnswer],
  [/^\/api\/frequentNumbers(?:\/([^/]+))?$/, frequentNumbersAnswer, 'frequent-numbers'],
  [/^\/api\/ticket$/, checkedTicket],
]

/**
 * The answer of a call from what this phone keeps; null if it keeps none. Without a kept person there is none, because
 * the draws are shown to signed-in users only.
 * @param isFirst the first answer of a page, which may lack the older years: the page then reads them itself
 */
async function keptAnswer(address: string, isFirst = false): Promise<Response | null> {
  const person = await keptPerson()
  if (!person) return null
  const path = yearPath(address)
  const cacheName = path === null ? cacheOf(address) : PUBLIC_CACHE
  const found = cacheName ? await read(cacheName, path ?? address) : undefined
  return found ?? computedAnswer(new URL(address, location.origin), person.rights, isFirst)
}

async function computedAnswer(url: URL, rights: number, isFirst: boolean): Promise<Response | null> {
  for (const [call, answerOf, feature] of COMPUTED) {
    const subject = call.exec(url.pathname)
    if (!subject) continue
    if (feature && rights < rightsOf({ plan: FEATURES[feature], role: 'user' })) return null
    const kept = await keptHistory(
      isFirst && url.pathname === RESULTS && !NEEDS_YEARS.test(url.search) ? 1 : Infinity,
    )
    const answer = kept && (await answerOf(kept, url, decodeURIComponent(subject[1] ?? '')))
    return answer ? jsonAt(kept.at, JSON.stringify(answer), true) : null
  }
  return null
}

/** A search needs every year; a table needs the years that are shown beside it, too. */
function resultsAnswer({ games, lastDrawn, history, complete }: KeptHistory, url: URL) {
  const typed = readSearch(url.searchParams)
  const keys = games.map(({ key }) => key)
  const years = allYears(history)
  const { search, complete: rows, problems } = checkSearch(typed, keys, years)
  const isWrong = problems.length > 0 || rows.length < typed.rows.length
  const isUnknown = (typed.game && search.game === null) || (typed.year && search.year === null)
  if (isWrong || isUnknown || (rows.length > 0 && !complete)) return null
  const part = readPart(url.searchParams)
  const joined = findJoined(history, rows, search, part)
  return {
    games,
    years,
    lastDrawn,
    sample: hasSamples(history),
    ...resultsView(history, search, part, lastDrawn),
    ...(joined && { joined }),
  } satisfies AnswerOf<'GET /api/results'>
}

function numberAnswer({ games, history, complete }: KeptHistory, _url: URL, subject: string) {
  const number = parseBall(subject)
  if (number === null || !complete) return null
  const names = new Map(games.map(({ key, name }) => [key, name]))
  const facts = numberFacts(history, [...names.keys()], number)
  return {
    ...facts,
    games: facts.games.map((entry) => ({ ...entry, name: names.get(entry.game)! })),
    sample: hasSamples(history),
  } satisfies AnswerOf<'GET /api/numbers/:number'>
}

function frequentNumbersAnswer({ games, history, complete }: KeptHistory, url: URL, game: string) {
  const question = frequentQuestion(url.searchParams)
  if (!question || !complete) return null
  const draws = { games, history }
  return game ? gameCounts(draws, game, question) : frequentAnswer(draws, question)
}

/**
 * A day as the history has it: the draws without the schedule, which is not kept. Which day is today cannot be told
 * without the server: the phone's clock may be wrong.
 */
function dayAnswer({ games: named, history, at }: KeptHistory, _url: URL, subject: string) {
  const today = lagosDate(at)
  const date = parseDate(subject)
  if (!date || date > today || !allYears(history).includes(yearOf(date))) return null
  const games = named.flatMap((game) => gameOfDay(history, game, date))
  return {
    ...dayFacts(history, date, today),
    games,
    sample: games.some(({ draw }) => draw.sample),
  } satisfies AnswerOf<'GET /api/days/:date'>
}

function gameOfDay(history: History, game: KeptHistory['games'][number], date: LagosDate) {
  const draw = findDraw(history, game.key, dayOf(date))
  if (!draw) return []
  const { serial, state, winning, machine, sample } = draw
  return [
    {
      ...game,
      colour: null,
      schedule: null,
      note: null,
      draw: { serial, state, winning, machine, sample },
    },
  ]
}

const TICKET = '/api/ticket'

/** A ticket needs every year, and what the operators pay, which the checker's own answer has. */
async function checkedTicket({ complete, at, ...kept }: KeptHistory, url: URL) {
  const base = complete ? await read(cacheOf(TICKET)!, TICKET) : undefined
  if (!base) return null
  const { multipliers } = (await base.json()) as AnswerOf<'GET /api/ticket'>
  const of = (name: string) => url.searchParams.get(name) ?? ''
  const query = {
    bet: of('bet'),
    numbers: of('numbers'),
    against: of('against'),
    lines: of('lines'),
    lineOf: of('lineOf'),
    stake: of('stake'),
    game: of('game'),
    date: of('date'),
    draws: of('draws'),
  }
  const { answer } = ticketAnswer(query, { ...kept, multipliers, today: lagosDate(at) })
  return answer && ({ ...answer, sample: hasSamples(kept.history) } satisfies AnswerOf<'GET /api/ticket'>)
}
