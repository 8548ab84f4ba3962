import { z } from 'zod'
import {
  ANALYTICS_EVENTS,
  ANALYTICS_LIMITS,
  type AnalyticsEvent,
  analyticsPage,
} from '../../rules/analytics/analytics.ts'
import { ANALYTICS_PATH } from '../../../platform/rules/legal/legal.ts'
import { endpoint, type Routes, write } from '../../../platform/server/api/endpoint.ts'
import { limitUse } from '../../../platform/server/api/mount.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { answerQuestion, choicesOf, isMeasured } from './choice.ts'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../../../platform/server/api/env.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import type { Person } from '../../../platform/server/api/visits.ts'

export const analyticsRoutes = {
  'POST /api/analytics/events': write({
    summary: 'A page that a player opened within the app, for the analytics service if the player agreed',
    access: 'signed-in',
    /** The path is reduced to the name of its page. */
    body: z.strictObject({ event: z.enum(ANALYTICS_EVENTS), path: z.string().max(ANALYTICS_LIMITS.path) }),
    handle({ services, now, person, body }) {
      noteEvent(services, { now, person }, body.event, body.path)
    },
  }),

  'GET /api/profile/analytics': endpoint({
    summary: 'Whether an analytics service may learn which pages you open',
    access: 'signed-in',
    answer: z.strictObject({
      /** False without an analytics service, and for staff: then nothing is sent, whatever was answered. */
      offered: z.boolean(),
      /** The last answer; null without one. */
      choice: z.strictObject({ given: z.boolean(), at: z.int() }).nullable(),
    }),
    async handle({ services, person }) {
      const choice = (await choicesOf(services.db, [person.uid])).get(person.uid)
      return {
        offered: isMeasured(services, person),
        choice: choice ? { given: choice.given, at: choice.at } : null,
      }
    },
  }),

  'POST /api/profile/analytics': write({
    summary: 'Agree, or refuse, that an analytics service learns which pages you open',
    access: 'signed-in',
    body: z.strictObject({ given: z.boolean() }),
    form: {
      pages: [ANALYTICS_PATH],
      name: 'analytics',
      body: ({ choice = '' }) => ({ given: { accept: true, decline: false }[choice] }),
      to: (_answer, { settings }, { back = '' }) => ownAddress(back, settings.appUrl),
    },
    async handle(call) {
      const { services, person, body } = call
      // A refusal is always taken.
      if (body.given && !isMeasured(services, person)) throw new Refusal('not-found')
      if (body.given) await limitUse(call, 'analyticsChoice')
      await answerQuestion(call.context, person.uid, body.given)
    },
  }),
} satisfies Routes

/** The path and query of one of our own addresses; for every other address, those of the page with the choice. */
function ownAddress(address: string, appUrl: string): string {
  const url = URL.canParse(address, appUrl) ? new URL(address, appUrl) : null
  // A path with two slashes would be the address of another host.
  const isOwn = address !== '' && url?.origin === appUrl && !url.pathname.startsWith('//')
  return isOwn ? url.pathname + url.search : ANALYTICS_PATH
}

/** Notes each document that a player opens. */
export function noteViews(services: Services): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    const visit = c.get('visit')
    const isShown = c.req.method === 'GET' && (c.res.status === 200 || c.res.status === 304)
    if (visit?.person && isShown && isOpened(c.req.raw.headers))
      noteEvent(services, { now: visit.now, person: visit.person }, 'view', c.req.path)
  }
}

/** Notes an event of a player on a page. Staff, and paths without a page, are left out. */
function noteEvent(
  services: Services,
  { now, person }: { now: number; person: Person },
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
