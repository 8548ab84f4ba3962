import { desc, lte } from 'drizzle-orm'
import { LIVE_LIMITS } from '../../domain/live/streams.ts'
import { type Change, CHANGE_COLUMNS } from '../changes/follow.ts'
import type { Db } from '../db/connect.ts'
import type { DrawsMemory } from '../draws/memory.ts'
import { changes } from '../tables/changes.ts'

/** One more than clients get: the position of a client that has all but those. */
const KEPT = LIVE_LIMITS.keptChanges + 1

/** The newest changes that this process has applied, oldest first. */
export interface RecentChanges {
  /** The `seq` of the newest change. */
  last(): number
  /** The changes of a game, or all, after `seq`; null when `seq` is not among those that are kept. */
  since(seq: number, game: string | null): readonly Change[] | null
}

/** What a stream of one game gets of some changes: those of its draws, without the ids of others. Null is every game. */
export function changesFor(changes: readonly Change[], game: string | null): readonly Change[] {
  if (game === null) return changes
  return changes.flatMap((change) => {
    const ids = change.ids.filter((_, place) => change.games[place] === game)
    return ids.length > 0 ? [{ ...change, ids, count: ids.length }] : []
  })
}

/** Loads the newest changes from the table, and adds each batch that the process applies. Forgets all at a reload. */
export async function followRecentChanges(
  db: Db,
  draws: DrawsMemory,
  onBatch: (batch: readonly Change[]) => void,
  onReload: () => void,
): Promise<RecentChanges> {
  let from = draws.current().seq
  let kept: Change[] = []
  draws.onApplied((batch) => {
    kept = [...kept, ...batch].slice(-KEPT)
    onBatch(batch)
  })
  let isReloaded = false
  draws.onReloaded(() => {
    isReloaded = true
    from = draws.current().seq
    kept = []
    onReload()
  })
  const earlier = await db
    .select(CHANGE_COLUMNS)
    .from(changes)
    .where(lte(changes.seq, from))
    .orderBy(desc(changes.seq))
    .limit(KEPT)
  if (!isReloaded) kept = [...earlier.reverse(), ...kept].slice(-KEPT)

  const last = () => kept.at(-1)?.seq ?? from
  return {
    last,
    since(seq, game) {
      if (seq === last()) return []
      // A client with another number has changes that were lost, or older ones.
      const isKnown = kept.some((change) => change.seq === seq)
      if (!isKnown) return null
      const later = kept.filter((change) => change.seq > seq)
      return changesFor(later, game)
    },
  }
}
