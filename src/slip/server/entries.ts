import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq, sql } from 'drizzle-orm'
import { instantAt, type LagosDate } from '../../platform/rules/base/calendar.ts'
import { SLIP_LIMITS, type SlipEntry, type Hit, isHit, playsIn } from '../rules/entry.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { users } from '../../platform/server/tables/accounts.ts'
import { slipEntries } from './tables.ts'
import { slotOn } from '../../draws/rules/draw-calendar.ts'
import type { Multiplier } from '../../draws/rules/bets.ts'
import { judge } from '../rules/judge.ts'
import type { DrawnNumbers } from '../../reach/server/push/own-numbers.ts'
import { pushSubscriptions } from '../../reach/server/push/tables.ts'

export interface SavedEntry extends SlipEntry {
  id: number
  savedAt: number
  /** When it was saved or last changed, but for its notification; in milliseconds. */
  keptAt: number
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
function savedEntry({
  userId: _user,
  createdAt,
  changedAt,
  from,
  until,
  ...row
}: typeof slipEntries.$inferSelect): SavedEntry {
  return {
    ...row,
    from: from as LagosDate,
    until: until as LagosDate | null,
    savedAt: createdAt.getTime(),
    keptAt: (changedAt ?? createdAt).getTime(),
  }
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
export async function changeEntry(
  db: Db,
  now: number,
  uid: string,
  id: number,
  entry: SlipEntry,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [stored] = await tx.select().from(slipEntries).where(isOwn(uid, id)).for('update')
    if (!stored) throw new Refusal('not-found')
    const { id: _, userId: _user, createdAt: _at, changedAt, ...old } = stored
    const row = rowOf(entry)
    const isSame = isDeepStrictEqual({ ...old, notify: row.notify }, row)
    await tx
      .update(slipEntries)
      .set({ ...row, changedAt: isSame ? changedAt : new Date(now) })
      .where(isOwn(uid, id))
  })
}

/** Deletes an entry; without effect for one that is deleted already or not the player's. */
export async function deleteEntry(db: Db, uid: string, id: number): Promise<void> {
  await db.delete(slipEntries).where(isOwn(uid, id))
}

const isOwn = (uid: string, id: number) => and(eq(slipEntries.id, id), eq(slipEntries.userId, uid))

const rowOf = ({ numbers, against, savedAt: _, ...entry }: SlipEntry) => ({
  ...entry,
  numbers: [...numbers],
  against: [...against],
})

/**
 * The entries that won in a draw, and the watched numbers that came, of players who have notifications in a browser. One
 * query, by user id.
 */
export async function hitsIn(
  db: Db,
  { game, date, winning }: DrawnNumbers,
  multipliers: readonly Multiplier[],
): Promise<Map<string, Hit[]>> {
  const { userId, game: of, from, until, numbers, against } = slipEntries
  const slot = slotOn(game, date)
  const place = { date, named: slot?.scheduled ?? date, closesAt: instantAt(date, slot?.close ?? 0) }
  const day = sql`case when ${of} is null then ${date}::date else ${place.named}::date end`
  const rows = await db.select().from(slipEntries).where(sql`
    (${of} is null or ${of} = ${game.key}) and ${from} <= ${day} and (${until} is null or ${until} >= ${day})
    and ${numbers} || ${against} && ${sql.param([...winning])}::smallint[]
    and ${userId} in (select ${pushSubscriptions.userId} from ${pushSubscriptions})`)
  const hits = rows.flatMap((row) => {
    const entry = savedEntry(row)
    if (!playsIn(entry, game.key, place)) return []
    const verdict = judge(entry, winning, { operator: game.operator, date }, multipliers)
    return isHit(verdict) ? [{ user: row.userId, hit: { entry, verdict } }] : []
  })
  return new Map(
    Array.from(Map.groupBy(hits, ({ user }) => user)).map(([user, found]) => [
      user,
      found.map(({ hit }) => hit),
    ]),
  )
}
