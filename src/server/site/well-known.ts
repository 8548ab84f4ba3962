import type { Context, Hono } from 'hono'
import { PATHS, publicResultsPath } from '../../domain/site/paths.ts'
import { keyPath } from './announce-pages.ts'
import { sitemap, sitemapIndex, robotsText } from './sitemap.ts'
import type { Env } from '../api/env.ts'
import type { Services } from '../api/services.ts'
import { CACHE, type Reply, respond } from '../http/reply.ts'
import { feed, type FeedKind } from './feeds.ts'

const DAY_MS = 24 * 60 * 60_000
/** RFC 9116 asks for less than a year. */
const VALID_DAYS = 180

const kindOf = (file: string): FeedKind => (file.endsWith('.json') ? 'json' : 'xml')

/** Adds `/robots.txt`, the sitemaps, the feeds of results, where there is one the key of IndexNow and, where there is a support address, `/.well-known/security.txt` (RFC 9116). */
export function addWellKnown(app: Hono<Env>, services: Services): void {
  const { settings, clock, urgentDb } = services
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': CACHE.publicRevalidate }
  app.get('/robots.txt', (c) => c.body(robotsText(settings.appUrl), 200, headers))
  // What messengers and feeds linked before a day had one page.
  app.get('/d/day/:date{\\d{4}-\\d\\d-\\d\\d}', (c) =>
    c.redirect(publicResultsPath(c.req.param('date')), 301),
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
  const { supportEmail, appUrl, indexNowKey: key } = settings
  if (key) app.get(keyPath(key), (c) => c.body(key, 200, headers))
  if (!supportEmail) return
  app.get('/.well-known/security.txt', async (c) => {
    const now = await clock.now(urgentDb)
    const expires = new Date(now + VALID_DAYS * DAY_MS).toISOString().slice(0, 10)
    const lines = [
      `Contact: mailto:${supportEmail}`,
      `Expires: ${expires}T00:00:00Z`,
      'Preferred-Languages: en',
      `Canonical: ${appUrl}/.well-known/security.txt`,
    ]
    return c.body(lines.join('\n') + '\n', 200, headers)
  })
}
