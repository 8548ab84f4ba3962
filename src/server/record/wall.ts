import type { Standing } from '../../domain/ledger/standing.ts'
import { belongsTo, type RecordKey } from '../../domain/record/draws.ts'
import { outcomeOf } from '../../domain/record/score.ts'
import { placeOf } from '../predictions/ledger-facts.ts'
import type { LedgerSnapshot } from '../ledger/memory.ts'
import type { RecordState } from './record-memory.ts'
import { itemAt } from '../../domain/base/lists.ts'
import type { SlipMonth } from './shapes.ts'

type Slip = SlipMonth['slips'][number]

/** The wall of slips: every forecast of a record by the month of its draw, newest first. */
export function wallOf(
  ledger: LedgerSnapshot,
  { revealed, sealed }: RecordState,
  key: RecordKey,
  now: number,
): SlipMonth[] {
  const dateOf = ({ version }: Standing) => version.date
  // The form of a sealed forecast is secret.
  const all = [...(key.kind === 'form' ? [] : sealed), ...revealed.values()]
    .filter(({ version }) => belongsTo(key, version))
    .sort((a, b) => (dateOf(a) < dateOf(b) ? 1 : dateOf(a) > dateOf(b) ? -1 : 0) || closeOf(b) - closeOf(a))
  const secret = new Set(sealed)
  const months = Map.groupBy(all, (standing) => dateOf(standing).slice(0, 7))
  return [...months].map(([month, standings]) => {
    const slips = standings.map((standing) => ({
      ...slipOf(standing, secret.has(standing)),
      place: placeOf(ledger, standing.version, now),
    }))
    const scored = slips.filter(({ state }) => state === 'scored')
    return { month, scored: scored.length, hit: scored.filter(({ hits }) => hits > 0).length, slips }
  })
}

const closeOf = ({ version }: Standing) => version.close ?? version.at

function slipOf(standing: Standing, isSecret: boolean): Omit<Slip, 'place'> {
  const { state, version } = standing
  const { forecast, entry, date, numbers } = version
  if (isSecret) return { id: null, entry, date, state: 'sealed', numbers: null, hits: 0 }
  const winning = state === 'scored' ? itemAt(standing.results, -1).winning : []
  return {
    id: forecast,
    entry,
    date,
    state: state === 'waiting' ? 'open' : state,
    numbers: numbers.length,
    hits: outcomeOf({ ...version, winning }).came.length,
  }
}
