/** Which entries follow from a write to the draws (statistics.md, section 2). */
import { dayOf, DAY, type LagosDate } from '../base/calendar.ts'
import type { DrawState } from '../draws/draw.ts'
import type { LedgerEntry, LockEntry, NewEntry, ResultEntry, VersionEntry } from './entries.ts'
import type { LockMove } from '../draws/lock.ts'
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
  /** When these numbers were first recorded, in milliseconds. */
  recordedAt: number
}

/** Which draw is written about, when (milliseconds), and by whom; null for a program. */
interface Write {
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

/** The latest lock of the forecasts that were published in time, after some moves; null without one. */
function latestLock({ versions }: DrawLedger, locks: readonly LockEntry[]): number | null {
  const found = versions.flatMap((version) =>
    version.lock !== null && version.at < version.lock ? lockNow(version, { locks })! : [],
  )
  return found.length === 0 ? null : Math.max(...found)
}

/**
 * The entries after a draw was recorded, confirmed, corrected, moved, restored, deleted or turned into "no draw".
 * Repeating a write adds none. A draw that waits for a second person is known, so it locks forecasts, but it has no result
 * yet. A record that was a mistake leaves no trace in the lock: it is the one without that record again.
 *
 * @param recorded the draw as it is now; null after its deletion
 * @param planned the day on which the calendar has the draw; another one than its scheduled day for a moved draw
 */
export function entriesAfterWrite(
  draw: DrawLedger,
  recorded: RecordedDraw | null,
  write: Write,
  planned = write.date,
): NewEntry[] {
  if (draw.versions.length === 0) return []
  const move = moveAfter(draw, recorded, planned)
  const result = resultAfter(draw.results[draw.results.length - 1] ?? null, recorded)
  return [
    ...(move ? [lockEntry(move, write)] : []),
    ...(result ? [{ kind: 'result' as const, ...write, ...result }] : []),
  ]
}

/** The move to the lock that the record of the draw demands; null if that is the present one. */
function moveAfter(draw: DrawLedger, recorded: RecordedDraw | null, day: LagosDate): LockMove | null {
  const from = latestLock(draw, draw.locks)
  const without = latestLock(
    draw,
    draw.locks.filter(({ cause }) => cause === 'slot' || cause === 'observed'),
  )
  if (from === null || without === null) return null
  const to = Math.min(without, ...(recorded ? boundsOf(recorded, day, without) : []))
  if (to === from) return null
  return { from, to, cause: to < from ? 'recorded' : 'mistake' }
}

/** The latest locks that a record allows: its first entry and, for a draw that took place days before, so many days. */
function boundsOf({ recordedAt, date }: RecordedDraw, day: LagosDate, lock: number): number[] {
  return [recordedAt, lock - Math.max(0, dayOf(day) - dayOf(date)) * DAY]
}

/** The entry after the draw closes or was seen earlier than known; none if its forecasts lock earlier already. */
export function entriesAfterEarlierLock(
  draw: DrawLedger,
  bound: number,
  cause: 'slot' | 'observed',
  write: Write,
): NewEntry<LockEntry>[] {
  const from = latestLock(draw, draw.locks)
  return from === null || bound >= from ? [] : [lockEntry({ from, to: bound, cause }, write)]
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
