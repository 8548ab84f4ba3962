import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { type ChangeKind, changes } from '../tables/changes.ts'

/** Held to the end of the transaction by whoever appends, so that the order of `seq` is the order of commits. */
const CHANGES_LOCK = 749_301_003
export const BELL = 'changes'

/**
 * Notes in the running transaction that things changed. Call it last: other writers wait from here to the commit.
 * The notification is only a bell; what changed is read from the table.
 *
 * @param now the instant of the change in milliseconds
 */
export async function appendChange(
  tx: Db,
  kind: ChangeKind,
  ids: readonly (string | number)[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`select pg_advisory_xact_lock(${CHANGES_LOCK})`)
  await tx.insert(changes).values({
    seq: sql`(select coalesce(max(seq), 0) + 1 from ${changes})`,
    kind,
    ids: ids.map(String),
    at: new Date(now),
  })
  await tx.execute(sql`select pg_notify(${BELL}, '')`)
}
