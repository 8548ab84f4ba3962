import { z } from 'zod'
import { ANALYTICS_EVENTS, ANALYTICS_LIMITS } from '../../domain/analytics/analytics.ts'
import { ANALYTICS_PATH } from '../../domain/legal/legal.ts'
import { endpoint, type Routes, write } from '../api/endpoint.ts'
import { limitUse } from '../api/mount.ts'
import { Refusal } from '../http/refusal.ts'
import { answerQuestion, choicesOf, isMeasured } from './choice.ts'
import { noteEvent } from './note-views.ts'

export const analyticsRoutes = {
  'POST /api/analytics/events': write({
    summary: 'A page that a player opened within the app, for the analytics service if the player agreed',
    access: 'signed-in',
    /** The path is reduced to the name of its page. */
    body: z.strictObject({ event: z.enum(ANALYTICS_EVENTS), path: z.string().max(ANALYTICS_LIMITS.path) }),
    handle({ services, now, person, body }) {
      noteEvent(services, now, person, body.event, body.path)
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
