import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Services } from './services.ts'
import type { Env } from './env.ts'
import { Refusal } from '../http/refusal.ts'
import { CACHE } from '../http/reply.ts'

const NOT_KEPT = { 'cache-control': CACHE.none }

/**
 * `/healthz`: the process runs. `/readyz`: it can answer people, because its database answers and it is not leaving. A full
 * disk leaves it ready, with `writes` false: all processes share the disk, and people can still read.
 */
export function addHealth(app: Hono<Env>, { db, lifecycle, space }: Services): void {
  app.get('/healthz', (c) => c.json({ ok: true }, 200, NOT_KEPT))
  app.get('/readyz', async (c) => {
    if (lifecycle.phase !== 'serving') throw new Refusal('unavailable', 'This server is stopping.')
    try {
      await db.execute(sql`select 1`)
    } catch (error) {
      c.var.log.warn({ error }, 'not ready')
      throw new Refusal('unavailable', undefined, { headers: { 'retry-after': '5' } })
    }
    return c.json({ ready: true, writes: space.writable }, 200, NOT_KEPT)
  })
}
