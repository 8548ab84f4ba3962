import { and, asc, eq } from 'drizzle-orm'
import type { LagosDate } from '../../domain/base/calendar.ts'
import { SLIP_LIMITS, type SlipEntry } from '../../domain/slip/entry.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { users } from '../tables/accounts.ts'
import { slipEntries } from '../tables/slip.ts'

export interface SavedEntry extends SlipEntry {
  id: number
}

/** What a player saved, in the order of saving. */
export async function entriesOf(db: Db, uid: string): Promise<SavedEntry[]> {
  const rows = await db
    .select()
    .from(slipEntries)
    .where(eq(slipEntries.userId, uid))
    .orderBy(asc(slipEntries.id))
  return rows.map(savedEntry)
}

/** The entry of a stored row. */
export function savedEntry({
  userId: _user,
  createdAt: _at,
  from,
  until,
  ...row
}: typeof slipEntries.$inferSelect): SavedEntry {
  return { ...row, from: from as LagosDate, until: until as LagosDate | null }
}

/** @throws Refusal conflict beyond the limit of entries */
export async function addEntry(db: Db, now: number, uid: string, entry: SlipEntry): Promise<number> {
  return db.transaction(async (tx) => {
    // Simultaneous requests of one player wait for each other, so that the limit holds.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, uid)).for('update')
    const saved = await tx.$count(slipEntries, eq(slipEntries.userId, uid))
    if (saved >= SLIP_LIMITS.entries)
      throw new Refusal('conflict', `You have saved ${SLIP_LIMITS.entries} entries. Delete one first.`)
    const [added] = await tx
      .insert(slipEntries)
      .values({ ...rowOf(entry), userId: uid, createdAt: new Date(now) })
      .returning({ id: slipEntries.id })
    return added!.id
  })
}

/** @throws Refusal not-found for an entry that is not the player's */
export async function changeEntry(db: Db, uid: string, id: number, entry: SlipEntry): Promise<void> {
  const { rowCount } = await db.update(slipEntries).set(rowOf(entry)).where(isOwn(uid, id))
  if (!rowCount) throw new Refusal('not-found')
}

/** Deletes an entry; without effect for one that is deleted already or not the player's. */
export async function deleteEntry(db: Db, uid: string, id: number): Promise<void> {
  await db.delete(slipEntries).where(isOwn(uid, id))
}

const isOwn = (uid: string, id: number) => and(eq(slipEntries.id, id), eq(slipEntries.userId, uid))

const rowOf = ({ numbers, against, ...entry }: SlipEntry) => ({
  ...entry,
  numbers: [...numbers],
  against: [...against],
})
