// The answers from the kept draws that need every year, which a phone has from its second visit on.
import { lagosDate } from '../../platform/rules/base/calendar.ts'
import { parseBall } from '../../platform/rules/base/balls.ts'
import { numberAnswer } from '../../statistics/rules/numbers/number-facts.ts'
import { frequentAnswer, frequentQuestion, gameCounts } from '../../statistics/rules/answers.ts'
import { ticketAnswer, ticketQuery } from '../../slip/rules/tickets/answer.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { PERSON_CACHE, read } from '../../platform/web/api/kept.ts'
import type { KeptHistory } from '../../draws/web/kept-years.ts'

export function numberOf(kept: KeptHistory, _query: URLSearchParams, subject: string) {
  const number = parseBall(subject)
  return number && (numberAnswer(kept, number) satisfies AnswerOf<'GET /api/numbers/:number'>)
}

export function frequentNumbersAnswer({ games, history }: KeptHistory, query: URLSearchParams, game: string) {
  const question = frequentQuestion(query)
  if (!question) return null
  const draws = { games, history }
  return game ? gameCounts(draws, game, question) : frequentAnswer(draws, question)
}

const TICKET = '/api/ticket'

/** What the operators pay is in the checker's own answer. Before the first one, no price is known. */
export async function checkedTicket({ at, ...kept }: KeptHistory, search: URLSearchParams) {
  const base = await read(PERSON_CACHE, TICKET)
  const { multipliers } = base ? ((await base.json()) as AnswerOf<'GET /api/ticket'>) : { multipliers: [] }
  const { answer } = ticketAnswer(ticketQuery(search), { ...kept, multipliers, today: lagosDate(at) })
  return answer satisfies AnswerOf<'GET /api/ticket'> | undefined
}
