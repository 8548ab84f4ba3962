import { z } from 'zod'
import { lagosDate, minuteOf } from '../../domain/base/calendar.ts'
import { endpoint, type Routes } from '../api/endpoint.ts'
import type { Services } from '../api/services.ts'
import { tableRow } from '../draws/shapes.ts'
import { Refusal } from '../http/refusal.ts'
import { type Asked, publicResults } from '../share/public-results.ts'
import {
  fitted,
  SLIP,
  slipCode,
  slipPath,
  LATEST,
  SHARE_PICTURE,
  sharePicturePath,
} from '../../domain/share/other-sites.ts'
import {
  drawOfDay,
  PATHS,
  PATTERNS,
  subjectOf,
  publicDrawPath,
  publicResultsPath,
  publicYearPath,
} from '../../domain/site/paths.ts'
import { shareDraw, shareDay } from '../share/shares.ts'
import { present } from '../../domain/base/lists.ts'
import type { Hono } from 'hono'
import type { Env } from '../api/env.ts'
import { findVisit } from '../api/find-visit.ts'
import type { Build } from '../http/build.ts'
import { escapeHtml } from '../http/document.ts'
import { CACHE, etagOf, Reply, respond } from '../http/reply.ts'
import { KeptDocuments } from '../http/kept-documents.ts'
import { slipHeaders } from '../http/security.ts'

const limit = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'This is not a number of pixels.')
  .transform(Number)
  .default(Infinity)

/** Those who ask add fields of their own. */
const oembedQuery = z.looseObject({
  url: z.string().max(2000),
  maxwidth: limit,
  maxheight: limit,
  format: z.string().max(20).default('json'),
})

const described = {
  version: z.literal('1.0'),
  title: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  /** Seconds. */
  cache_age: z.int(),
  width: z.int(),
  height: z.int(),
}
const oembedAnswer = z.union([
  z.strictObject({ ...described, type: z.literal('photo'), url: z.string() }),
  z.strictObject({ ...described, type: z.literal('rich'), html: z.string() }),
])

/**
 * The answer for a public address (oembed.com, version 1.0). A draw is a photo, because blogs keep links of a photo alive; its
 * address always shows the present numbers. A day, a game, and a draw before its result are slips.
 * @throws Refusal unknown-format for XML; not-found for an address without a public result
 */
async function oembed(
  services: Services,
  { url, maxwidth, maxheight, format }: z.output<typeof oembedQuery>,
  now: number,
): Promise<z.input<typeof oembedAnswer>> {
  if (format !== 'json') throw new Refusal('unknown-format')
  const most = { width: maxwidth, height: maxheight }
  const { appUrl } = services.settings
  const provider = {
    version: '1.0' as const,
    provider_name: 'Lotto Forecast',
    provider_url: appUrl,
    cache_age: 60,
  }
  const path = pathOf(url, appUrl)
  const draw = path === null ? null : subjectOf(PATTERNS.publicDraw, path)
  const shared = draw === null ? null : await shareDraw(services, draw, now)
  const { draw: result, game, date } = shared?.page ?? {}
  if (shared?.drawing && result)
    return {
      ...provider,
      type: 'photo',
      title: shared.drawing.picture.alt,
      url: appUrl + sharePicturePath('draws', result.publicId, LATEST),
      ...fitted(SHARE_PICTURE, most, true),
    }
  const of = game && date ? drawOfDay(game.key, date) : path === null ? null : subjectOfSlip(path)
  if (of === null || !(await openResults(services, { of }, now))) throw noSuchAddress()
  const size = fitted(SLIP, most, false)
  return {
    ...provider,
    type: 'rich',
    title: 'Lotto results, by Lotto Forecast',
    html: slipCode(appUrl + slipPath(of), size),
    ...size,
  }
}

const noSuchAddress = () => new Refusal('not-found', 'There are no public results at this address.')

/** The path of an address of this site; null for one of another site. */
function pathOf(url: string, appUrl: string): string | null {
  if (!URL.canParse(url)) return null
  const { origin, pathname } = new URL(url)
  return origin === new URL(appUrl).origin ? pathname.replace(/\/+$/, '') : null
}

/** What the slip of a page of results shows: undefined today, null without a slip. */
function subjectOfSlip(path: string): string | undefined | null {
  if (path === PATHS.results) return undefined
  return subjectOf(PATTERNS.resultsOf, path)
}

const answer = z.strictObject({
  /** The address of the terms. */
  terms: z.string(),
  /** The address of our page with the same draws, for the link that the terms ask for. */
  page: z.string(),
  /** Of a day by close; of a game newest first. Empty before the result. */
  draws: z.array(
    tableRow.extend({
      game: z.string(),
      name: z.string(),
      operator: z.string(),
      corrected: z.boolean(),
      page: z.string(),
    }),
  ),
})

const of = z.string().max(80)
const common = { access: 'anyone', forOtherSites: true, fresh: true, answer } as const

async function found(services: Services, asked: Asked, now: number) {
  const data = await openData(services, asked, now)
  if (!data) throw new Refusal('not-found', 'There are no results of such a game, year, day or draw.')
  return data
}

export const embedRoutes = {
  'GET /api/open/results': endpoint({
    ...common,
    summary: 'The results of today, for other sites',
    version: ({ draws }, { now }) => `${draws.current().seq} ${lagosDate(now)}`,
    handle: ({ services, now }) => found(services, {}, now),
  }),

  'GET /api/open/results/:of': endpoint({
    ...common,
    summary:
      'The results of a day (`2025-06-23`), the newest draws of a game (`diamond`) or one draw (`diamond.2025-06-23`), for other sites',
    params: z.strictObject({ of }),
    handle: ({ services, params, now }) => found(services, params, now),
  }),

  'GET /api/open/results/:of/:year': endpoint({
    ...common,
    summary: 'The results of a game’s year, for other sites',
    params: z.strictObject({ of, year: z.string().max(10) }),
    handle: ({ services, params, now }) => found(services, params, now),
  }),

  'GET /oembed': endpoint({
    summary:
      'How other sites show a public address (oEmbed 1.0): the picture of a draw, or the slip of a day or game',
    access: 'anyone',
    forOtherSites: true,
    fresh: true,
    query: oembedQuery,
    answer: oembedAnswer,
    handle: ({ services, query, now }) => oembed(services, query, now),
  }),
} satisfies Routes

/**
 * The results that other sites may show: those of the public pages, or of one draw, named by its game and date as
 * `diamond.2025-06-23`. Null for what does not exist, and for a day to come. A draw before its result has no row.
 */
async function openResults(services: Services, asked: Asked, now: number) {
  const [key, date] = (asked.of ?? '').split('.', 2)
  if (date === undefined) return publicResults(services, asked, now)
  const day = await shareDay(services, date, now)
  const found = await publicResults(services, { ...asked, of: date }, now)
  if (!found?.day || !day?.day.games.some((game) => game.key === key)) return null
  const draws = found.draws.filter(({ game }) => game === key)
  return {
    ...found,
    day: { ...found.day, games: 1 },
    games: found.games.filter((game) => game.key === key),
    draws,
    sample: draws.some(({ sample }) => sample),
  }
}

/** The same as data for other sites: each draw with its names and the page to link to. */
async function openData(services: Services, asked: Asked, now: number) {
  const found = await openResults(services, asked, now)
  if (!found) return null
  const at = (path: string) => services.settings.appUrl + path
  return {
    terms: at(PATHS.embed),
    page: at(pageOf(asked)),
    draws: found.draws.map(({ game: key, ...draw }) => {
      const { name, operator } = present(found.games.find((game) => game.key === key))
      return { game: key, name, operator, ...draw, page: at(publicDrawPath(drawOfDay(key, draw.date))) }
    }),
  }
}

/** The public page of what is asked for. */
function pageOf({ of, year }: Asked): string {
  if (of === undefined) return PATHS.results
  if (year !== undefined) return publicYearPath(of, year)
  return of.includes('.') ? publicDrawPath(of) : publicResultsPath(of)
}

/** Serves the slip that other sites frame: HTML and CSS alone, without cookies, the same for everyone for a minute. */
export function addSlips(app: Hono<Env>, services: Services, build: Build): void {
  const { draws, settings } = services
  const documents = new KeptDocuments()
  for (const path of [slipPath(), slipPath(':of')]) {
    app.use(path, slipHeaders(settings, build.styles.slip.source))
    app.get(path, async (c) => {
      const { now, seq } = await findVisit(c, services, { isForEveryone: true, forOtherSites: true })
      c.set('now', now)
      await draws.atLeast(seq)
      const of = c.req.param('of')
      const key = JSON.stringify([of, draws.current().seq, minuteOf(now)])
      const { reply, status } = await documents.find(key, async () => {
        const results = await openResults(services, { of }, now)
        const { title, html } = build.render.renderSlip(results, settings.appUrl)
        const text = slipDocument(title, html, build.styles.slip.css)
        const cache = results ? CACHE.publicMinute : CACHE.publicRevalidate
        return {
          reply: new Reply(text, { type: 'text/html; charset=utf-8', cache, etag: etagOf(text) }),
          status: results ? 200 : 404,
          isWhole: results !== null,
        }
      })
      return respond(c.req.raw, reply, status)
    })
    app.all(path, () => {
      throw new Refusal('method-not-allowed')
    })
  }
}

const slipDocument = (title: string, html: string, css: string) => `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${css}</style>
</head>
<body>${html}</body>
</html>
`
