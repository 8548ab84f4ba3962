import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { addJobsSql } from '../../queue/add-job.ts'
import { webhookDeliveries } from '../../tables/payments.ts'

type Delivery = typeof webhookDeliveries.$inferInsert

interface Waiting {
  delivery: Delivery
  resolve(): void
  reject(error: unknown): void
}

/** Deliveries of one statement at most. */
const BATCH_SIZE = 200

export interface WebhookInbox {
  /** Comes back when the delivery is in the database, together with the job that follows from it. */
  store(delivery: Delivery): Promise<void>
}

/**
 * Stores webhooks. Those that arrive while others are being written are written together next, so that a storm costs a
 * few large statements instead of thousands of small ones; nobody is answered before their own is committed.
 */
export function createWebhookInbox(db: Db): WebhookInbox {
  const waiting: Waiting[] = []
  let busy = false

  async function writeAll(): Promise<void> {
    if (busy) return
    busy = true
    while (waiting.length > 0) await write(db, waiting.splice(0, BATCH_SIZE))
    busy = false
  }

  return {
    store: (delivery) =>
      new Promise((resolve, reject) => {
        waiting.push({ delivery, resolve, reject })
        void writeAll()
      }),
  }
}

/**
 * One that cannot be stored must not take the others with it: where the fault is in what was sent, each is tried alone.
 * Never throws.
 */
async function write(db: Db, batch: readonly Waiting[]): Promise<void> {
  try {
    await storeTogether(
      db,
      batch.map(({ delivery }) => delivery),
    )
    for (const one of batch) one.resolve()
  } catch (error) {
    if (batch.length > 1 && isDataError(error)) for (const one of batch) await write(db, [one])
    else for (const one of batch) one.reject(error)
  }
}

/** Postgres's classes 22 and 23: values that it does not take. Anything else would befall each of them alike. */
function isDataError(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? error) as { code?: string }
  return /^2[23]/.test(code ?? '')
}

/** In one statement: each with its job, or not at all. A copy of what is there already does nothing. */
async function storeTogether(db: Db, deliveries: Delivery[]): Promise<void> {
  const stored = db
    .insert(webhookDeliveries)
    .values(deliveries)
    .onConflictDoNothing()
    .returning({ reference: webhookDeliveries.reference })
  const named = sql`select distinct reference as id from stored where reference is not null`
  await db.execute(sql`with stored as ${stored} select from ${addJobsSql('follow-payment', named)}`)
}
