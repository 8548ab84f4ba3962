import { SERVER_LIMITS } from '../../../platform/rules/base/limits.ts'
import type { Context, Hono } from 'hono'
import { STRUCK_FIGURES } from '../../../statistics/rules/lab/figures.ts'
import {
  methodPath,
  PATHS,
  PATTERNS,
  publicResultsPath,
  drawOfDay,
  publicDrawPath,
  publicFeedPath,
} from '../../../platform/rules/site/paths.ts'
import { sitemap, sitemapIndex, robotsText, drawsChangedAt } from './sitemap.ts'
import type { Env } from '../../../platform/server/api/env.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { CACHE, Reply, respond, etagOf } from '../../../platform/server/http/reply.ts'
import { dayOf, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { and, between, isNull } from 'drizzle-orm'
import { SHARE_LIMITS } from '../../../platform/rules/site/share-pictures.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { draws as drawTable } from '../../../draws/server/tables.ts'
import { inTitle } from '../../../draws/rules/operators.ts'
import { drawAt } from '../../../draws/rules/history.ts'
import { drawSentence, resultTitle } from '../../../draws/rules/draw-text.ts'
import { keptPromise } from '../../../draws/server/memory.ts'
import { escapeHtml, FEED_TYPES } from '../../../platform/server/http/document.ts'

type Of = Pick<Services, 'db' | 'draws' | 'settings'>
type FeedKind = keyof typeof FEED_TYPES

interface Feed {
  title: string
  path: string
  /** The page that shows the same. */
  page: string
  /** Newest first. `id` stays through a correction, also of the date. Times are in milliseconds. */
  items: { id: string; url: string; title: string; text: string; at: number }[]
}

/** The newest results as Atom or JSON Feed, of all games or of one; null for an unknown game. */
async function feed(services: Of, kind: FeedKind, game?: string): Promise<Reply | null> {
  const { games } = services.draws.current()
  if (game !== undefined && games.every(({ key }) => key !== game)) return null
  return keptPromise(services.draws, `feed ${kind} ${game ?? ''}`, async () => {
    const found = await readFeed(services, game)
    const text =
      kind === 'xml' ? atom(found, services.settings.appUrl) : jsonFeed(found, services.settings.appUrl)
    return new Reply(text, {
      type: `${FEED_TYPES[kind]}; charset=utf-8`,
      cache: CACHE.publicMinute,
      etag: etagOf(text),
    })
  })
}

async function readFeed({ db, draws, settings }: Of, only: string | undefined): Promise<Feed> {
  const { games, history } = draws.current()
  const newest = games
    .flatMap((game) => {
      const its = history.games.get(game.key)
      if (!its || (only !== undefined && only !== game.key)) return []
      const length = Math.min(SHARE_LIMITS.feedItems, its.length)
      return Array.from({ length }, (_, i) => ({ game, draw: drawAt(its, its.length - 1 - i) }))
    })
    .sort((a, b) => dayOf(b.draw.date) - dayOf(a.draw.date))
    .slice(0, SHARE_LIMITS.feedItems)
  const [first, last] = [newest.at(-1)?.draw.date, newest[0]?.draw.date]
  const changed = first && last ? await drawsChangedAt(db, first, last) : new Map<string, number>()
  const ids = first && last ? await publicIdsOf(db, first, last) : new Map<string, string>()
  const items = newest.flatMap(({ game, draw }) => {
    const { date } = draw
    const path = publicDrawPath(drawOfDay(game.key, date))
    const [at, id] = [changed.get(path), ids.get(path)]
    if (at === undefined || id === undefined) return []
    const url = settings.appUrl + path
    return [
      {
        id: settings.appUrl + publicDrawPath(id),
        url,
        title: resultTitle(game, date),
        text: drawSentence(draw),
        at,
      },
    ]
  })
  const its = games.find(({ key }) => key === only)
  return {
    title: `${its ? `${inTitle([its.operator])} ${its.name}` : 'Lotto'} results`,
    path: publicFeedPath(only),
    page: only === undefined ? PATHS.results : publicResultsPath(only),
    items: items.sort((a, b) => b.at - a.at),
  }
}

/** The public ids of the draws of some days by the path of their page. */
async function publicIdsOf(db: Db, from: LagosDate, to: LagosDate): Promise<Map<string, string>> {
  const { gameKey, date, publicId, deletedAt } = drawTable
  const rows = await db
    .select({ gameKey, date, publicId })
    .from(drawTable)
    .where(and(between(date, from, to), isNull(deletedAt)))
  return new Map(rows.map((row) => [publicDrawPath(drawOfDay(row.gameKey, row.date)), row.publicId]))
}

/** RFC 4287. A feed without entries was last changed when nothing was. */
function atom({ title, path, page, items }: Feed, appUrl: string): string {
  const time = (at: number) => new Date(Math.floor(at)).toISOString()
  const self = `${appUrl}${path}.xml`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-NG">',
    `<id>${escapeHtml(self)}</id>`,
    `<title>${escapeHtml(title)}</title>`,
    `<updated>${time(Math.max(0, ...items.map(({ at }) => at)))}</updated>`,
    '<author><name>Lotto Forecast</name></author>',
    `<link rel="self" type="${FEED_TYPES.xml}" href="${escapeHtml(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeHtml(appUrl + page)}"/>`,
    ...items.map(
      ({ id, url, title: name, text, at }) =>
        `<entry><id>${escapeHtml(id)}</id><title>${escapeHtml(name)}</title><updated>${time(at)}</updated><link rel="alternate" type="text/html" href="${escapeHtml(url)}"/><content type="text">${escapeHtml(text)}</content></entry>`,
    ),
    '</feed>',
    '',
  ].join('\n')
}

/** Version 1.1. */
const jsonFeed = ({ title, path, page, items }: Feed, appUrl: string): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: appUrl + page,
    feed_url: `${appUrl}${path}.json`,
    language: 'en-NG',
    authors: [{ name: 'Lotto Forecast' }],
    items: items.map(({ id, url, title: name, text, at }) => ({
      id,
      url,
      title: name,
      content_text: text,
      date_modified: new Date(Math.floor(at)).toISOString(),
    })),
  })

const DAY_MS = 24 * 60 * 60_000

const kindOf = (file: string): FeedKind => (file.endsWith('.json') ? 'json' : 'xml')

/** Adds `/robots.txt`, the sitemaps, the feeds of results and, where there is a support address, `/.well-known/security.txt` (RFC 9116). */
export function addWellKnown(app: Hono<Env>, services: Services): void {
  const { settings, clock, urgentDb } = services
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': CACHE.publicRevalidate }
  app.get('/robots.txt', (c) => c.body(robotsText(settings.appUrl), 200, headers))
  // What messengers and feeds linked before a day had one page.
  app.get('/d/day/:date{\\d{4}-\\d\\d-\\d\\d}', (c) =>
    c.redirect(publicResultsPath(c.req.param('date')), 301),
  )
  // Ten figures of the lab had a screen and a method before one page had all proofs.
  app.get(PATHS.statistics, async (c, next) =>
    STRUCK_FIGURES.has(c.req.query('figure') ?? '') ? c.redirect(PATHS.fair, 301) : next(),
  )
  app.get(PATTERNS.method, async (c, next) =>
    STRUCK_FIGURES.has(c.req.param('method')) ? c.redirect(methodPath('many-looks'), 301) : next(),
  )
  app.get('/sitemap.xml', async (c) => respond(c.req.raw, await sitemapIndex(services)))
  const found = (c: Context<Env>, reply: Reply | null) => (reply ? respond(c.req.raw, reply) : c.notFound())
  app.get('/sitemap/:name{.+\\.xml}', async (c) =>
    found(
      c,
      await sitemap(services, c.req.param('name').slice(0, -'.xml'.length), await clock.now(urgentDb)),
    ),
  )
  app.get(`${PATHS.results}/:file{feed\\.(?:xml|json)}`, async (c) =>
    found(c, await feed(services, kindOf(c.req.param('file')))),
  )
  app.get(`${PATHS.results}/:game/:file{feed\\.(?:xml|json)}`, async (c) =>
    found(c, await feed(services, kindOf(c.req.param('file')), c.req.param('game'))),
  )
  const { supportEmail, appUrl } = settings
  if (!supportEmail) return
  app.get('/.well-known/security.txt', async (c) => {
    const now = await clock.now(urgentDb)
    const expires = new Date(now + SERVER_LIMITS.securityTextDays * DAY_MS).toISOString().slice(0, 10)
    const lines = [
      `Contact: mailto:${supportEmail}`,
      `Expires: ${expires}T00:00:00Z`,
      'Preferred-Languages: en',
      `Canonical: ${appUrl}/.well-known/security.txt`,
    ]
    return c.body(lines.join('\n') + '\n', 200, headers)
  })
}
