import type { Db } from '../db/connect.ts'
import { itemAt, present } from '../../rules/base/lists.ts'
import type { Instant } from '../audit/context.ts'
import { type SQL, sql } from 'drizzle-orm'
import { nowSql } from '../db/clock.ts'
import { LOCKS } from '../db/locks.ts'
import { addJob } from '../queue/add-job.ts'
import { type ChangeKind, changes } from '../tables/changes.ts'

/** The Postgres channel that announces changes. */
export const CHANGES_CHANNEL = 'changes'

/**
 * Appends a change to the log in the running transaction, with the job that notifies players of changed draws. Call it
 * last: other writers wait from here to the commit.
 * The notification carries no data; followers read the table.
 *
 * @param after a number that a lost change had; the new one is greater
 */
export async function appendChange(
  at: Instant,
  kind: ChangeKind,
  ids: readonly (string | number)[],
  after = 0,
): Promise<void> {
  if (ids.length > 0) await appendSelected(at, kind, sql`${sql.param(ids.map(String))}::text[]`, after)
}

/**
 * A number that no change ever had. The log may lose its newest changes with the database's newest commits, and phones may
 * have seen them. So a number is at least the database's time in milliseconds, which no later change has again.
 */
const nextSeq = (after: number) => sql`(
  select greatest(coalesce(max(seq), 0) + 1, ${after}::bigint + 1, floor(${nowSql})::bigint) from ${changes})`

/** The same for ids that a statement selects: those of an import may be too many for one list. @param ids a text[]. @returns the number */
export async function appendSelected(
  { tx, now }: Instant,
  kind: ChangeKind,
  ids: SQL,
  after = 0,
): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.changes})`)
  const [change] = await tx
    .insert(changes)
    .values({ seq: nextSeq(after), kind, ids: sql`${ids}`, at: new Date(now) })
    .returning({ seq: changes.seq })
  const { seq } = present(change)
  if (kind === 'draws') await addJob(tx, 'push-change', { id: String(seq) })
  await tx.execute(sql`select pg_notify(${CHANGES_CHANNEL}, '')`)
  return seq
}

/** The newest `seq` as a column; 0 before the first change. */
export const newestSeq = sql<number>`(select coalesce(max(seq), 0)::float8 from ${changes})`

/** The newest `seq`; 0 before the first change. */
export async function latestSeq(db: Db): Promise<number> {
  const { rows } = await db.execute<{ seq: number }>(sql`select ${newestSeq} as seq`)
  return itemAt(rows, 0).seq
}
