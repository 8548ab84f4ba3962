import type { Hono } from 'hono'
import { robotsText } from './listed-pages.ts'
import type { Env } from '../api/env.ts'
import type { Services } from '../api/services.ts'
import { CACHE, respond } from '../http/reply.ts'
import { sitemap } from './sitemap.ts'

const DAY_MS = 24 * 60 * 60_000
/** RFC 9116 asks for less than a year. */
const VALID_DAYS = 180

/** Adds `/robots.txt`, `/sitemap.xml` and, where there is a support address, `/.well-known/security.txt` (RFC 9116). */
export function addWellKnown(app: Hono<Env>, services: Services): void {
  const { settings, clock, urgentDb } = services
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': CACHE.publicRevalidate }
  const { supportEmail, appUrl } = settings
  app.get('/robots.txt', (c) => c.body(robotsText(appUrl), 200, headers))
  app.get('/sitemap.xml', async (c) => respond(c.req.raw, await sitemap(services, await clock.now(urgentDb))))
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
