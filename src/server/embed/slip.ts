import type { Hono } from 'hono'
import { minuteOf } from '../../domain/base/calendar.ts'
import { slipPath } from '../../domain/share/other-sites.ts'
import type { Env } from '../api/env.ts'
import { findVisit } from '../api/find-visit.ts'
import type { Services } from '../api/services.ts'
import type { Build } from '../http/build.ts'
import { escapeHtml } from '../http/document.ts'
import { CACHE, etagOf, Reply, respond, KeptDocuments } from '../http/reply.ts'
import { Refusal } from '../http/refusal.ts'
import { slipHeaders } from '../http/security.ts'
import { openResults } from './open-results.ts'

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
