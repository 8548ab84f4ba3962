import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { addJobsSql } from '../../queue/add-job.ts'
import { webhookDeliveries } from '../../tables/payments.ts'

declare module '../../api/services.ts' {
  interface Services {
    inbox: WebhookInbox
  }
}

type Delivery = typeof webhookDeliveries.$inferInsert

interface Waiting {
  delivery: Delivery
  resolve(): void
  reject(error: unknown): void
}

/** Deliveries that one statement stores at most. */
const BATCH_SIZE = 200

export interface WebhookInbox {
  /** Resolves when the delivery and its job are committed. */
  store(delivery: Delivery): Promise<void>
}

/**
 * Stores webhooks in batches: deliveries that arrive during a write form the next batch. A burst then costs a few large
 * statements instead of thousands of small ones. Each delivery is acknowledged only after its commit.
 */
export function createWebhookInbox(db: Db): WebhookInbox {
  const waiting: Waiting[] = []
  let isBusy = false

  async function drain(): Promise<void> {
    if (isBusy) return
    isBusy = true
    while (waiting.length > 0) await storeBatch(db, waiting.splice(0, BATCH_SIZE))
    isBusy = false
  }

  return {
    store: (delivery) =>
      new Promise((resolve, reject) => {
        waiting.push({ delivery, resolve, reject })
        void drain()
      }),
  }
}

/**
 * Stores a batch. If Postgres refuses its data, each delivery is tried alone, so one bad delivery does not block the
 * others. Never throws.
 */
async function storeBatch(db: Db, batch: readonly Waiting[]): Promise<void> {
  try {
    await insertBatch(
      db,
      batch.map(({ delivery }) => delivery),
    )
    for (const one of batch) one.resolve()
  } catch (error) {
    if (batch.length > 1 && isDataError(error)) for (const one of batch) await storeBatch(db, [one])
    else for (const one of batch) one.reject(error)
  }
}

/** Postgres error classes 22 and 23: refused values. Any other error would hit every delivery alike. */
function isDataError(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? error) as { code?: string }
  return /^2[23]/.test(code ?? '')
}

/** One statement stores the deliveries and adds their jobs. Duplicates are ignored. */
async function insertBatch(db: Db, deliveries: Delivery[]): Promise<void> {
  const stored = db
    .insert(webhookDeliveries)
    .values(deliveries)
    .onConflictDoNothing()
    .returning({ reference: webhookDeliveries.reference })
  const named = sql`select distinct reference as id from stored where reference is not null`
  await db.execute(sql`with stored as ${stored} select from ${addJobsSql('follow-payment', named)}`)
}
