import { z } from 'zod'
import {
  isForecastNumber,
  PREDICTION_LIMITS,
  PREDICTION_FORMS,
} from '../../domain/predictions/predictions.ts'
import { endpoint, type Routes, write } from '../api/endpoint.ts'
import { date, balls } from '../draws/shapes.ts'
import { Refusal } from '../http/refusal.ts'
import { openPredictions, readersPage, readersPrediction, contextOf, latestChecked } from './queries.ts'
import { forecast, prediction, forecastPlace } from './shapes.ts'
import { cursor, numberKey } from '../db/page.ts'
import type { LagosDate } from '../../domain/base/calendar.ts'
import { isPaused, opens } from '../../domain/billing/plans.ts'
import { slotOn } from '../../domain/draws/draw-calendar.ts'
import { isSecret } from '../../domain/ledger/standing.ts'
import { drawName } from '../../domain/log/leaves.ts'
import { standingOf } from '../../domain/log/standing.ts'
import { findDraw, drawPage, drawParams, noSuchDraw } from '../draws/single-draw.ts'
import type { LedgerSnapshot, LedgerItem } from '../ledger/memory.ts'
import { judgedShape, verdictsOf } from '../slip/routes.ts'
import { placeOf, replayOf } from './ledger-facts.ts'
import { changePenName, penNameOf } from '../ledger/authors.ts'
import { stringify } from 'csv-stringify/sync'
import { CACHE, etagOf, Reply } from '../http/reply.ts'

/** The forecasts are samples of a demonstration. */
const sample = z.boolean()
const range = z.strictObject({ low: z.int(), high: z.int() })

const drawAnswer = drawPage.extend({
  /** The forecasts of the draw that count, in the order of publication; none on a break. */
  forecasts: z.array(
    z.strictObject({
      id: z.int(),
      /** In words, such as `two sure`. */
      form: z.string().nullable(),
      /** Milliseconds. */
      publishedAt: z.number(),
      place: forecastPlace,
      /** Null while they are secret and the plan does not open them. */
      numbers: balls.nullable(),
    }),
  ),
  /** What became of the player's own numbers; empty before the result and on a break. */
  mine: z.array(judgedShape),
})

/** The versions that count of the forecasts for a draw. */
function forecastsOf(ledger: LedgerSnapshot, game: string, date: LagosDate, now: number) {
  const forecasts = replayOf(ledger).draws.get(drawName({ game, date }))?.forecasts ?? []
  return forecasts.flatMap((forecast) => {
    const { state, version } = standingOf(forecast, now)
    return state === 'open' || state === 'waiting' || state === 'scored' ? [version] : []
  })
}

const COLUMNS =
  'entry kind at game date close lock forecast version nth author pen_name form numbers reasons state drawn winning'

/** The log as `record.csv`, a table for spreadsheets that proves nothing, the same for everyone. @param now milliseconds */
function recordCsv({ chain, items }: LedgerSnapshot, now: number): Reply {
  const rows = items.map((item) => rowOf(item, now))
  const text = stringify(rows, { header: true, columns: COLUMNS.split(' ') })
  return new Reply(text, {
    type: 'text/csv; charset=utf-8',
    cache: CACHE.publicRevalidate,
    etag: etagOf(text),
    headers: {
      'content-disposition': `attachment; filename="${chain === 'sample' ? 'sample-record.csv' : 'record.csv'}"`,
    },
  })
}

/** The columns that apply to an entry. */
function rowOf({ entry, leaf, penName, reasons }: LedgerItem, now: number): Record<string, unknown> {
  const { close, lock, form, nth, author, game, date, state, drawn } = JSON.parse(leaf) as Record<
    string,
    unknown
  >
  const row = { entry: entry.entry, kind: entry.kind, at: new Date(entry.at).toISOString(), close, lock }
  const rest = { form, nth, author, game, date, state, drawn }
  if (entry.kind === 'result') return { ...row, ...rest, winning: entry.winning.join(',') }
  if (entry.kind !== 'version')
    return { ...row, ...rest, ...('forecast' in entry && { forecast: entry.forecast }) }
  const { forecast, version, numbers } = entry
  const secret = isSecret(entry, now) ? {} : { numbers: numbers.join(','), reasons: escaped(reasons) }
  return { ...row, ...rest, forecast, version, pen_name: escaped(penName), ...secret }
}

/** An apostrophe in front keeps spreadsheets from reading a formula. */
const escaped = (text: string | null) => (text && /^[=+\-@'\t\r]/.test(text) ? `'${text}` : text)

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

  'GET /api/draws/:draw': endpoint({
    summary: 'One draw (`game.date`, or its public id) before, at and after its result, with its forecasts',
    access: 'games-results',
    followsDraws: true,
    params: drawParams,
    answer: drawAnswer,
    async handle({ services, params, person, now }) {
      const found = await findDraw(services, params.draw, now)
      if (!found) throw noSuchDraw()
      if (isPaused(person, 'prediction')) return { ...found, forecasts: [], mine: [] }
      const isOpen = opens(person, 'prediction')
      const game = services.draws.current().games.find(({ key }) => key === found.game.key)
      // The forecasts of a moved draw keep the day that names it.
      const day = (game && slotOn(game, found.date)?.scheduled) ?? found.date
      const ledger = await services.ledger.current()
      const forecasts = forecastsOf(ledger, found.game.key, day, now)
      const { draw, date } = found
      return {
        ...found,
        mine:
          game && draw?.state === 'drawn'
            ? await verdictsOf(services.db, person.uid, { game, date, winning: draw.winning })
            : [],
        forecasts: forecasts.map((version) => ({
          id: version.forecast,
          form: version.form && PREDICTION_FORMS[version.form].name.toLowerCase(),
          publishedAt: version.at,
          place: placeOf(ledger, version, now),
          numbers: isOpen || !isSecret(version, now) ? [...version.numbers] : null,
        })),
      }
    },
  }),

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
    handle: ({ context, body }) => changePenName(context, body.penName),
  }),
} satisfies Routes
