import { PREDICTION_LIMITS } from '../../rules/predictions.ts'
import { isSecret } from '../../rules/ledger/standing.ts'
import type { LedgerSnapshot, LedgerItem } from '../ledger/memory.ts'
import { drawRef } from './draw-ref.ts'
import type { PublicEntry } from './shapes.ts'
import type { RecordState } from './record-memory.ts'
import type { Snapshot } from '../../../draws/server/memory.ts'
import { placeOf } from '../ledger-facts.ts'

/**
 * Finds an entry by its line, or by its commitment, whole or at least the first eight digits. Spaces and capitals do not
 * matter.
 */
export function findEntry(items: readonly LedgerItem[], asked: string): LedgerItem | null {
  const text = asked.replace(/\s+/g, '').toLowerCase()
  if (/^\d{1,7}$/.test(text)) return items[Number(text) - 1] ?? null
  if (text.length < PREDICTION_LIMITS.fewestDigits || !/^[0-9a-f]+$/.test(text)) return null
  return items.find(({ fingerprint }) => fingerprint?.startsWith(text)) ?? null
}

/** An entry as everyone may see it. @param now milliseconds */
export function entryView(
  { ledger, state }: { ledger: LedgerSnapshot; state: RecordState },
  { entry, leaf, opening, penName, reasons }: LedgerItem,
  snapshot: Snapshot,
  now: number,
): PublicEntry {
  const isHidden = entry.kind === 'version' && isSecret(entry, now)
  const forecast = 'forecast' in entry ? state.replay.forecasts.get(entry.forecast) : undefined
  const draw = 'game' in entry ? entry : forecast?.draw
  return {
    entry: entry.entry,
    kind: entry.kind,
    at: entry.at,
    draw: draw ? drawRef(snapshot, state, draw) : null,
    close: entry.kind === 'version' ? entry.close : null,
    penName,
    leaf,
    opening: isHidden ? null : opening,
    reasons: isHidden ? null : reasons,
    stamps: ledger.stampsOf(entry.entry),
    place: entry.kind === 'version' ? placeOf(ledger, entry, now) : null,
    entries: ledger.items.length,
  }
}
