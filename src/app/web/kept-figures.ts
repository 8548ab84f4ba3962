// The answers from the kept draws that need every year, which a phone has from its second visit on.
import { lagosDate } from '../../platform/rules/base/calendar.ts'
import { parseBall } from '../../platform/rules/base/balls.ts'
import { hasSamples } from '../../draws/rules/history.ts'
import { numberFacts } from '../../statistics/rules/numbers/number-facts.ts'
import { frequentAnswer, frequentQuestion, gameCounts } from '../../statistics/rules/answers.ts'
import { ticketAnswer } from '../../slip/rules/tickets/answer.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { PERSON_CACHE, read } from '../../platform/web/api/kept.ts'
import type { KeptHistory } from '../../draws/web/kept-years.ts'

export function numberAnswer({ games, history }: KeptHistory, _query: URLSearchParams, subject: string) {
  const number = parseBall(subject)
  if (number === null) return null
  const names = new Map(games.map(({ key, name }) => [key, name]))
  const facts = numberFacts(history, [...names.keys()], number)
  return {
    ...facts,
    games: facts.games.map((entry) => ({ ...entry, name: names.get(entry.game)! })),
    sample: hasSamples(history),
  } satisfies AnswerOf<'GET /api/numbers/:number'>
}

export function frequentNumbersAnswer({ games, history }: KeptHistory, query: URLSearchParams, game: string) {
  const question = frequentQuestion(query)
  if (!question) return null
  const draws = { games, history }
  return game ? gameCounts(draws, game, question) : frequentAnswer(draws, question)
}

const TICKET = '/api/ticket'

/** A ticket needs what the operators pay, which the checker's own answer has. */
export async function checkedTicket({ at, ...kept }: KeptHistory, search: URLSearchParams) {
  const base = await read(PERSON_CACHE, TICKET)
  if (!base) return null
  const { multipliers } = (await base.json()) as AnswerOf<'GET /api/ticket'>
  const of = (name: string) => search.get(name) ?? ''
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
