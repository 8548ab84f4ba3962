import { z } from 'zod'
import { PREDICTION_LIMITS } from '../../domain/predictions/predictions.ts'
import { endpoint, type Routes, write } from '../api/endpoint.ts'
import { changePenName, penNameOf } from '../ledger/authors.ts'
import { recordCsv } from '../ledger/download.ts'

export const ledgerRoutes = {
  'GET /record.csv': endpoint({
    summary:
      'Every entry of the log of forecasts as a table for spreadsheets, which proves nothing; open forecasts are hidden',
    access: 'anyone',
    answer: { media: 'text/csv' },
    async handle({ services: { ledger }, now }) {
      return recordCsv(await ledger.current(), now)
    },
  }),

  'GET /api/admin/author': endpoint({
    summary: 'The pen name under which one publishes; null before the first forecast',
    access: 'publish-forecasts',
    answer: z.strictObject({ penName: z.string().nullable() }),
    async handle({ services: { db }, person }) {
      return { penName: await penNameOf(db, person.uid) }
    },
  }),

  'PUT /api/admin/author': write({
    summary: 'Change the pen name under which one publishes',
    access: 'publish-forecasts',
    body: z.strictObject({
      penName: z
        .string()
        .trim()
        .min(2, 'Write at least two characters.')
        .max(PREDICTION_LIMITS.penName)
        .regex(
          /^[\p{L}\p{N}][\p{L}\p{N}\p{M} .'-]*$/u,
          'Use letters, digits, spaces, full stops and hyphens.',
        ),
    }),
    handle: ({ services: { db }, now, actor, person, body }) =>
      changePenName(db, now, { ...actor, userId: person.uid }, body.penName),
  }),
} satisfies Routes
