import { type LagosDate, parseDate } from '../../../platform/rules/base/calendar.ts'

export const DESK = '/api/admin/desk'
export const GAPS = '/api/admin/gaps'

/** The filters of the list of draws. */
export const FILTERS = ['game', 'from', 'to']

/** The call for a day of the desk; undefined for an invalid or future date. */
export function deskAddress(date: string, today: LagosDate): string | undefined {
  if (date === today) return DESK
  const day = parseDate(date)
  return day && day < today ? `${DESK}?date=${day}` : undefined
}

/** The filters of a query or a form as a query string; empty without any. */
export function filterQuery(values: { get(name: string): FormDataEntryValue | null }): string {
  const wanted = FILTERS.flatMap((name) => {
    const value = values.get(name)
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return new URLSearchParams(wanted).toString()
}

/** The call for the list of draws, filtered by the page's address. */
export const listAddress = (search: URLSearchParams) => withQuery('/api/admin/draws', filterQuery(search))

/** The call for the gaps of one game, or of all games for an empty key. */
export const gapsAddress = (game: string) => withQuery(GAPS, game === '' ? '' : `game=${game}`)

/** The address of the page after a cursor; undefined after the last page. */
export function nextPage(address: string, cursor: string | null): string | undefined {
  return cursor === null ? undefined : `${address}${address.includes('?') ? '&' : '?'}after=${cursor}`
}

/** An address with a query, or without one where it is empty. */
export const withQuery = (address: string, query: string) => (query === '' ? address : `${address}?${query}`)
