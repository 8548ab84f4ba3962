import type { MiddlewareHandler } from 'hono'
import { isbot } from 'isbot'
import { type Usage, usagePage, type UsagePlan, usageSource } from '../../domain/usage.ts'
import type { Env } from '../api/env.ts'
import type { Services } from '../api/services.ts'
import type { Person, Visit } from '../api/visits.ts'

/** Counts each page that a person opens, without who opened it. */
export function countViews(services: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    const visit = c.get('visit')
    const isShown = c.req.method === 'GET' && (c.res.status === 200 || c.res.status === 304)
    const page = usagePage(c.req.path)
    if (!isShown || !visit || !page || !isOpened(c.req.raw.headers)) return
    const plan = planOf(visit.person)
    const source = usageSource(c.req.header('referer') ?? null, services.settings.appUrl)
    if (plan) countUsage(services, visit, { event: 'view', page, plan, source })
  }
}

/** Counts what happened. Analytics gets it too, where the person agreed. */
export function countUsage(
  { usage, analytics }: Pick<Services, 'usage' | 'analytics'>,
  { now, person }: Pick<Visit, 'now' | 'person'>,
  what: Usage,
): void {
  usage.count(now, what)
  if (person) analytics?.note(now, person.uid, what)
}

/** The plan that a visitor is counted under; null for staff, who are not counted. */
export function planOf(person: Person | null): UsagePlan | null {
  if (!person) return 'none'
  return person.role === 'admin' ? null : person.plan
}

/**
 * Whether a person opens the page: not a program, and not in advance. The service worker asks for a page with its
 * validator when the page is opened, and without one to keep a copy. Old browsers do not say what a request is for.
 */
function isOpened(headers: Headers): boolean {
  const agent = headers.get('user-agent')
  const purpose = headers.get('sec-purpose') ?? headers.get('purpose') ?? ''
  const target = headers.get('sec-fetch-dest') ?? 'document'
  if (!agent || isbot(agent) || purpose.includes('prefetch')) return false
  return target === 'document' || headers.has('if-none-match')
}
