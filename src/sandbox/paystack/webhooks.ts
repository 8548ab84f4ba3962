import { createHmac, randomUUID } from 'node:crypto'
import { type Delivery, PAYSTACK_SECRET_KEY } from './model.ts'
import { type Modes, now } from './modes.ts'
import type { Store } from './store.ts'

/** Paystack's timeout for an answer. */
const RESPONSE_TIMEOUT_MS = 30_000

/**
 * Sends signed events, each once. Paystack would repeat one that the app did not accept after an hour; here a button does.
 * @param address the app's webhook address
 */
export function createWebhooks(store: Store, modes: Modes, address: string) {
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
    store.save(delivery)
  }

  const send = (delivery: Delivery): void => void attempt(delivery)

  return {
    /** Creates an event about a transaction and sends it as the mode says. */
    emit: (event: string, data: object, reference: string): void => {
      const delivery: Delivery = {
        kind: 'delivery',
        id: randomUUID(),
        event,
        reference,
        body: JSON.stringify({ event, data }),
        createdAt: now(),
        attempts: [],
      }
      store.save(delivery)
      if (modes.get().webhooks === 'normal') send(delivery)
    },
    /** Sends an event again, in every mode. */
    resend: send,
    stop: () => stopped.abort(),
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>
