import { z } from 'zod'
import { SERVER_LIMITS } from '../../domain/limits.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { type Place, readersPage } from './queries.ts'
import { prediction } from './shapes.ts'

const NO_PLACE = 'This is not a place in the list.'

/** `1795000000000_41`: in the list as it was at that millisecond, behind prediction 41. */
const place = z.string().regex(/^\d{13}_\d{1,15}$/, NO_PLACE)

function readPlace(text: string | undefined, now: number): Place {
  if (text === undefined) return { asOf: now, behind: null }
  const [asOf, behind] = text.split('_').map(Number) as [number, number]
  return { asOf, behind }
}

export const predictionRoutes = {
  'GET /api/predictions': endpoint({
    summary: 'Predictions, the open ones first, in both readings of date and image',
    access: 'prediction',
    query: z.strictObject({ before: place.optional() }),
    answer: z.strictObject({ predictions: z.array(prediction), next: z.string().nullable() }),
    async handle({ services: { db, draws, settings }, query, now }) {
      const around = { games: draws.current().games, appUrl: settings.appUrl }
      const page = await readersPage(db, around, SERVER_LIMITS.predictionsPage, readPlace(query.before, now))
      if (!page) throw new Refusal('invalid-input', NO_PLACE)
      return page
    },
  }),
} satisfies Routes
