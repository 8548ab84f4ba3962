import { STAFF_PATHS } from '../../../domain/admin/staff.ts'

export const ALARMS = '/api/admin/alarms'

/** The API address and the screen of one payment. */
export const paymentAddress = (reference: string) => `/api/admin/payments/${encodeURIComponent(reference)}`
export const paymentPath = (reference: string) =>
  `${STAFF_PATHS.payments}?payment=${encodeURIComponent(reference)}`

/** The filters of the list of payments, in the screen's query and in the API's. */
export const FILTERS = ['state', 'plan', 'email', 'reference', 'from', 'to'] as const

/** The API address of the payments that the screen's query selects. */
export function listAddress(search: URLSearchParams): string {
  return withFilters('/api/admin/payments', search, ['after'])
}

/** The screen's path with the filters of `search`: the first page. */
export const firstPagePath = (search: URLSearchParams) => withFilters(STAFF_PATHS.payments, search)

/** The screen's path with the filters of `search`, and the cursor of the next page. */
export function nextPagePath(search: URLSearchParams, next: string): string {
  const older = new URLSearchParams(search)
  older.set('after', next)
  return withFilters(STAFF_PATHS.payments, older, ['after'])
}

function withFilters(path: string, search: URLSearchParams, more: string[] = []): string {
  const wanted = [...FILTERS, ...more].flatMap((name) => {
    const value = search.get(name)?.trim()
    return value ? [[name, value]] : []
  })
  const query = new URLSearchParams(wanted).toString()
  return query ? `${path}?${query}` : path
}

export const PRICES = '/api/admin/prices'
export const VOUCHERS = '/api/admin/vouchers'
export const MONEY = '/api/admin/money'

/** The first and the last day of the screen of money, in its query. */
export const PERIOD = ['from', 'to']

/** The API address of the period that the screen's query selects. */
export function moneyAddress(search: URLSearchParams): string {
  const wanted = PERIOD.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value]] : []
  })
  return wanted.length > 0 ? `${MONEY}?${new URLSearchParams(wanted)}` : MONEY
}
