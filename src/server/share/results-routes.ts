import { z } from 'zod'
import { minuteOf } from '../../domain/base/calendar.ts'
import { resultsShareText } from '../../domain/share/draw-text.ts'
import { whatsAppLink } from '../../domain/share/share-text.ts'
import { publicResultsPath, publicYearPath } from '../../domain/site/paths.ts'
import { GAME_COLOURS } from '../../domain/draws/operators.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import { date, tableRow } from '../draws/shapes.ts'
import { Refusal } from '../http/refusal.ts'
import { CACHE } from '../http/reply.ts'
import { publicResults } from './public-results.ts'
import { picture } from './shapes.ts'

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
  /** Of a day by close; of a game newest first. */
  draws: z.array(tableRow.extend({ game: z.string(), corrected: z.boolean() })),
})

const query = z.strictObject({ of: z.string().max(40).optional(), year: z.string().max(10).optional() })
const noSuchResults = () => new Refusal('not-found', 'There are no results of such a game, year or day.')

/** Leads to WhatsApp with a message. */
export const toWhatsApp = (text: string): Response =>
  new Response(null, {
    status: 302,
    headers: { location: whatsAppLink(text), 'cache-control': CACHE.publicRevalidate },
  })

export const publicResultsRoutes = {
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
      if (!found) throw noSuchResults()
      return found
    },
  }),

  'GET /share/whatsapp/results': endpoint({
    summary: 'Leads to WhatsApp with a message about a page of results, for browsers without script',
    access: 'anyone',
    fresh: true,
    query,
    answer: { media: 'text/plain' },
    status: 302,
    async handle({ services, query: asked, now }) {
      const found = await publicResults(services, asked, now)
      if (!found) throw noSuchResults()
      const of = asked.of ?? found.today
      const path = asked.year ? publicYearPath(of, asked.year) : publicResultsPath(of)
      return toWhatsApp(resultsShareText(found, services.settings.appUrl + path))
    },
  }),
} satisfies Routes
