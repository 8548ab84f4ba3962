import { LIMITS } from '../../domain/limits.ts'

/** The question of the address bar. */
export function questionOf(search: URLSearchParams): string {
  return (search.get('question') ?? '').trim().slice(0, LIMITS.question)
}

/** The call that answers it; none without a question. */
export function assistantAddress(search: URLSearchParams): string[] {
  const question = questionOf(search)
  return question ? [`/api/assistant?question=${encodeURIComponent(question)}`] : []
}
