import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { alreadySent } from '../already-sent.ts'
import type { Call, Modes } from './modes.ts'

export interface Env {
  Bindings: HttpBindings
}

/** The padding of the `huge` mode. */
const HUGE_PADDING_BYTES = 32 * 1024 * 1024

/** Delays or breaks the answer of a call as the mode says. */
export const injectFaults =
  (modes: Modes, call: Call): MiddlewareHandler<Env> =>
  async (c, next) => {
    const { answers, slow } = modes.use(call)
    if (slow > 0) await sleep(slow, undefined, { ref: false })
    switch (answers) {
      case 'normal':
        return next()
      case 'bad-gateway':
        return c.html('<html><body><h1>502 Bad Gateway</h1></body></html>', 502)
      case 'server-error':
        return c.json(
          { status: false, message: 'An error occurred', meta: {}, type: 'api_error', code: 'unknown' },
          500,
        )
      case 'rate-limited':
        c.header('x-ratelimit-limit', '100')
        c.header('x-ratelimit-remaining', '0')
        c.header('x-ratelimit-reset', '60')
        return c.json(
          { status: false, message: 'Too many requests', type: 'api_error', code: 'rate_limited' },
          429,
        )
      case 'refused':
        return closeConnection(c)
      case 'lost':
        await next()
        c.res = undefined
        c.res = closeConnection(c)
        return
      case 'broken-json':
        return replaceBody(c, next, (text) => text.slice(0, Math.floor(text.length / 2)))
      case 'huge':
        return replaceBody(c, next, (text) => text + ' '.repeat(HUGE_PADDING_BYTES))
      case 'drip':
        return replaceBody(c, next, drip)
    }
  }

/** Closes the connection without an answer. */
function closeConnection(c: Context<Env>): Response {
  c.env.incoming.socket.destroy()
  return alreadySent()
}

async function replaceBody(
  c: Context<Env>,
  next: () => Promise<void>,
  change: (text: string) => string | ReadableStream,
): Promise<void> {
  await next()
  const { status, headers } = c.res
  const text = await c.res.text()
  const kept = new Headers(headers)
  kept.delete('content-length')
  c.res = undefined
  c.res = new Response(change(text), { status, headers: kept })
}

/** Sends one byte per second. */
function drip(text: string): ReadableStream {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    async pull(controller) {
      if (at > 0) await sleep(1000, undefined, { ref: false })
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, ++at))
    },
  })
}
