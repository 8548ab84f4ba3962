import { z } from 'zod'
import type { LagosDate } from '../../domain/base/calendar.ts'
import { PAID_PLANS } from '../../domain/billing/plans.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'

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
})

/** The organisation that the pages name for help with gambling. */
const HELP = { name: 'Gamble Alert, Nigeria', url: null }

export const siteRoutes = {
  'GET /api/site': endpoint({
    summary: 'Addresses and contacts of this installation',
    access: 'anyone',
    answer: site,
    version: ({ prices }, { now }) => JSON.stringify(prices.at(now)),
    async handle({ services: { settings, prices }, now }) {
      const {
        resultsAppUrl: results,
        basicAppUrl: basic,
        classificationUrl: classification,
        supportEmail,
      } = settings
      return {
        destinations: { results, basic, classification },
        google: settings.google !== null,
        analytics: settings.analytics !== null,
        help: HELP,
        support: supportEmail,
        prices: prices.at(now),
      }
    },
  }),
} satisfies Routes
