import { present } from '../../../platform/rules/base/lists.ts'
import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import type { Standing } from '../../rules/ledger/standing.ts'
import { isForecastNumber } from '../../rules/predictions.ts'
import { chanceOfAnyWin } from '../../rules/record/naira-back.ts'
import { outcomeOf } from '../../rules/record/score.ts'
import { placeOf } from '../ledger-facts.ts'
import { siblingsSentence } from '../../rules/record/records.ts'
import type { Snapshot } from '../../../draws/server/memory.ts'
import { entryAt, type LedgerSnapshot, type LedgerItem } from '../ledger/memory.ts'
import type { RecordState } from './record-memory.ts'
import type { PublicForecast } from './shapes.ts'
import { drawRef } from './draw-ref.ts'

/** What the page of a forecast says about it. */
function shownState(standing: Standing): PublicForecast['state'] {
  if (standing.state === 'void') return standing.reason
  return standing.state === 'open' ? 'waiting' : standing.state
}

/**
 * A forecast of the record, by its number as in an address; null for an unknown one and for one whose numbers are still
 * secret.
 */
export function findForecast(
  { ledger, state }: { ledger: LedgerSnapshot; state: RecordState },
  number: string,
  snapshot: Snapshot,
  now: number,
): PublicForecast | null {
  const standing = isForecastNumber(number) ? state.revealed.get(Number(number)) : undefined
  if (!standing) return null
  const { version } = standing
  const { fingerprint, penName }: LedgerItem = entryAt(ledger.items, version.entry)
  const results = standing.state === 'scored' ? standing.results.map(({ winning }) => winning) : []
  return {
    id: version.forecast,
    draw: drawRef(snapshot, state, version),
    form: version.form,
    numbers: [...version.numbers],
    penName: penName ?? `Author ${version.author}`,
    fingerprint: present(fingerprint),
    publishedAt: version.at,
    closesAt: version.close,
    state: shownState(standing),
    place: placeOf(ledger, version, now),
    winning: results.at(-1) ?? null,
    earlier: results.slice(0, -1),
    siblings: standing.state === 'scored' ? siblingsOf(state, version) : null,
  }
}

/** How many of the scored forecasts for a draw won, beside luck. */
function siblingsOf(
  { draws }: RecordState,
  { game, date }: { game: string; date: LagosDate },
): string | null {
  const forecasts = draws.find((draw) => draw.game === game && draw.date === date)?.forecasts
  if (!forecasts) return null
  const won = forecasts.filter((forecast) => outcomeOf(forecast).won).length
  return siblingsSentence(won, forecasts.length, chanceOfAnyWin(forecasts))
}
