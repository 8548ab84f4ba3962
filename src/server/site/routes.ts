import { z } from 'zod'
import { endpoint, type Routes } from '../api/endpoint.ts'

/** What pages need to know of this installation; the same for everybody. */
const site = z.strictObject({
  destinations: z.strictObject({ results: z.string(), basic: z.string(), classification: z.string() }),
  /** Whether people can sign in with Google here. */
  google: z.boolean(),
  help: z.strictObject({ name: z.string(), url: z.string().nullable() }),
  /** Where people write who need help with a payment; null where nobody reads mail. */
  support: z.string().nullable(),
})

export const siteRoutes = {
  'GET /api/site': endpoint({
    summary: 'Addresses and contacts of this installation',
    access: 'anyone',
    answer: site,
    handle({ services: { settings } }) {
      const {
        resultsAppUrl: results,
        basicAppUrl: basic,
        classificationUrl: classification,
        helpContact,
        supportEmail,
      } = settings
      return {
        destinations: { results, basic, classification },
        google: settings.google !== null,
        help: helpContact,
        support: supportEmail,
      }
    },
  }),
} satisfies Routes
