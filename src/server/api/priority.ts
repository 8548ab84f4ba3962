import { PATHS } from '../../domain/site/paths.ts'
import type { Priority } from '../http/admission.ts'
import type { Routes } from './endpoint.ts'
import { PROCESS_PATHS } from './health.ts'

/** The page that a payer returns to. */
const HIGH_PAGES: ReadonlySet<string> = new Set([PATHS.paymentChannel])

/**
 * How an overloaded server treats a request. Checks of the process are exempt; webhooks and payments in progress are
 * refused last.
 */
export function createPriorities(routes: Routes): (method: string, path: string) => Priority {
  const high = Object.entries(routes)
    .filter(([, { priority }]) => priority === 'high')
    .map(([route]) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`))
  return (method, path) => {
    if (PROCESS_PATHS.has(path)) return 'exempt'
    const isHigh = HIGH_PAGES.has(path) || high.some((pattern) => pattern.test(`${method} ${path}`))
    return isHigh ? 'high' : 'normal'
  }
}
