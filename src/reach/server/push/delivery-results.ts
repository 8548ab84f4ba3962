import { sql } from 'drizzle-orm'
import type { DueMessage } from '../../rules/push/notifications.ts'
import { HOUR } from '../../../platform/rules/base/calendar.ts'
import { isAnyOf } from '../../../platform/server/db/columns.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import { changes } from '../../../platform/server/tables/changes.ts'
import { pushDeliveries, pushHours, pushSubscriptions } from './tables.ts'

export interface Delivery extends DueMessage {
  subscriptionId: number
  version: number
  attempts: number
}

/** What became of the deliveries of a batch. */
export interface Results {
  done: Delivery[]
  /** Due again at a time, in milliseconds. */
  held: (Delivery & { dueAt: number })[]
  /** Due again after so many milliseconds. */
  retries: (Delivery & { waitMs: number })[]
  /** Subscriptions to delete. */
  gone: number[]
  /** The deliveries that a push service took. */
  sent: Delivery[]
  /** How many it refused, or did not answer. */
  failed: number
}

export const noResults = (): Results => ({ done: [], held: [], retries: [], gone: [], sent: [], failed: 0 })
export const joined = (a: Results, b: Results): Results => ({
  done: [...a.done, ...b.done],
  held: [...a.held, ...b.held],
  retries: [...a.retries, ...b.retries],
  gone: [...a.gone, ...b.gone],
  sent: [...a.sent, ...b.sent],
  failed: a.failed + b.failed,
})

/**
 * A newer version that came meanwhile stays due. Retries have jobs of their own: in the minute until the next sweep, quiet
 * hours may begin.
 */
export async function recordResults(
  db: Db,
  ids: readonly number[],
  { done, held, retries, gone }: Results,
  now: number,
): Promise<void> {
  const later = [...held, ...retries.map((one) => ({ ...one, dueAt: now + one.waitMs }))]
  const waits = new Map(retries.map(({ waitMs }) => [Math.ceil((now + waitMs) / 1000), waitMs]))
  const keys = (list: readonly Delivery[]) => sql`
    ${sql.param(list.map(({ subscriptionId }) => subscriptionId))}::bigint[],
    ${sql.param(list.map(({ tag }) => tag))}::text[],
    ${sql.param(list.map(({ version }) => version))}::bigint[]`
  const isSame = sql`d.subscription_id = r.id and d.tag = r.tag and d.version = r.version`
  await db.transaction(async (tx) => {
    if (gone.length > 0) await tx.delete(pushSubscriptions).where(isAnyOf(pushSubscriptions.id, gone))
    if (done.length > 0)
      await tx.execute(sql`
        delete from ${pushDeliveries} as d using unnest(${keys(done)}) as r (id, tag, version) where ${isSame}`)
    if (later.length > 0)
      await tx.execute(sql`
        update ${pushDeliveries} as d set due_at = r.due_at, held = r.held, attempts = r.attempts
        from unnest(${keys(later)},
          ${sql.param(later.map(({ dueAt }) => new Date(dueAt)))}::timestamptz[],
          ${sql.param(later.map(({ held }) => held))}::boolean[],
          ${sql.param(later.map(({ attempts }) => attempts))}::int[]
        ) as r (id, tag, version, due_at, held, attempts) where ${isSame}`)
    for (const [second, waitMs] of waits) await addJob(tx, 'send-pushes', { id: String(second) }, waitMs)
    await tx.update(pushSubscriptions).set({ claimedUntil: null }).where(isAnyOf(pushSubscriptions.id, ids))
  })
}

/** Adds to the counts of the hour, and notes the slowest first try since its change was published. */
export async function countResults(db: Db, { sent, failed }: Results, now: number): Promise<void> {
  if (sent.length === 0 && failed === 0) return
  const first = sent.filter(({ attempts, held }) => attempts === 0 && !held)
  const hour = new Date(now - (now % HOUR))
  await db.execute(sql`
    insert into ${pushHours} (hour, delivered, failed, slowest)
    select ${hour}, ${sent.length}::int, ${failed}::int,
      (select max(extract(epoch from ${new Date(now)}::timestamptz - at))::int from ${changes}
        where kind = 'draws' and seq = any(${sql.param(first.map(({ version }) => version))}::bigint[]))
    on conflict (hour) do update set delivered = push_hours.delivered + excluded.delivered,
      failed = push_hours.failed + excluded.failed, slowest = greatest(push_hours.slowest, excluded.slowest)`)
}
