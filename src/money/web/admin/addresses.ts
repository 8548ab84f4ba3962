import { STAFF_PATHS } from '../../../platform/rules/access/staff.ts'
import { queryOf } from '../../../platform/web/ui/location.ts'

export const ALARMS = '/api/admin/alarms'

/** The API address and the screen of one payment. */
export const paymentAddress = (reference: string) => `/api/admin/payments/${encodeURIComponent(reference)}`
export const paymentPath = (reference: string) =>
  `${STAFF_PATHS.payments}?payment=${encodeURIComponent(reference)}`

/** The filters of the list of payments, in the screen's query and in the API's. */
export const FILTERS = ['state', 'plan', 'email', 'reference', 'from', 'to'] as const

/** The API address of the payments that the screen's query selects. */
export const listAddress = (search: URLSearchParams): string =>
  `/api/admin/payments${queryOf(search, [...FILTERS, 'after'])}`

/** The screen's path with the filters of `search`: the first page. */
export const firstPagePath = (search: URLSearchParams) => STAFF_PATHS.payments + queryOf(search, FILTERS)

/** The screen's path with the filters of `search`, and the cursor of the next page. */
export function nextPagePath(search: URLSearchParams, next: string): string {
  const older = new URLSearchParams(search)
  older.set('after', next)
  return STAFF_PATHS.payments + queryOf(older, [...FILTERS, 'after'])
}

export const PRICES = '/api/admin/prices'
export const REFUND_LIMIT = '/api/admin/refund-limit'
export const VOUCHERS = '/api/admin/vouchers'
export const GROWTH = '/api/admin/growth'
export const MONEY = '/api/admin/money'

/** The first and the last day of the screen of money, in its query. */
export const PERIOD = ['from', 'to']

/** The API address of the period that the screen's query selects. */
export const moneyAddress = (search: URLSearchParams): string => MONEY + queryOf(search, PERIOD)
