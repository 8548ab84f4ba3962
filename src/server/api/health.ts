import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Services } from './services.ts'
import { type Env, logOf } from './env.ts'
import { Refusal } from '../http/refusal.ts'
import { CACHE } from '../http/reply.ts'

/** Balancers and Prometheus call these by the address of one process. They name no host of this site, and read no cookie. */
export const PROCESS_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

const NO_STORE = { 'cache-control': CACHE.none }

/**
 * `/healthz`: the process runs. `/readyz`: the database answers and the server is not stopping. With a full disk the server
 * stays ready, with `writes` false: all processes share the disk, and reads still work.
 */
export function addHealth(app: Hono<Env>, { urgentDb, lifecycle, space, log }: Services): void {
  app.get('/healthz', (c) => c.json({ ok: true }, 200, NO_STORE))
  app.get('/readyz', async (c) => {
    if (lifecycle.phase !== 'serving') throw new Refusal('unavailable', 'This server is stopping.')
    try {
      await urgentDb.execute(sql`select 1`)
    } catch (error) {
      logOf(c, { log }).warn({ error }, 'not ready')
      throw new Refusal('unavailable', undefined, { headers: { 'retry-after': '5' } })
    }
    return c.json({ ready: true, writes: space.writable }, 200, NO_STORE)
  })
}
