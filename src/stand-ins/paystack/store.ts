import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Delivery,
  type Dispute,
  type Payout,
  type Refund,
  type Row,
  type Transaction,
  PAYSTACK_SECRET_KEY,
  type Modes,
  now,
} from './model.ts'
import { createHmac, randomUUID } from 'node:crypto'

export type Store = ReturnType<typeof openStore>

/**
 * Paystack's rows, oldest first, and the timers that change them. With a directory, every save also appends a line to a
 * file. A killed process can damage only the last line. The next start reads the file and rewrites it with one line per row.
 */
export function openStore(directory?: string) {
  const rows = {
    transactions: new Map<string, Transaction>(),
    refunds: new Map<string, Refund>(),
    disputes: new Map<string, Dispute>(),
    payouts: new Map<string, Payout>(),
    deliveries: new Map<string, Delivery>(),
  }
  const maps: Record<Row['kind'], Map<string, Row>> = {
    transaction: rows.transactions,
    refund: rows.refunds,
    dispute: rows.disputes,
    payout: rows.payouts,
    delivery: rows.deliveries,
  }
  const closing = new AbortController()
  const keep = (row: Row) => maps[row.kind].set(row.id, row)

  const file = directory === undefined ? null : join(directory, 'paystack.jsonl')
  if (directory !== undefined && file) {
    mkdirSync(directory, { recursive: true })
    // Text after the last line break is an incomplete write.
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
    for (const text of lines) keep(JSON.parse(text) as Row)
    const known = Object.values(maps).flatMap((map) => [...map.values()])
    writeFileSync(`${file}.new`, known.map(line).join(''), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }

  return {
    ...rows,
    transaction: (by: 'reference' | 'accessCode', value: string) =>
      [...rows.transactions.values()].find((transaction) => transaction[by] === value),
    /** Stores a new or changed row. */
    save(row: Row): void {
      keep(row)
      if (file) appendFileSync(file, line(row))
    },
    /** Runs something later, unless the store is closed. It does not keep the process alive. */
    after(milliseconds: number, act: () => void): void {
      const options = { ref: false, signal: closing.signal }
      void sleep(Math.max(0, milliseconds), undefined, options).then(act, () => undefined)
    },
    close: () => closing.abort(),
  }
}

const line = (row: Row) => `${JSON.stringify(row)}\n`

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

  async function send(delivery: Delivery): Promise<void> {
    const answer = await post(delivery)
    if (stopped.signal.aborted) return
    delivery.attempts.push({ at: now(), answer })
    store.save(delivery)
  }

  return {
    /** Creates an event about a transaction and sends it as the mode says. */
    emit: (event: string, data: object, reference: string): void => {
      const made = { kind: 'delivery', id: randomUUID(), createdAt: now() } as const
      const delivery = { ...made, event, reference, body: JSON.stringify({ event, data }), attempts: [] }
      store.save(delivery)
      if (modes.get().webhooks === 'normal') void send(delivery)
    },
    /** Sends an event again, in every mode. */
    resend: send,
    stop: () => stopped.abort(),
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>
