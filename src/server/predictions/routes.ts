import { z } from 'zod'
import { isForecastNumber, PREDICTION_LIMITS } from '../../domain/predictions/predictions.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { date } from '../draws/shapes.ts'
import { Refusal } from '../http/refusal.ts'
import { latestChecked } from './checked.ts'
import { contextOf } from './context.ts'
import { openPredictions, readersPage, readersPrediction } from './queries.ts'
import { forecast, prediction } from './shapes.ts'
import { cursor, numberKey } from '../db/page.ts'

/** The forecasts are samples of a demonstration. */
const sample = z.boolean()
const range = z.strictObject({ low: z.int(), high: z.int() })

export const predictionRoutes = {
  'GET /api/predictions': endpoint({
    summary: 'Forecasts with their standing, open ones first, with both names of the date and the image',
    access: 'prediction',
    followsDraws: true,
    fresh: true,
    // The first key keeps the order of the list as it was when its first page was read.
    query: z.strictObject({ after: cursor(numberKey, numberKey).optional() }),
    answer: z.strictObject({
      predictions: z.array(prediction),
      next: z.string().nullable(),
      /** The record of all forecasts; null before the first score. */
      record: z
        .strictObject({ numbers: z.int(), came: z.int(), expected: z.number(), usual: range })
        .nullable(),
      sample,
    }),
    async handle({ services, query, now }) {
      const context = await contextOf(services, now)
      const [asOf, after] = query.after ?? [now, null]
      const page = await readersPage(services.db, context, PREDICTION_LIMITS.page, { asOf, after })
      if (!page) throw new Refusal('invalid-input', 'This is not a cursor of this list.')
      const { state } = await services.record.state(now)
      return { ...page, record: state.against, sample: context.ledger.chain === 'sample' }
    },
  }),

  'GET /api/predictions/checked': endpoint({
    summary: 'The number of open forecasts, and the checked forecasts of the latest day, for every plan',
    access: 'signed-in',
    followsDraws: true,
    answer: z.strictObject({
      open: z.int(),
      latest: z.strictObject({ date, forecasts: z.array(forecast) }).nullable(),
      sample,
    }),
    async handle({ services, now }) {
      const { db } = services
      const context = await contextOf(services, now)
      const [{ open }, latest] = await Promise.all([openPredictions(db, context), latestChecked(db, context)])
      return { open, latest, sample: context.ledger.chain === 'sample' }
    },
  }),

  'GET /api/predictions/:id': endpoint({
    summary: 'One forecast with its standing, for its slip',
    access: 'prediction',
    followsDraws: true,
    fresh: true,
    params: z.strictObject({ id: z.string().max(20) }),
    answer: z.strictObject({ prediction, sample }),
    async handle({ services, params: { id }, now }) {
      const context = await contextOf(services, now)
      const found = isForecastNumber(id) ? await readersPrediction(services.db, context, Number(id)) : null
      if (!found) throw new Refusal('not-found', 'There is no such forecast.')
      return { prediction: found, sample: context.ledger.chain === 'sample' }
    },
  }),
} satisfies Routes
