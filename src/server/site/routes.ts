import { z } from 'zod'
import { endpoint, type Routes } from '../api/endpoint.ts'

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
})

/** The organisation that the pages name for help with gambling. */
const HELP = { name: 'Gamble Alert, Nigeria', url: null }

export const siteRoutes = {
  'GET /api/site': endpoint({
    summary: 'Addresses and contacts of this installation',
    access: 'anyone',
    answer: site,
    version: () => '',
    handle({ services: { settings } }) {
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
      }
    },
  }),
} satisfies Routes
