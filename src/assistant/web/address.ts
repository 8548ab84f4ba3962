import { PATHS } from '../../platform/rules/site/paths.ts'
import { SEARCH_LIMITS } from '../../platform/rules/site/search-address.ts'

/** What the screen's address says: a text, the address of the question before, or that of the chosen question. */
export interface Asked {
  question: string
  kept: string
  chosen: string
}

export function askedOf(search: URLSearchParams): Asked {
  const field = (name: string) => (search.get(name) ?? '').trim().slice(0, SEARCH_LIMITS.question)
  return { question: field('question'), kept: field('kept'), chosen: field('chosen') }
}

const queryOf = ({ question = '', kept = '', chosen }: Partial<Asked>) => {
  const named = chosen ? { chosen } : { question, kept }
  const query = new URLSearchParams(Object.entries(named).filter(([, value]) => value)).toString()
  return query === '' ? '' : `?${query}`
}

/** The call for the screen. */
export const callOf = (asked: Partial<Asked>): string => `/api/assistant${queryOf(asked)}`
export const assistantAddress = (search: URLSearchParams): string[] => [callOf(askedOf(search))]

/** The screen with a list or an answer. */
export const askedPath = (asked: Partial<Asked>): string => `${PATHS.assistant}${queryOf(asked)}`
