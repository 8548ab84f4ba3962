import { and, eq } from 'drizzle-orm'
import type { NotedHead } from '../../domain/ledger/verify.ts'
import type { Clock } from '../db/clock.ts'
import type { Db } from '../db/connect.ts'
import { ledgerEntries } from '../tables/forecast-ledger.ts'
import { appendEntries, entryTime, lockLedger } from './append.ts'

/**
 * Names the end of a chain that the database has lost in an entry of kind `restore`, so that the public record explains a
 * head that a reader noted. Does nothing if the chain still has that end, or another process has named it.
 */
export async function nameLostEnd(db: Db, clock: Clock, { entries, head }: NotedHead): Promise<void> {
  await db.transaction(async (tx) => {
    const end = await lockLedger(tx, 'real')
    const { chain, entry, head: headAfter, lostEntries, lostHead } = ledgerEntries
    const isThere = and(eq(chain, 'real'), eq(entry, entries), eq(headAfter, head))
    const isNamed = and(eq(lostEntries, entries), eq(lostHead, head))
    if ((await tx.$count(ledgerEntries, isThere)) + (await tx.$count(ledgerEntries, isNamed)) > 0) return
    const at = await entryTime(tx, clock, end)
    await appendEntries(tx, end, [{ kind: 'restore', at, lostEntries: entries, lostHead: head }])
  })
}
