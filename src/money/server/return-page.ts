import { setTimeout as sleep } from 'node:timers/promises'
import type { Hono } from 'hono'
import { BILLING_LIMITS } from '../rules/limits.ts'
import { returnedReference } from '../rules/payments.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import type { Env } from '../../platform/server/api/env.ts'
import { createFormCall } from '../../platform/server/api/plain-forms.ts'
import type { PageTools } from '../../platform/server/api/pages.ts'

/** Asks Paystack about the payment of a payer who comes back from its page, because the payer's browser may have no script. */
export function addReturnPage(app: Hono<Env>, { services }: PageTools): void {
  const callApi = createFormCall(app, services.settings)
  app.get(PATHS.paymentChannel, async (c, next) => {
    const reference = returnedReference(new URL(c.req.url).searchParams)
    if (reference) {
      const confirmed = callApi(c, `/api/payments/${reference}/confirm`, undefined)
      await Promise.race([confirmed, sleep(BILLING_LIMITS.returnMs, undefined, { ref: false })])
    }
    return next()
  })
}
