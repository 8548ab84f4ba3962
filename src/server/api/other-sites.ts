import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { clientAddress } from '../http/client-address.ts'
import { isDatabaseUnavailable } from '../http/problem.ts'
import { dataHeaders } from '../http/security.ts'
import type { Env } from './env.ts'
import type { Services } from './services.ts'

/**
 * Lets scripts of every site read a call's answers and refusals, without cookies, and counts the requests of each network.
 * Counting writes to the database; the answers come from memory, also while it is full or away.
 */
export function openToOtherSites({ settings, limits, space }: Services): MiddlewareHandler<Env>[] {
  const security = dataHeaders(settings, { crossOriginResourcePolicy: 'cross-origin' })
  return [
    async ({ env: { outgoing } }, next) => {
      if (outgoing) outgoing.security = await security
      await next()
    },
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD'],
      exposeHeaders: ['etag', 'retry-after', 'server-time'],
      maxAge: 86_400,
    }),
    async ({ env: { incoming } }, next) => {
      const address = clientAddress(incoming, settings.trustedProxies)
      if (space.writable)
        await limits.consume('otherSites', address).catch((error: unknown) => {
          if (!isDatabaseUnavailable(error)) throw error
        })
      await next()
    },
  ]
}
