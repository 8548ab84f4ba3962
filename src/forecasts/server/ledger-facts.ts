import { isSecret, type Replay, replay, type Standing, type VersionEntry } from '../rules/ledger/standing.ts'
import { standingOf } from '../rules/log/standing.ts'
import type { ForecastPlace } from '../rules/record/place.ts'
import { entryAt, type LedgerSnapshot, type LedgerItem } from './ledger/memory.ts'
import { inTime } from '../rules/stamps.ts'
import { itemAt, present } from '../../platform/rules/base/lists.ts'

/** What the ledger says about one forecast. */
export interface LedgerFacts {
  standing: Standing
  /** The version that counts, or the first one where none does. */
  counting: LedgerItem & { entry: VersionEntry }
  /** The newest version, if it is another one: it was saved after the lock. */
  late: (LedgerItem & { entry: VersionEntry }) | null
  /** The lock, in milliseconds. */
  lock: number | null
}

/** The entries of a ledger by forecasts and draws, grouped once for each state of it. */
export const replayOf = (ledger: LedgerSnapshot): Replay =>
  ledger.derived('replay', () => replay(ledger.items.map(({ entry }) => entry)))

/** The facts of a forecast; null if the ledger has none. @param now milliseconds */
export function factsOf(ledger: LedgerSnapshot, id: number, now: number): LedgerFacts | null {
  const forecast = replayOf(ledger).forecasts.get(id)
  if (!forecast) return null
  const newest = itemAt(forecast.versions, -1)
  const standing = standingOf(forecast, now)
  const { version } = standing
  return {
    standing,
    counting: itemOf(ledger, version),
    late: newest.version === version.version ? null : itemOf(ledger, newest),
    lock: version.lock,
  }
}

const itemOf = (ledger: LedgerSnapshot, entry: VersionEntry) =>
  entryAt(ledger.items, entry.entry) as LedgerItem & { entry: VersionEntry }

/** A scored forecast: the version that counts, and the number of the entry that scored it. */
interface ScoredVersion {
  version: VersionEntry
  scoredBy: number
}

/** The scored forecasts in the order of publication. */
export function scoredIn(ledger: LedgerSnapshot): readonly ScoredVersion[] {
  return ledger.derived('scored', () =>
    [...replayOf(ledger).forecasts.values()].flatMap((forecast) => {
      // Whether a forecast is scored does not depend on the time.
      const standing = standingOf(forecast, 0)
      if (standing.state !== 'scored') return []
      return [{ version: standing.version, scoredBy: itemAt(standing.results, -1).entry }]
    }),
  )
}

/** The place of a version among those for its draw. @param now milliseconds */
export function placeOf(ledger: LedgerSnapshot, version: VersionEntry, now: number): ForecastPlace {
  const { draw } = present(replayOf(ledger).forecasts.get(version.forecast))
  const siblings = draw.forecasts.map(({ versions }) => itemAt(versions, -1))
  const isHidden = siblings.some((one) => isSecret(one, now))
  return {
    nth: version.nth,
    of: siblings.length,
    covered: isHidden ? null : new Set(siblings.flatMap(({ numbers }) => numbers)).size,
    stamps: inTime(ledger.stampsOf(version.entry), version.lock),
  }
}
