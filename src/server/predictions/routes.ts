import { z } from 'zod'
import { SERVER_LIMITS } from '../../domain/limits.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { type Cursor, readersPage } from './queries.ts'
import { prediction } from './shapes.ts'

const INVALID_CURSOR = 'This is not the cursor of a page.'

/** `1795000000000_41`: after prediction 41, in the list as it was at that millisecond. */
const cursor = z.string().regex(/^\d{13}_\d{1,15}$/, INVALID_CURSOR)

function readCursor(text: string | undefined, now: number): Cursor {
  if (text === undefined) return { asOf: now, after: null }
  const [asOf, after] = text.split('_').map(Number) as [number, number]
  return { asOf, after }
}

export const predictionRoutes = {
  'GET /api/predictions': endpoint({
    summary: 'Predictions, open ones first, with both names of the date and the image',
    access: 'prediction',
    query: z.strictObject({ before: cursor.optional() }),
    answer: z.strictObject({ predictions: z.array(prediction), next: z.string().nullable() }),
    async handle({ services: { db, draws, settings }, query, now }) {
      const context = { games: draws.current().games, appUrl: settings.appUrl }
      const page = await readersPage(
        db,
        context,
        SERVER_LIMITS.predictionsPage,
        readCursor(query.before, now),
      )
      if (!page) throw new Refusal('invalid-input', INVALID_CURSOR)
      return page
    },
  }),
} satisfies Routes
