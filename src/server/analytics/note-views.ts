import type { MiddlewareHandler } from 'hono'
import { type AnalyticsEvent, analyticsPage } from '../../domain/analytics/analytics.ts'
import type { Env } from '../api/env.ts'
import type { Services } from '../api/services.ts'
import type { Person } from '../api/visits.ts'
import { isMeasured } from './choice.ts'

/** Notes each document that a player opens. */
export function noteViews(services: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    const visit = c.get('visit')
    const isShown = c.req.method === 'GET' && (c.res.status === 200 || c.res.status === 304)
    if (visit?.person && isShown && isOpened(c.req.raw.headers))
      noteEvent(services, visit.now, visit.person, 'view', c.req.path)
  }
}

/** Notes an event of a player on a page. Staff, and paths without a page, are left out. */
export function noteEvent(
  services: Services,
  now: number,
  person: Person,
  event: AnalyticsEvent['event'],
  path: string,
): void {
  const page = analyticsPage(path)
  if (page && isMeasured(services, person))
    services.analytics?.note(now, person.uid, { event, page, plan: person.plan })
}

/**
 * Whether a player opens the page now, not in advance. The service worker asks for a page with its validator when the page
 * is opened, and without one to keep a copy. Old browsers do not say what a request is for.
 */
function isOpened(headers: Headers): boolean {
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? ''
  const target = headers.get('sec-fetch-dest') ?? 'document'
  return !purpose.includes('prefetch') && (target === 'document' || headers.has('if-none-match'))
}
