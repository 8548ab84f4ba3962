import { z } from 'zod'
import { USAGE_PAGES, USAGE_SOURCES } from '../../domain/usage.ts'
import { date } from '../draws/shapes.ts'

/** The data of the staff's usage charts. */
export const usageAnswer = z.strictObject({
  /** By Lagos day; the last day is today. */
  days: z.array(
    z.strictObject({
      date,
      /** Page views that came from elsewhere. */
      visits: z.int(),
      views: z.int(),
      signUps: z.int(),
      /** People who paid for the first time. */
      firstPayments: z.int(),
      /** Views of pages with forecasts: the Prediction screen by plans that open it, and published forecasts. */
      forecasts: z.int(),
      /** People with a running plan at the end of the day, or now. A person with both counts in both. */
      basic: z.int(),
      pro: z.int(),
    }),
  ),
  /** Visits of these days by where they came from, most first. */
  sources: z.array(z.strictObject({ source: z.enum(USAGE_SOURCES), visits: z.int() })),
  /** The most viewed pages of these days, most first. */
  pages: z.array(z.strictObject({ page: z.enum(USAGE_PAGES), views: z.int() })),
})
