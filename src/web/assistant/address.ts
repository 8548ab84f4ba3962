import { SEARCH_LIMITS } from '../../domain/search-limits.ts'

/** The question in the address bar, trimmed and cut to the allowed length. */
export function questionOf(search: URLSearchParams): string {
  return (search.get('question') ?? '').trim().slice(0, SEARCH_LIMITS.question)
}

/** The call that answers the question; an empty list without a question. */
export function assistantAddress(search: URLSearchParams): string[] {
  const question = questionOf(search)
  return question ? [`/api/assistant?question=${encodeURIComponent(question)}`] : []
}
