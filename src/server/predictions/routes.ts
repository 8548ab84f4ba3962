import { z } from 'zod'
import { PREDICTION_LIMITS } from '../../domain/prediction-limits.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { readersPage } from './queries.ts'
import { prediction } from './shapes.ts'
import { cursor, numberKey } from '../db/page.ts'

export const predictionRoutes = {
  'GET /api/predictions': endpoint({
    summary: 'Predictions, open ones first, with both names of the date and the image',
    access: 'prediction',
    // The first key keeps the order of the list as it was when its first page was read.
    query: z.strictObject({ after: cursor(numberKey, numberKey).optional() }),
    answer: z.strictObject({ predictions: z.array(prediction), next: z.string().nullable() }),
    async handle({ services: { db, draws, settings }, query, now }) {
      const context = { games: draws.current().games, appUrl: settings.appUrl }
      const [asOf, after] = query.after ?? [now, null]
      const page = await readersPage(db, context, PREDICTION_LIMITS.page, { asOf, after })
      if (!page) throw new Refusal('invalid-input', 'This is not a cursor of this list.')
      return page
    },
  }),
} satisfies Routes
