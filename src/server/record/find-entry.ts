import { canonicalText } from '../../domain/ledger/entries.ts'
import { isSecret } from '../../domain/ledger/standing.ts'
import type { Snapshot } from '../draws/memory.ts'
import type { LedgerItem } from '../ledger/entries.ts'
import { drawRef } from './record-view.ts'
import type { RecordState } from './record-state.ts'
import type { PublicEntry } from './shapes.ts'

/** The fewest hexadecimal digits of a shortened fingerprint. */
const FEWEST_DIGITS = 8

interface Found {
  item: LedgerItem
  /** What was asked for: the entry by its number or fingerprint, or the head after it. */
  by: 'entry' | 'head'
}

/**
 * Finds an entry by its number, or by its fingerprint or the head after it, both whole or at least the first eight digits.
 * Spaces and capitals do not matter.
 */
export function findEntry(items: readonly LedgerItem[], asked: string): Found | null {
  const text = asked.replace(/\s+/g, '').toLowerCase()
  if (/^\d{1,7}$/.test(text)) {
    const item = items[Number(text) - 1]
    return item ? { item, by: 'entry' } : null
  }
  if (text.length < FEWEST_DIGITS || !/^[0-9a-f]+$/.test(text)) return null
  const item = items.find(({ fingerprint }) => fingerprint.startsWith(text))
  if (item) return { item, by: 'entry' }
  const after = items.find(({ head }) => head.startsWith(text))
  return after ? { item: after, by: 'head' } : null
}

/** An entry as everyone may see it. @param now milliseconds */
export function entryView(
  { entry, fingerprint, head, penName, reasons }: LedgerItem,
  state: RecordState,
  snapshot: Snapshot,
  now: number,
): PublicEntry {
  const isHidden = entry.kind === 'version' && isSecret(entry, now)
  return {
    entry: entry.entry,
    kind: entry.kind,
    at: entry.at,
    draw: entry.kind === 'restore' ? null : drawRef(snapshot, state, entry),
    close: entry.kind === 'version' ? entry.close : null,
    penName,
    previous: entry.previous,
    fingerprint,
    head,
    text: isHidden ? null : canonicalText(entry),
    reasons: isHidden ? null : reasons,
  }
}
