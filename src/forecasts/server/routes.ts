import { z } from 'zod'
import { isForecastNumber, PREDICTION_LIMITS } from '../rules/predictions.ts'
import { endpoint, type Routes, write } from '../../platform/server/api/endpoint.ts'
import { nextDraw } from '../../draws/rules/day-result.ts'
import { date } from '../../draws/server/shapes.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { openPredictions, readersPage, readersPrediction, latestChecked } from './queries.ts'
import { contextOf } from './prediction-answers.ts'
import { forecast, prediction, winsByLuck } from './shapes.ts'
import { cursor, numberKey } from '../../platform/server/db/page.ts'
import { isSecret } from '../rules/ledger/standing.ts'
import type { LedgerItem } from './ledger/memory.ts'
import { changePenName, penNameOf } from './ledger/authors.ts'
import type { RecordEntry } from '../rules/ledger/record-table.ts'
import type { Services } from '../../platform/server/api/services.ts'
import { CACHE, CSV_TYPE, type Reply } from '../../platform/server/http/reply.ts'
import { plainText } from '../../platform/server/api/form-fields.ts'

/** The forecasts are samples of a demonstration. */
const sample = z.boolean()
const range = z.strictObject({ low: z.int(), high: z.int() })

/** The log as `record.csv`, a table for spreadsheets that proves nothing, the same for everyone. @param now milliseconds */
async function recordCsv({ ledger, documents, worker }: Services, now: number): Promise<Reply> {
  const snapshot = await ledger.current()
  const { chain, items } = snapshot
  const isHidden = ({ entry }: LedgerItem) => entry.kind === 'version' && isSecret(entry, now)
  const hidden = items.reduce((count, item) => count + Number(isHidden(item)), 0)
  const name = chain === 'sample' ? 'sample-record.csv' : 'record.csv'
  return documents.find(snapshot, `${name} ${hidden}`, publicCsv(name), () =>
    worker.runUncached(
      'record-table',
      items.map((item) => recordEntry(item, isHidden(item))),
    ),
  )
}

const publicCsv = (name: string) => ({
  type: CSV_TYPE,
  cache: CACHE.publicRevalidate,
  headers: { 'content-disposition': `attachment; filename="${name}"` },
})

function recordEntry({ entry, leaf, penName, reasons }: LedgerItem, isHidden: boolean): RecordEntry {
  const forecast = 'forecast' in entry ? entry.forecast : null
  const isOpen = entry.kind === 'version' && !isHidden
  return {
    leaf,
    forecast,
    penName,
    numbers: isOpen ? entry.numbers : null,
    reasons: isOpen ? reasons : null,
  }
}

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
      /** The draw that closes next; null when no game has one within a week. Milliseconds. */
      first: z.strictObject({ name: z.string(), closesAt: z.number() }).nullable(),
      /** The record of all forecasts; null before the first score. */
      record: z
        .strictObject({
          numbers: z.int(),
          came: z.int(),
          expected: z.number(),
          usual: range,
          wins: winsByLuck,
        })
        .nullable(),
      sample,
    }),
    async handle({ services, query, now }) {
      const context = await contextOf(services, now)
      const [asOf, after] = query.after ?? [now, null]
      const page = await readersPage(services.db, context, PREDICTION_LIMITS.page, { asOf, after })
      if (!page) throw new Refusal('invalid-input', 'This is not a cursor of this list.')
      const { state } = await services.record.state(now)
      const next = nextDraw(services.draws.current().games, now)
      const first = next && { name: next.game.name, closesAt: next.schedule.closesAt }
      return { ...page, first, record: state.against, sample: context.ledger.chain === 'sample' }
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

  'GET /record.csv': endpoint({
    summary:
      'Every entry of the record of forecasts as a table for spreadsheets, which proves nothing; open forecasts are hidden',
    access: 'anyone',
    answer: { media: 'text/csv' },
    handle: ({ services, now }) => recordCsv(services, now),
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
    effect: 'edits-forecasts',
    body: z.strictObject({
      penName: plainText(PREDICTION_LIMITS.penName)
        .min(2, 'Write at least two characters.')
        .regex(
          /^[\p{L}\p{N}][\p{L}\p{N}\p{M} .'-]*$/u,
          'Use letters, digits, spaces, full stops and hyphens.',
        ),
    }),
    handle: ({ context, body }) => changePenName(context, body.penName),
  }),
} satisfies Routes
