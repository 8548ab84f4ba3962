import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { html, raw } from 'hono/html'
import { z } from 'zod'

export interface Env {
  Bindings: HttpBindings
}

/** Escaped HTML. */
export type Markup = ReturnType<typeof html>

const STYLE = `
  :root { color-scheme: light dark; background: Canvas; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 40rem; margin: 0 auto; padding: 1rem }
  h1 { font-size: 1.5rem; overflow-wrap: anywhere }
  label, button { display: block }
  label, button, summary { margin: .75rem 0; min-height: 1.5rem }
  input:not([type=checkbox]), select { display: block; width: 100%; box-sizing: border-box; padding: .6rem; font: inherit }
  input[type=checkbox] { width: 1.5rem; height: 1.5rem; vertical-align: middle }
  input[type=checkbox] + label { display: inline }
  button { width: 100%; min-height: 3rem; padding: .5rem; font: inherit; overflow-wrap: anywhere }
  .note { border-inline-start: .25rem solid; padding-inline-start: .75rem }
  li { margin: .75rem 0; overflow-wrap: anywhere }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
  code { overflow-wrap: anywhere }
  [hidden] { display: none !important }
  iframe { width: 100%; height: 70vh; box-sizing: border-box; border: 1px solid; background: #fff }
`

/** An instant, in milliseconds or as ISO 8601. */
export function time(at: number | string): Markup {
  const iso = new Date(at).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
}

/** A complete page of the sandbox, without script. */
export function page(title: string, content: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

/**
 * The simulated faults of a company, which `GET` and `PUT` on a path read and replace as JSON; `{}` is normal.
 * @param schema of a mode. Its `times` counts the calls of `use` that the mode holds for
 */
export function createMode<Schema extends z.ZodType<object>>(schema: Schema, path: string) {
  type Mode = z.output<Schema> & { times?: number | undefined }
  const normal: Mode = schema.parse({})
  let mode = normal
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
    /** The mode of one call. */
    use(): Mode {
      const used = mode
      if (used.times) mode = used.times > 1 ? { ...used, times: used.times - 1 } : normal
      return used
    },
  }
}

/** How a company answers instead of properly. */
export const FAULTS = z.strictObject({
  /** The answer's status, headers and body. The request has no effect. */
  status: z.int().min(200).max(599).optional(),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().optional(),
  /** The connection breaks `before` the request has its effect, or `after` it. */
  drop: z.enum(['before', 'after']).optional(),
  /** Milliseconds between a request's effect and its answer. */
  slow: z.int().min(0).max(60_000).default(0),
  /** Applies to addresses with this end alone. */
  only: z.string().default(''),
  /** The number of requests that all this applies to; every one without it. */
  times: z.int().positive().optional(),
})

/** Answers with the faults of a mode. */
export function withFaults(mode: ReturnType<typeof createMode<typeof FAULTS>>): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!c.req.path.endsWith(mode.get().only)) return next()
    const { status, headers, body, drop, slow } = mode.use()
    if (drop === 'before') c.env.outgoing.destroy()
    if (drop === 'before' || status !== undefined || body !== undefined)
      return new Response(body ?? null, { status: status ?? 200, headers })
    await next()
    if (slow > 0) await sleep(slow, undefined, { ref: false })
    if (drop === 'after') c.env.outgoing.destroy()
  }
}
