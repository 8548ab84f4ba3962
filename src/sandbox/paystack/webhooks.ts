import { createHmac, randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { type Delivery, PAYSTACK_SECRET_KEY } from './model.ts'
import { type Modes, now } from './modes.ts'
import type { Store } from './store.ts'

/** In test mode, Paystack retries hourly for 10 hours: https://paystack.com/docs/payments/webhooks */
const RETRY_MS = 3_600_000
const RETRIES = 10
/** Paystack's timeout for an answer. */
const RESPONSE_TIMEOUT_MS = 30_000
/** The maximum number of concurrent deliveries. */
const MAX_CONCURRENT = 64
/** After a restart, pending events wait this long for the app to start too. */
const RESTART_DELAY_MS = 2000

/**
 * Sends signed events and retries them until the app accepts them or the retry period ends.
 * @param address the app's webhook address
 */
export function createWebhooks(store: Store, modes: Modes, address: string) {
  const limit = pLimit(MAX_CONCURRENT)
  const stopped = new AbortController()

  /** Makes one attempt. @returns the HTTP status or the error message */
  async function post({ body }: Delivery): Promise<string> {
    try {
      const response = await fetch(address, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Paystack/1.0',
          'x-paystack-signature': createHmac('sha512', PAYSTACK_SECRET_KEY).update(body).digest('hex'),
        },
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
    delivery.attempts.push({ at: now(), answer })
    const isOver = answer === '200' || delivery.attempts.length > RETRIES
    delivery.dueAt = isOver ? null : now() + RETRY_MS
    store.save(delivery)
    schedule(delivery)
  }

  function schedule(delivery: Delivery, minDelayMs = 0): void {
    const { dueAt } = delivery
    if (dueAt === null) return
    store.after(Math.max(dueAt - now(), minDelayMs), () => {
      if (delivery.dueAt === dueAt) send(delivery)
    })
  }

  const send = (delivery: Delivery): void => void limit(attempt, delivery)

  for (const delivery of store.deliveries.values()) schedule(delivery, RESTART_DELAY_MS)

  return {
    /** Creates an event about a transaction and sends it as the mode says. */
    emit: (event: string, data: object, reference: string): void => {
      const { webhooks } = modes.get()
      const delivery: Delivery = {
        kind: 'delivery',
        id: randomUUID(),
        event,
        reference,
        body: JSON.stringify({ event, data }),
        createdAt: now(),
        attempts: [],
        dueAt: webhooks === 'off' ? null : now(),
      }
      store.save(delivery)
      if (webhooks === 'off') return
      send(delivery)
    },
    /** Sends an event again, in every mode. */
    resend: send,
    stop: () => stopped.abort(),
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>
