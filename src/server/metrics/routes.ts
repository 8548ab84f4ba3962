import type { Hono } from 'hono'
import { timingSafeEqual } from 'hono/utils/buffer'
import type { Env } from '../api/env.ts'
import { Refusal } from '../http/refusal.ts'
import { CACHE } from '../http/reply.ts'
import type { Services } from '../api/services.ts'

/** Adds `/metrics`, which requires METRICS_TOKEN. Without that setting the path does not exist. */
export function addMetrics(app: Hono<Env>, { settings, metrics }: Services): void {
  const { metricsToken } = settings
  if (metricsToken === null || !metrics) return
  app.get('/metrics', async (c) => {
    const token = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if (!(await timingSafeEqual(token, metricsToken))) {
      const headers = { 'www-authenticate': 'Bearer' }
      throw new Refusal('not-signed-in', 'The token for metrics is missing or wrong.', { headers })
    }
    const headers = { 'content-type': metrics.contentType, 'cache-control': CACHE.none }
    return new Response(await metrics.text(), { headers })
  })
}
