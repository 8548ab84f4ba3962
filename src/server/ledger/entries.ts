import { and, asc, eq, gte } from 'drizzle-orm'
import type { Chain, LedgerEntry } from '../../domain/ledger/entries.ts'
import type { Leaf } from '../../domain/log/leaves.ts'
import type { Db } from '../db/connect.ts'
import { logLeaves } from '../tables/forecast-ledger.ts'
import { predictionVersions } from '../tables/predictions.ts'
import { penNames } from './authors.ts'

/** An entry of a log with everything that its page, its row in the download and its card need. */
export interface LedgerItem {
  /** In the domain's shape; `entry.entry` is its index, `entry.forecast` the id of the prediction. */
  entry: LedgerEntry
  /** The line in the tree. */
  leaf: string
  /** The leaf hash, 64 hexadecimal digits. */
  hash: string
  /** Of a version its commitment, otherwise the leaf hash. */
  fingerprint: string
  /** Versions: the text whose SHA-256 is the commitment. */
  opening: string | null
  /** Versions: the pen name of the author as it is now. */
  penName: string | null
  /** Versions: the reasons as a text. */
  reasons: string | null
  /** Versions: the name of an uploaded picture, or the https address of one on another host. */
  image: string | null
}

/**
 * The entries of a log in their order, as the database has them now.
 *
 * @param from the index of the first one wanted
 */
export async function loadEntries(db: Db, chain: Chain, from = 0): Promise<LedgerItem[]> {
  const rows = await db
    .select({
      row: logLeaves,
      numbers: predictionVersions.numbers,
      reasons: predictionVersions.reasons,
      image: predictionVersions.image,
      opening: predictionVersions.opening,
    })
    .from(logLeaves)
    .leftJoin(
      predictionVersions,
      and(
        eq(logLeaves.kind, 'version'),
        eq(predictionVersions.predictionId, logLeaves.predictionId),
        eq(predictionVersions.version, logLeaves.version),
      ),
    )
    .where(and(eq(logLeaves.chain, chain), gte(logLeaves.index, from)))
    .orderBy(asc(logLeaves.index))
  return rows.map(({ row, numbers, reasons, image, opening }) => ({
    entry: entryOf(row, numbers ?? []),
    leaf: row.leaf,
    hash: row.hash,
    fingerprint: (JSON.parse(row.leaf) as { commitment?: string }).commitment ?? row.hash,
    opening,
    penName: null,
    reasons,
    image,
  }))
}

/** The entries with the pen names that their authors have now, and with what the log has revealed. */
export async function completed(db: Db, items: readonly LedgerItem[]): Promise<LedgerItem[]> {
  const names = await penNames(db)
  const nameOf = ({ forecast, version }: { forecast: number; version: number }) => `${forecast}.${version}`
  const revealed = new Set<string>()
  for (const { entry } of items) if (entry.kind === 'reveal') revealed.add(nameOf(entry))
  return items.map((item) => {
    const { entry } = item
    if (entry.kind !== 'version') return item
    const penName = names.get(entry.author)!
    const isRevealed = entry.isRevealed || revealed.has(nameOf(entry))
    if (penName === item.penName && isRevealed === entry.isRevealed) return item
    return { ...item, penName, entry: { ...entry, isRevealed } }
  })
}

/** A stored row in the domain's shape. */
function entryOf(
  { leaf: line, index, at: time, predictionId }: typeof logLeaves.$inferSelect,
  numbers: readonly number[],
): LedgerEntry {
  const leaf = JSON.parse(line) as Leaf
  const place = { entry: index, at: time.getTime() }
  const instantOf = (text: string | null) => (text === null ? null : Date.parse(text))
  const forecast = predictionId!
  switch (leaf.kind) {
    case 'version': {
      const { kind, version, nth, author, game, date, form } = leaf
      const times = { close: instantOf(leaf.close), lock: instantOf(leaf.lock) }
      const rest = { kind, forecast, version, nth, author, game, date, form, numbers, isRevealed: false }
      return { ...place, ...times, ...rest }
    }
    case 'withdrawal':
      return { ...place, kind: 'withdrawal', forecast }
    case 'reveal':
      return { ...place, kind: 'reveal', forecast, version: leaf.version }
    case 'result': {
      const { kind, game, date, state, drawn, winning } = leaf
      return { ...place, kind, game, date, state, drawnOn: drawn, winning }
    }
    case 'void': {
      const { kind, game, date, cause, since } = leaf
      return { ...place, kind, game, date, cause, since: instantOf(since) }
    }
    default:
      return { ...place, kind: leaf.kind }
  }
}
