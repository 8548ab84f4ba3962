import { createHmac, randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { PAYSTACK_SECRET_KEY } from './account.ts'
import type { Delivery } from './model.ts'
import type { Modes, ModeState } from './modes.ts'
import type { Store } from './store.ts'
import type { Timers } from './timers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/**
 * How long Paystack waits before the attempt after the n-th one, null after the last: in live mode every 3 minutes for
 * 4 tries and then hourly for 72 hours, in test mode hourly for 10 hours.
 * Source: https://paystack.com/docs/payments/webhooks
 */
export function waitBefore(attempts: number, domain: ModeState['domain']): number | null {
  if (domain === 'test') return attempts <= 10 ? HOUR : null
  if (attempts < 4) return 3 * MINUTE
  return attempts < 4 + 72 ? HOUR : null
}

/** How long Paystack waits for an answer. */
const TIMEOUT = 30_000
/** How many events are on their way at once. */
const AT_ONCE = 64
/** How long `reordered` waits for another event. */
const QUIET = 1000
/** After a restart the app gets this long to be there before what was left over is sent. */
const HEAD_START = 2000

interface Context {
  store: Store
  modes: Modes
  timers: Timers
  /** Where the app listens for events. */
  address: string
}

/** Sends signed events until the app takes them or Paystack gives up. */
export function createWebhooks({ store, modes, timers, address }: Context) {
  const limit = pLimit(AT_ONCE)
  const stopped = new AbortController()
  const held: Delivery[] = []
  let additions = 0

  /** One attempt. @returns the status, or why there was none */
  async function post(delivery: Delivery): Promise<string> {
    try {
      const { body, headers } = sealed(delivery.body, modes.get().webhooks)
      const response = await fetch(address, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'user-agent': 'Paystack/1.0', ...headers },
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(TIMEOUT)]),
      })
      await response.body?.cancel()
      return String(response.status)
    } catch (error) {
      const { message, cause } = error as Error
      return cause instanceof Error ? cause.message : message
    }
  }

  async function attempt(delivery: Delivery): Promise<void> {
    if (stopped.signal.aborted) return
    const answer = await post(delivery)
    if (stopped.signal.aborted) return
    delivery.attempts.push({ at: modes.now(), answer })
    const { domain, retryFactor } = modes.get()
    const wait = answer === '200' ? null : waitBefore(delivery.attempts.length, domain)
    delivery.dueAt = wait === null ? null : modes.now() + wait * retryFactor
    store.save(delivery)
    arm(delivery)
  }

  function arm(delivery: Delivery, headStart = 0): void {
    const { dueAt } = delivery
    if (dueAt === null) return
    timers.after(Math.max(dueAt - modes.now(), headStart), () => {
      if (delivery.dueAt === dueAt) send(delivery)
    })
  }

  const send = (delivery: Delivery): void => void limit(attempt, delivery)

  /** Lets what was held go when no further event came for a while, last first. */
  function hold(delivery: Delivery): void {
    held.push(delivery)
    const before = ++additions
    timers.after(QUIET, () => {
      if (before === additions) for (const delivery of held.splice(0).reverse()) send(delivery)
    })
  }

  function begin(delivery: Delivery): void {
    const { webhooks } = modes.get()
    if (webhooks === 'off') return
    if (webhooks === 'reordered') return hold(delivery)
    for (let i = 0; i < (webhooks === 'duplicated' ? 5 : 1); i++) send(delivery)
  }

  for (const delivery of store.deliveries.values()) arm(delivery, HEAD_START)

  return {
    /** Makes an event and sends it as the switch says. */
    emit(event: string, data: unknown, reference: string | null = null): Delivery {
      const { webhooks, webhookDelay } = modes.get()
      const now = modes.now()
      const delivery: Delivery = {
        kind: 'delivery',
        id: randomUUID(),
        event,
        reference,
        body: JSON.stringify({ event, data }),
        createdAt: now,
        attempts: [],
        dueAt: webhooks === 'off' ? null : now + webhookDelay,
      }
      store.save(delivery)
      if (webhookDelay > 0) timers.after(webhookDelay, () => begin(delivery))
      else begin(delivery)
      return delivery
    },
    /** Sends an event once more, whatever the switch says about sending. */
    resend: send,
    stop: () => stopped.abort(),
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>

/** The bytes and headers of one attempt. Signed are the bytes of the body, with the secret key, in lower-case hex. */
function sealed(
  body: string,
  mode: ModeState['webhooks'],
): { body: string; headers: Record<string, string> } {
  if (mode === 'unsigned') return { body, headers: {} }
  const key = mode === 'wrong-signature' ? 'sk_test_of_somebody_else' : PAYSTACK_SECRET_KEY
  const headers = { 'x-paystack-signature': createHmac('sha512', key).update(body).digest('hex') }
  return { body: mode === 'altered' ? body.replace(/\}$/, ' }') : body, headers }
}
