import { checkSearch, readSearch, typedSearch, writeSearch } from '../../domain/search-address.ts'

/** The call behind Day Result: the day in the address bar, or today. */
export function dayAddress(search: URLSearchParams): string {
  return `/api/days/${encodeURIComponent(search.get('date') || 'today')}`
}

/** The call behind Games Results: the complete rows of the search in the address bar. */
export function resultsAddress(search: URLSearchParams): string {
  const typed = readSearch(search)
  const { search: checked } = checkSearch(typed, [typed.game], typed.year ? [Number(typed.year)] : [])
  const query = new URLSearchParams(writeSearch(typedSearch(checked)))
  return `/api/results${String(query) ? `?${query}` : ''}`
}
