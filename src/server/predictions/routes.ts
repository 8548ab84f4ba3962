import { z } from 'zod'
import { parseDate } from '../../domain/calendar.ts'
import { LIMITS } from '../../domain/limits.ts'
import { endpoint, type Routes } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { type Cursor, readersPage } from './queries.ts'
import { prediction } from './shapes.ts'

/** `2026-11-20_41`: behind the prediction of that draw date and number. */
const cursor = z.string().regex(/^\d{4}-\d{2}-\d{2}_\d{1,15}$/, 'This is not a place in the list.')

function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null
  const [day, id] = text.split('_') as [string, string]
  const date = parseDate(day)
  if (!date) throw new Refusal('invalid-input', 'This is not a place in the list.')
  return { date, id: Number(id) }
}

export const predictionRoutes = {
  'GET /api/predictions': endpoint({
    summary: 'Predictions, the latest draw first, in both readings of date and image',
    access: 'prediction',
    query: z.strictObject({ before: cursor.optional() }),
    answer: z.strictObject({ predictions: z.array(prediction), next: z.string().nullable() }),
    handle({ services: { db, draws, settings }, query }) {
      const around = { games: draws.current().games, appUrl: settings.appUrl }
      return readersPage(db, around, LIMITS.predictionsPage, readCursor(query.before))
    },
  }),
} satisfies Routes
