import { parseWindow } from '../../domain/statistics.ts'

export const DEFAULT_WINDOW = '100'

/** The window in the address bar, or the default. */
export function windowOf(search: URLSearchParams): string {
  const text = search.get('window') ?? ''
  return parseWindow(text) ? text : DEFAULT_WINDOW
}

export const frequentAddress = (search: URLSearchParams) => `/api/frequentNumbers?window=${windowOf(search)}`
export const movingAddress = (search: URLSearchParams) => `/api/movingNumbers?window=${windowOf(search)}`
