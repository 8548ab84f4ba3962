import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Services } from '../services.ts'
import type { Env } from './env.ts'
import { Refusal } from './refusal.ts'

/** `/healthz`: the process runs. `/readyz`: it can answer people, because its database does. */
export function addHealth(app: Hono<Env>, { db }: Services): void {
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    try {
      await db.execute(sql`select 1`)
    } catch (error) {
      c.var.log.warn({ error }, 'not ready')
      throw new Refusal('unavailable', undefined, { headers: { 'retry-after': '5' } })
    }
    return c.json({ ready: true })
  })
}
