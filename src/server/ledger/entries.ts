import { and, asc, eq, gt } from 'drizzle-orm'
import type { LagosDate } from '../../domain/base/calendar.ts'
import type { Chain, LedgerEntry } from '../../domain/ledger/entries.ts'
import type { Db } from '../db/connect.ts'
import { penNames } from './authors.ts'
import { ledgerEntries } from '../tables/forecast-ledger.ts'
import { predictionVersions } from '../tables/predictions.ts'

type Row = typeof ledgerEntries.$inferSelect

/** An entry of a chain with everything that its page, its row in the download and its card need. */
export interface LedgerItem {
  /** The entry in the domain's shape; `entry.entry` is its number, `entry.forecast` the id of the prediction. */
  entry: LedgerEntry
  fingerprint: string
  /** The head of the chain after the entry. */
  head: string
  /** Versions: the pen name of the author as it is now. */
  penName: string | null
  /** Versions: the reasons as a text. */
  reasons: string | null
  /** Versions: the name of an uploaded picture, or the https address of one on another host. */
  image: string | null
}

/**
 * The entries of a chain in their order, as the database has them now.
 *
 * @param after the entry before the first one wanted; 0 for all
 */
export async function loadEntries(db: Db, chain: Chain, after = 0): Promise<LedgerItem[]> {
  const rows = await db
    .select({
      row: ledgerEntries,
      reasons: predictionVersions.reasons,
      image: predictionVersions.image,
    })
    .from(ledgerEntries)
    .leftJoin(
      predictionVersions,
      and(
        eq(predictionVersions.predictionId, ledgerEntries.predictionId),
        eq(predictionVersions.version, ledgerEntries.version),
      ),
    )
    .where(and(eq(ledgerEntries.chain, chain), gt(ledgerEntries.entry, after)))
    .orderBy(asc(ledgerEntries.entry))
  const names = await penNames(db)
  return rows.map(({ row, ...extras }) => ({
    entry: entryOf(row),
    fingerprint: row.fingerprint,
    head: row.head,
    penName: row.authorId === null ? null : names.get(row.authorId)!,
    ...extras,
  }))
}

/** The entries with the pen names that their authors have now. */
export async function withPenNames(db: Db, items: readonly LedgerItem[]): Promise<LedgerItem[]> {
  const names = await penNames(db)
  return items.map((item) => {
    if (item.entry.kind !== 'version') return item
    const penName = names.get(item.entry.author)!
    return penName === item.penName ? item : { ...item, penName }
  })
}

const instantOf = (value: Date | null) => value?.getTime() ?? null

/** A stored row in the domain's shape. */
export function entryOf(row: Row): LedgerEntry {
  const place = { entry: row.entry, at: row.at.getTime(), previous: row.previous }
  const base = {
    ...place,
    game: row.gameKey!,
    date: row.drawDate as LagosDate,
  }
  switch (row.kind) {
    case 'version':
      return {
        ...base,
        kind: 'version',
        forecast: row.predictionId!,
        version: row.version!,
        author: row.authorId!,
        close: instantOf(row.closesAt),
        lock: instantOf(row.lockAt),
        form: row.form,
        numbers: row.numbers!,
        reasonsHash: row.reasonsHash,
        imageHash: row.imageHash,
        nonce: row.nonce!,
      }
    case 'withdrawal':
      return { ...base, kind: 'withdrawal', forecast: row.predictionId! }
    case 'lock':
      return {
        ...base,
        kind: 'lock',
        from: instantOf(row.fromAt),
        to: instantOf(row.toAt),
        cause: row.cause!,
        by: row.byAuthor,
      }
    case 'result':
      return {
        ...base,
        kind: 'result',
        state: row.state!,
        drawnOn: row.drawnOn as LagosDate | null,
        winning: row.winning!,
        by: row.byAuthor,
      }
    case 'restore':
      return { ...place, kind: 'restore', lostEntries: row.lostEntries!, lostHead: row.lostHead! }
  }
}

const dateOf = (value: number | null) => (value === null ? null : new Date(value))

/** An entry as columns, without its hashes and its chain. */
export function columnsOf(entry: LedgerEntry) {
  const place = {
    entry: entry.entry,
    kind: entry.kind,
    at: new Date(entry.at),
    previous: entry.previous,
  }
  if (entry.kind === 'restore') return { ...place, lostEntries: entry.lostEntries, lostHead: entry.lostHead }
  const base = {
    ...place,
    gameKey: entry.game,
    drawDate: entry.date,
  }
  switch (entry.kind) {
    case 'version':
      return {
        ...base,
        predictionId: entry.forecast,
        version: entry.version,
        authorId: entry.author,
        closesAt: dateOf(entry.close),
        lockAt: dateOf(entry.lock),
        form: entry.form,
        numbers: [...entry.numbers],
        reasonsHash: entry.reasonsHash,
        imageHash: entry.imageHash,
        nonce: entry.nonce,
      }
    case 'withdrawal':
      return { ...base, predictionId: entry.forecast }
    case 'lock':
      return {
        ...base,
        fromAt: dateOf(entry.from),
        toAt: dateOf(entry.to),
        cause: entry.cause,
        byAuthor: entry.by,
      }
    case 'result':
      return {
        ...base,
        state: entry.state,
        drawnOn: entry.drawnOn,
        winning: [...entry.winning],
        byAuthor: entry.by,
      }
  }
}
