import { z } from 'zod'
import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import { PAID_PLANS } from '../../../platform/rules/access/plans.ts'
import {
  type Announcement,
  announcementsFor,
  AUDIENCES,
} from '../../../operation/rules/talk/announcements.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'

const planPrice = z.strictObject({
  kobo: z.int(),
  next: z.strictObject({ kobo: z.int(), holdsFrom: z.custom<LagosDate>() }).nullable(),
})

/** Public facts about this installation, for its pages. */
const site = z.strictObject({
  destinations: z.strictObject({ results: z.string(), basic: z.string(), classification: z.string() }),
  /** Whether Google sign-in is on. */
  google: z.boolean(),
  /** Whether an analytics service is set. */
  analytics: z.boolean(),
  help: z.strictObject({ name: z.string(), url: z.string().nullable() }),
  /** Email of support; null if there is none. */
  support: z.string().nullable(),
  /** Kobo, and the next price of each plan. */
  prices: z.record(z.enum(PAID_PLANS), planPrice),
  /** The lines above the app that are shown or will be, also those to one plan. Instants in milliseconds. */
  announcements: z.array(
    z.strictObject({
      id: z.int(),
      text: z.string(),
      audience: z.enum(AUDIENCES),
      from: z.number(),
      until: z.number(),
      /** Whether everyone sees it at the time of the answer. A page that is the same for everyone knows no time. */
      isShown: z.boolean(),
    }),
  ),
})

function withShown(lines: readonly Announcement[], now: number) {
  const shown = announcementsFor(lines, null, now)
  return lines.map((line) => ({ ...line, isShown: shown.includes(line) }))
}

/** The organisation that the pages name for help with gambling. */
const HELP = { name: 'Gamble Alert, Nigeria', url: null }

export const siteRoutes = {
  'GET /api/site': endpoint({
    summary: 'Addresses and contacts of this installation',
    access: 'anyone',
    answer: site,
    version({ prices, talk }, { now }) {
      const { announcements, contact } = talk.at(now)
      return JSON.stringify([prices.at(now), withShown(announcements, now), contact.email])
    },
    async handle({ services: { settings, prices, talk }, now }) {
      const { announcements, contact } = talk.at(now)
      const { resultsAppUrl: results, basicAppUrl: basic, classificationUrl: classification } = settings
      return {
        destinations: { results, basic, classification },
        google: settings.google !== null,
        analytics: settings.analytics !== null,
        help: HELP,
        support: contact.email,
        prices: prices.at(now),
        announcements: withShown(announcements, now),
      }
    },
  }),
} satisfies Routes
