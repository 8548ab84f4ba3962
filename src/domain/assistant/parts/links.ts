import { yearOf } from '../../base/calendar.ts'
import { PATHS } from '../../site/paths.ts'
import { typedSearch, writeSearch, SEARCH_LIMITS } from '../../draws/search-address.ts'
import { searchRows } from './rows.ts'
import type { AskReason, Link, Slots } from '../read/types.ts'

const RECORD: Link = { path: PATHS.record, text: 'Our record' }
export const TICKET: Link = { path: PATHS.ticket, text: 'Ticket Checker' }
export const CHART: Link = { path: PATHS.classification, text: 'Classification chart' }
export const FREQUENT: Link = { path: PATHS.frequentNumbers, text: 'Frequent numbers' }

/** Where a player can read on without an answer. */
export function linksInstead(reason: AskReason): Link[] {
  if (reason === 'tip') return [RECORD, TICKET]
  return reason === 'off-topic' ? [CHART, RECORD] : []
}

/** Games Results with the same search; null where its form cannot express the question. */
export function searchScreen({ numbers = [], games, operator, weekday, period }: Slots): Link | null {
  const year = period ? wholeYear(period) : null
  const rows = numbers.flatMap(searchRows)
  const fits = rows.length <= SEARCH_LIMITS.rows && !operator && !weekday && (games?.length ?? 0) < 2
  if (!fits || (period && year === null)) return null
  const fields = writeSearch(typedSearch({ rows, game: games?.[0] ?? null, year }))
  const query = fields.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return { path: `${PATHS.pastResults}?${query}`, text: 'Edit as a search' }
}

function wholeYear(period: NonNullable<Slots['period']>): number | null {
  if (!('from' in period) || !period.from || !period.to) return null
  const year = yearOf(period.from)
  return period.from === `${year}-01-01` && period.to === `${year}-12-31` ? year : null
}
