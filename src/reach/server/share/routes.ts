import { z } from 'zod'
import { lagosDate, minuteOf } from '../../../platform/rules/base/calendar.ts'
import { drawShareText, resultsShareText } from '../../../draws/rules/draw-text.ts'
import {
  drawOfDay,
  publicDrawPath,
  publicResultsPath,
  publicYearPath,
} from '../../../platform/rules/site/paths.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import { correction, drawPage, drawParams, noSuchDraw } from '../../../draws/server/single-draw.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { PRODUCT_PICTURE, shareProduct } from './login-head.ts'
import { picture, pictureRoute } from './picture-route.ts'
import { shareDay, shareDraw } from './shares.ts'
import { whatsAppLink } from '../../../platform/rules/site/whatsapp.ts'
import { GAME_COLOURS } from '../../../draws/rules/operators.ts'
import { date, dayGame, tableRow } from '../../../draws/server/shapes.ts'
import { publicResults, startOf } from './public-results.ts'
import { wall } from './wall.ts'

/** `closesAt`: of the draws of a day; null for those of a game, and without a time in the calendar. */
const draws = z.array(
  tableRow.extend({ game: z.string(), corrected: z.boolean(), closesAt: z.number().nullable() }),
)

const answer = z.strictObject({
  today: date,
  /** Milliseconds, to the minute. */
  readAt: z.number(),
  games: z.array(
    z.strictObject({
      key: z.string(),
      name: z.string(),
      operator: z.string(),
      colour: z.enum(GAME_COLOURS).nullable(),
    }),
  ),
  sample: z.boolean(),
  /** Null for the results of a game. The neighbours have results. */
  day: z.strictObject({ date, games: z.int(), before: date.nullable(), after: date.nullable() }).nullable(),
  /** Null for the results of a day. `year` is null for the newest draws; the years are newest first. */
  game: z.strictObject({ key: z.string(), year: z.int().nullable(), years: z.array(z.int()) }).nullable(),
  /** Of the day, or of a game's newest draw; null for a year, and before the first result. */
  picture: picture.nullable(),
  /** The link that sends the results by WhatsApp; null before the first result. */
  whatsApp: z.string().nullable(),
  /** Of a day by close; of a game newest first. */
  draws,
  /** Of the page of today only. */
  start: z
    .strictObject({
      /** The last day before with results, newest draw first; null once today has a result. */
      last: z.strictObject({ date, draws }).nullable(),
      /** The games of today without a result, by close. Milliseconds. */
      times: z.array(
        z.strictObject({
          game: z.string(),
          schedule: z.strictObject({ closesAt: z.number(), expectedAt: z.number() }),
        }),
      ),
      /** The days with results before those that are shown, newest first. */
      days: z.array(z.strictObject({ date, results: z.int() })),
    })
    .nullable(),
})

const wallAnswer = z.strictObject({
  today: date,
  /** This installation without its scheme, and the QR code that opens it. */
  address: z.string(),
  qr: z.strictObject({ size: z.int(), path: z.string() }),
  /** By close. */
  games: z.array(dayGame),
  /** Newest first. */
  before: z.array(dayGame.extend({ date })),
  /** The draw that closes next; null when no game has one within a week. */
  next: z.strictObject({ name: z.string(), date, closesAt: z.number() }).nullable(),
  sample: z.boolean(),
})

const query = z.strictObject({ of: z.string().max(40).optional(), year: z.string().max(10).optional() })

const publicDraw = drawPage.extend({
  /** Oldest first, without the staff's reasons. */
  corrections: z.array(correction.omit({ reason: true })),
  /** Null before the result, as is the link that sends it by WhatsApp. */
  picture: picture.nullable(),
  whatsApp: z.string().nullable(),
  /** Milliseconds, to the minute. */
  readAt: z.number(),
})
export const shareRoutes = {
  'GET /api/public/results': endpoint({
    summary:
      'The results of a day, of a game or of a game’s year for the public pages; of today without a query',
    access: 'anyone',
    followsDraws: true,
    fresh: true,
    query,
    answer,
    version: ({ draws }, { now }) => `${draws.current().seq} ${minuteOf(now)}`,
    async handle({ services, query, now }) {
      const found = await publicResults(services, query, now)
      if (!found) throw new Refusal('not-found', 'There are no results of such a game, year or day.')
      const start = query.of || query.year ? null : await startOf(services, found, now)
      const { last } = start ?? {}
      const shown = last ? { ...found, day: last, draws: last.draws } : found
      const of = last?.date ?? query.of ?? found.today
      const path = query.year ? publicYearPath(of, query.year) : publicResultsPath(of)
      const text = resultsShareText(shown, services.settings.appUrl + path)
      return { ...found, start, whatsApp: shown.draws.length > 0 ? whatsAppLink(text) : null }
    },
  }),

  'GET /api/public/wall': endpoint({
    summary: 'The results of today with what is still to come, and those of the days before, for a TV',
    access: 'anyone',
    followsDraws: true,
    fresh: true,
    answer: wallAnswer,
    version: ({ draws }, { now }) => `${draws.current().seq} ${lagosDate(now)}`,
    handle: ({ services, now }) => wall(services, now),
  }),

  'GET /api/public/draws/:draw': endpoint({
    summary: 'One draw before, at and after its result for its public page, without signing in',
    access: 'anyone',
    followsDraws: true,
    fresh: true,
    params: drawParams,
    answer: publicDraw,
    version: ({ draws }, { now }) => `${draws.current().seq} ${minuteOf(now)}`,
    async handle({ services, params, now }) {
      const found = await shareDraw(services, params.draw, now)
      if (!found) throw noSuchDraw()
      const { page, drawing } = found
      const { draw, game, date } = page
      const address = services.settings.appUrl + publicDrawPath(drawOfDay(game.key, date))
      return {
        ...page,
        picture: drawing?.picture ?? null,
        whatsApp: draw && whatsAppLink(drawShareText({ ...draw, game: game.name, date }, address)),
        readAt: minuteOf(now),
      }
    },
  }),

  'GET /share/draws/:id/:file': pictureRoute(
    'The share picture of a draw; an address of before a correction leads to the present picture',
    async (services, id, now) => (await shareDraw(services, id, now))?.drawing,
  ),

  'GET /share/days/:id/:file': pictureRoute(
    'The share picture of a day; an earlier address leads to the present picture',
    async (services, id, now) => (await shareDay(services, id, now))?.drawing,
  ),

  'GET /share/product/:id/:file': pictureRoute(
    'The picture of the product, for links to pages that need a login',
    async (services, id) => (id === PRODUCT_PICTURE ? shareProduct(services) : null),
  ),
} satisfies Routes
