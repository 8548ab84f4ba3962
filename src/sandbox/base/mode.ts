import { Hono } from 'hono'
import { z } from 'zod'

/**
 * The simulated faults of a company, which `GET` and `PUT` on a path read and replace as JSON.
 * @param schema of a mode. Its `times` counts the calls of `use` that the mode holds for
 */
export function createMode<Schema extends z.ZodType<object>>(
  schema: Schema,
  path: string,
  normal: z.input<Schema> = {} as z.input<Schema>,
) {
  type Mode = z.output<Schema> & { times?: number | null }
  let mode: Mode = schema.parse(normal)
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
      if (used.times) mode = used.times > 1 ? { ...used, times: used.times - 1 } : schema.parse(normal)
      return used
    },
  }
}
