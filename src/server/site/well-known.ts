import type { Hono } from 'hono'
import type { Env } from '../api/env.ts'
import type { Services } from '../api/services.ts'
import { CACHE } from '../http/reply.ts'

const DAY_MS = 24 * 60 * 60_000
/** RFC 9116 asks for less than a year. */
const VALID_DAYS = 180

/** Search engines may read what everyone may; the rest is behind the login. */
const ROBOTS = `User-agent: *
Disallow: /api/
Disallow: /admin
Disallow: /dashboard
`

/** Adds `/robots.txt` and, where there is a support address, `/.well-known/security.txt` (RFC 9116). */
export function addWellKnown(app: Hono<Env>, { settings, clock, urgentDb }: Services): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': CACHE.publicRevalidate }
  app.get('/robots.txt', (c) => c.body(ROBOTS, 200, headers))
  const { supportEmail, appUrl } = settings
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
