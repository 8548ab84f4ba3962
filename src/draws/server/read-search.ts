import { z } from 'zod'
import {
  type CheckedSearch,
  checkSearch,
  isJoin,
  readSearch,
  SEARCH_LIMITS,
} from '../../platform/rules/site/search-address.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import type { DrawsMemory } from './memory.ts'
import { resultsLists } from './queries.ts'

/** `number`, `type` and `position` repeat once per row of the search. */
const oneOrMore = z.union([z.string(), z.array(z.string()).max(SEARCH_LIMITS.rows)]).optional()
const isEmpty = (text: string) => text === ''

/** A search without its parts. */
const searchQuery = z
  .strictObject({
    number: oneOrMore,
    type: oneOrMore,
    position: oneOrMore,
    /** For each row after the first how it is joined to the row above: `same`, or empty. */
    join: oneOrMore,
    game: z.string().optional(),
    year: z.string().optional(),
  })
  .refine(
    ({ number = [], join = [] }) => ['', ...[join].flat()].slice([number].flat().length).every(isEmpty),
    { path: ['join'], error: 'Only a row after the first is joined.' },
  )

export const resultsQuery = searchQuery
  .safeExtend({
    /** Every matching draw in pages, or the whole table of the year. */
    all: z.enum(['draws', 'year']).optional(),
    page: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'Give the page as a whole number from 1.')
      .optional(),
  })
  .refine(({ all, page }) => page === undefined || all === 'draws', {
    path: ['page'],
    error: 'Only all draws have pages.',
  })

/**
 * The complete search of an address.
 * @throws Refusal invalid-input for an incomplete or wrong row, not-found for an unknown game or year
 */
export function readCheckedSearch(draws: DrawsMemory, query: URLSearchParams): CheckedSearch {
  const { games, years } = draws.derived('lists', resultsLists)
  const typed = readSearch(query)
  const keys = games.map((game) => game.key)
  const checked = checkSearch(typed, keys, years)
  const { search, complete, problems } = checked
  if (problems.some(({ kind }) => kind === 'wrong-number'))
    throw new Refusal('invalid-input', 'A number must be a whole number from 1 to 90.')
  if (typed.rows.some(({ join }) => join && !isJoin(join)))
    throw new Refusal('invalid-input', 'A join is "same" or empty.')
  if (complete.length < typed.rows.length)
    throw new Refusal('invalid-input', 'Each row needs a number, a draw type and a position.')
  if (typed.game && search.game === null) throw new Refusal('not-found', 'There is no such game.')
  if (typed.year && search.year === null) throw new Refusal('not-found', 'There are no draws of that year.')
  return checked
}
