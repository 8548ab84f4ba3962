import { yearOf } from '../calendar.ts'
import type { History } from '../history.ts'
import { methodPath, numberPath, PATHS } from '../paths.ts'
import { typedSearch, writeSearch } from '../search-address.ts'
import { SEARCH_LIMITS } from '../search-limits.ts'
import { labLink } from './lab-link.ts'
import { searchRows } from './show-draws.ts'
import type { AskReason, Intent, Query, Slots } from './types.ts'

export interface Link {
  path: string
  text: string
}

const RECORD: Link = { path: PATHS.record, text: 'Our record' }
const TICKET: Link = { path: PATHS.ticket, text: 'Ticket Checker' }
const CHART: Link = { path: PATHS.classification, text: 'Classification chart' }
const FREQUENT: Link = { path: PATHS.frequentNumbers, text: 'Frequent numbers' }
const MOVING: Link = { path: PATHS.movingNumbers, text: 'Moving numbers' }

/** The screens about the same thing as a kind of question. */
const SCREENS_OF: Partial<Record<Intent, readonly Link[]>> = {
  'chart-cell': [CHART],
  'chart-hit': [CHART],
  'chart-test': [CHART, { path: methodPath('chart-test'), text: 'How the test works' }],
  hot: [FREQUENT],
  cold: [FREQUENT],
  followers: [MOVING],
  odds: [TICKET],
  payout: [TICKET],
  perm: [TICKET],
  schedule: [{ path: PATHS.overview, text: 'Today’s draws' }],
}

/** Where a player can read on after an answer. @param history null if the player's plan does not open the lab */
export function linksOf(query: Query, history: History | null): Link[] {
  const { intent, slots } = query
  const numbers = [...new Set((slots.numbers ?? []).map(({ number }) => number))].slice(0, MOST_NUMBERS)
  const search = searchLink(intent, slots)
  const day = intent === 'draw' ? dayLink(slots) : null
  const lab = history && labLink(query, history)
  return [
    ...(lab ? [lab] : []),
    ...(search ? [search] : []),
    ...(day ? [day] : []),
    ...numbers.map((number) => ({ path: numberPath(number), text: `All about ${number}` })),
    ...(SCREENS_OF[intent] ?? []),
  ]
}

const MOST_NUMBERS = 3

/** Where a player can read on without an answer. */
export function linksInstead(reason: AskReason): Link[] {
  if (reason === 'tip') return [RECORD, TICKET, FREQUENT, CHART]
  return reason === 'off-topic' ? [CHART, RECORD] : []
}

/** Games Results with the same search; null where its form cannot express the question. */
function searchLink(intent: Intent, { numbers = [], games, operator, weekday, period }: Slots): Link | null {
  const isSearch = intent === 'count' || intent === 'last-seen' || intent === 'gap'
  const year = period ? wholeYear(period) : null
  const rows = numbers.flatMap(searchRows)
  const fits =
    isSearch && rows.length <= SEARCH_LIMITS.rows && !operator && !weekday && (games?.length ?? 0) < 2
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

function dayLink({ period }: Slots): Link | null {
  if (!period || !('from' in period) || !period.from || period.from !== period.to) return null
  return { path: `${PATHS.dayResult}?date=${period.from}`, text: 'Day Result' }
}
