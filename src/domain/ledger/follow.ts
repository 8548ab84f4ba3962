/** Which entries follow from a write to the draws (statistics.md, section 2). */
import type { LagosDate } from '../calendar.ts'
import type { DrawState } from '../draw.ts'
import type { LedgerEntry, LockEntry, NewEntry, ResultEntry, VersionEntry } from './entries.ts'
import { type LockMove, movedLock, removedLock } from './lock.ts'
import { type DrawEntries, lockNow } from './standing.ts'

/** The entries about one draw, each list in the order of entry. */
export interface DrawLedger extends DrawEntries {
  versions: readonly VersionEntry[]
}

/** A draw as it is recorded now. */
export interface RecordedDraw {
  state: DrawState
  /** The day on which it took place. */
  date: LagosDate
  winning: readonly number[]
}

/** Which draw is written about, when (milliseconds), and by whom; null for a program. */
export interface Write {
  game: string
  /** The scheduled day. */
  date: LagosDate
  at: number
  by: number | null
}

/** Groups entries by their draw, as `2026-11-23 bingo`. */
export function byDraw(entries: Iterable<LedgerEntry>): Map<string, DrawLedger> {
  const draws = new Map<string, { versions: VersionEntry[]; locks: LockEntry[]; results: ResultEntry[] }>()
  for (const entry of entries) {
    if (entry.kind === 'restore') continue
    const draw = draws.get(drawName(entry)) ?? { versions: [], locks: [], results: [] }
    draws.set(drawName(entry), draw)
    if (entry.kind === 'version') draw.versions.push(entry)
    else if (entry.kind === 'lock') draw.locks.push(entry)
    else if (entry.kind === 'result') draw.results.push(entry)
  }
  return draws
}

/** A draw as a text, for maps. */
export function drawName({ game, date }: { game: string; date: LagosDate }): string {
  return `${date} ${game}`
}

/** The latest lock of the forecasts that were published in time; null without one. */
function latestLock(draw: DrawLedger): number | null {
  const locks = draw.versions.flatMap((version) =>
    version.lock !== null && version.at < version.lock ? lockNow(version, draw)! : [],
  )
  return locks.length === 0 ? null : Math.max(...locks)
}

/**
 * The entries after a draw was recorded, confirmed, corrected, restored, deleted or turned into "no draw". Repeating a
 * write adds none. A draw that waits for a second person is known, so it locks forecasts, but it has no result yet.
 *
 * @param recorded the draw as it is now; null after its deletion
 */
export function entriesAfterWrite(draw: DrawLedger, recorded: RecordedDraw | null, write: Write): NewEntry[] {
  if (draw.versions.length === 0) return []
  const lock = latestLock(draw)
  const result = resultAfter(draw.results[draw.results.length - 1] ?? null, recorded)
  const last = draw.results[draw.results.length - 1]?.state ?? null
  const isRemoved = result?.state === 'deleted' || (result?.state === 'no_draw' && last === 'drawn')
  const moves: (LockMove | null)[] =
    lock === null
      ? []
      : [
          recorded && movedLock(lock, write.at, 'recorded'),
          isRemoved ? removedLock(lock, result.state === 'deleted' ? 'deleted' : 'no_draw') : null,
        ]
  return [
    ...moves.filter((move) => move !== null).map((move) => lockEntry(move, write)),
    ...(result ? [{ kind: 'result' as const, ...write, ...result }] : []),
  ]
}

/** The entry after the draw closes or was seen earlier than known; none if its forecasts lock earlier already. */
export function entriesAfterEarlierLock(
  draw: DrawLedger,
  bound: number,
  cause: 'slot' | 'observed',
  write: Write,
): NewEntry<LockEntry>[] {
  const lock = latestLock(draw)
  const move = lock === null ? null : movedLock(lock, bound, cause)
  return move ? [lockEntry(move, write)] : []
}

function lockEntry(move: LockMove, write: Write): NewEntry<LockEntry> {
  return { kind: 'lock', ...write, ...move }
}

type Result = Pick<ResultEntry, 'state' | 'drawnOn' | 'winning'>

const NOTHING = { drawnOn: null, winning: [] }

/** The result to enter after the last one; null if there is nothing new. */
function resultAfter(last: Result | null, recorded: RecordedDraw | null): Result | null {
  if (!recorded) return last && last.state !== 'deleted' ? { state: 'deleted', ...NOTHING } : null
  if (recorded.state === 'unconfirmed') return null
  if (recorded.state === 'no_draw') return last?.state === 'no_draw' ? null : { state: 'no_draw', ...NOTHING }
  const { date, winning } = recorded
  const isSame = last?.drawnOn === date && String(last.winning) === String(winning)
  return isSame ? null : { state: 'drawn', drawnOn: date, winning }
}
