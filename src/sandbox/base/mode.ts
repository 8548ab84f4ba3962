import { Hono } from 'hono'
import { z } from 'zod'

/**
 * The simulated faults of a company, which `GET` and `PUT` on a path read and replace as JSON.
 * @param schema parses `{}` as the normal mode. A `times` counts the calls of `use` that the mode holds for
 */
export function createMode<Schema extends z.ZodType<object>>(schema: Schema, path: string) {
  type Mode = z.output<Schema> & { times?: number | null }
  const normal = () => schema.parse({}) as Mode
  let mode = normal()
  const routes = new Hono()
  routes.get(path, (c) => c.json(mode))
  routes.put(path, async (c) => {
    const parsed = schema.safeParse(await c.req.json().catch(() => null))
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400)
    mode = parsed.data
    return c.json(mode)
  })
  return {
    routes,
    get: (): Mode => mode,
    set: (next: Mode) => void (mode = next),
    /** The mode of one call. */
    use(): Mode {
      const used = mode
      if (used.times) mode = used.times > 1 ? { ...used, times: used.times - 1 } : normal()
      return used
    },
  }
}
