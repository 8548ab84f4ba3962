import { PATHS } from '../../platform/rules/site/paths.ts'
import { SEARCH_LIMITS } from '../../platform/rules/site/search-address.ts'

const field = (search: URLSearchParams, name: string) =>
  (search.get(name) ?? '').trim().slice(0, SEARCH_LIMITS.question)

/** The question in the address bar, trimmed and cut to the allowed length. */
export const questionOf = (search: URLSearchParams): string => field(search, 'question')

/** The question before it, which a follow-up builds on; empty without one. */
export const previousOf = (search: URLSearchParams): string => field(search, 'previous')

const queryOf = (question: string, previous: string) =>
  new URLSearchParams({ question, ...(previous && { previous }) }).toString()

/** The call that answers the question; an empty list without a question. */
export function assistantAddress(search: URLSearchParams): string[] {
  const question = questionOf(search)
  return question ? [addressOf(question, previousOf(search))] : []
}

export const addressOf = (question: string, previous: string) =>
  `/api/assistant?${queryOf(question, previous)}`

/** The screen with a question. */
export const questionPath = (question: string, previous = ''): string =>
  question ? `${PATHS.assistant}?${queryOf(question, previous)}` : PATHS.assistant
