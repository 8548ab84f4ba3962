import { createHmac, randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { PAYSTACK_SECRET_KEY } from './account.ts'
import type { Delivery } from './model.ts'
import type { Modes, ModeState } from './modes.ts'
import type { Store } from './store.ts'
import type { Timers } from './timers.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * The delay in milliseconds after the n-th attempt, null after the last. Live mode retries every 3 minutes for 4 tries
 * and then hourly for 72 hours; test mode retries hourly for 10 hours.
 * Source: https://paystack.com/docs/payments/webhooks
 */
export function retryDelayMs(attempts: number, domain: ModeState['domain']): number | null {
  if (domain === 'test') return attempts <= 10 ? HOUR_MS : null
  if (attempts < 4) return 3 * MINUTE_MS
  return attempts < 4 + 72 ? HOUR_MS : null
}

/** Paystack's timeout for an answer. */
const RESPONSE_TIMEOUT_MS = 30_000
/** The maximum number of concurrent deliveries. */
const MAX_CONCURRENT = 64
/** The time without a new event after which `reordered` sends the collected ones. */
const REORDER_QUIET_MS = 1000
/** After a restart, pending events wait this long for the app to start too. */
const RESTART_DELAY_MS = 2000

interface Context {
  store: Store
  modes: Modes
  timers: Timers
  /** The app's webhook address. */
  address: string
}

/** Sends signed events and retries them until the app accepts them or the retry period ends. */
export function createWebhooks({ store, modes, timers, address }: Context) {
  const limit = pLimit(MAX_CONCURRENT)
  const stopped = new AbortController()
  const reordered: Delivery[] = []
  let collected = 0

  /** Makes one attempt. @returns the HTTP status or the error message */
  async function post(delivery: Delivery): Promise<string> {
    try {
      const { body, headers } = sign(delivery.body, modes.get().webhooks)
      const response = await fetch(address, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'user-agent': 'Paystack/1.0', ...headers },
        redirect: 'manual',
        signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
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
    const wait = answer === '200' ? null : retryDelayMs(delivery.attempts.length, domain)
    delivery.dueAt = wait === null ? null : modes.now() + wait * retryFactor
    store.save(delivery)
    scheduleAttempt(delivery)
  }

  function scheduleAttempt(delivery: Delivery, minDelayMs = 0): void {
    const { dueAt } = delivery
    if (dueAt === null) return
    timers.after(Math.max(dueAt - modes.now(), minDelayMs), () => {
      if (delivery.dueAt === dueAt) send(delivery)
    })
  }

  const send = (delivery: Delivery): void => void limit(attempt, delivery)

  /** Collects events until no new one arrives for a while, then sends the newest first. */
  function collect(delivery: Delivery): void {
    reordered.push(delivery)
    const ownCount = ++collected
    timers.after(REORDER_QUIET_MS, () => {
      if (ownCount === collected) for (const delivery of reordered.splice(0).reverse()) send(delivery)
    })
  }

  function firstAttempt(delivery: Delivery): void {
    const { webhooks } = modes.get()
    if (webhooks === 'off') return
    if (webhooks === 'reordered') return collect(delivery)
    for (let i = 0; i < (webhooks === 'duplicated' ? 5 : 1); i++) send(delivery)
  }

  for (const delivery of store.deliveries.values()) scheduleAttempt(delivery, RESTART_DELAY_MS)

  return {
    /** Creates an event and sends it as the mode says. */
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
      if (webhookDelay > 0) timers.after(webhookDelay, () => firstAttempt(delivery))
      else firstAttempt(delivery)
      return delivery
    },
    /** Sends an event again, in every mode. */
    resend: send,
    stop: () => stopped.abort(),
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>

/** The body and headers of one attempt. The signature is the HMAC of the body's bytes in lower-case hex. */
function sign(body: string, mode: ModeState['webhooks']): { body: string; headers: Record<string, string> } {
  if (mode === 'unsigned') return { body, headers: {} }
  const key = mode === 'wrong-signature' ? 'sk_test_of_another_merchant' : PAYSTACK_SECRET_KEY
  const headers = { 'x-paystack-signature': createHmac('sha512', key).update(body).digest('hex') }
  return { body: mode === 'altered' ? body.replace(/\}$/, ' }') : body, headers }
}
