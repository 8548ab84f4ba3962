import type { Standing } from '../../rules/ledger/standing.ts'
import { belongsTo, type RecordKey } from '../../rules/record/draws.ts'
import { outcomeOf, scoreWords, winsOf } from '../../rules/record/score.ts'
import { placeOf } from '../ledger-facts.ts'
import type { Snapshot } from '../../../draws/server/memory.ts'
import type { CurrentRecord } from './record-memory.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import type { SlipMonth } from './shapes.ts'

type Slip = SlipMonth['slips'][number]

/** The wall of slips: every forecast of a record by the month of its draw, newest first. */
export function wallOf(
  { ledger, state: { revealed, sealed } }: CurrentRecord,
  key: RecordKey,
  games: Snapshot['games'],
  now: number,
): SlipMonth[] {
  const dateOf = ({ version }: Standing) => version.date
  // The form of a sealed forecast is secret.
  const all = [...(key.kind === 'form' ? [] : sealed), ...revealed.values()]
    .filter(({ version }) => belongsTo(key, version))
    .sort((a, b) => (dateOf(a) < dateOf(b) ? 1 : dateOf(a) > dateOf(b) ? -1 : 0) || closeOf(b) - closeOf(a))
  const secret = new Set(sealed)
  const months = Map.groupBy(all, (standing) => dateOf(standing).slice(0, 7))
  const nameOf = new Map(games.map((game) => [game.key, game.name]))
  return [...months].map(([month, standings]) => {
    const slips = standings.map((standing) => ({
      ...slipOf(standing, secret.has(standing)),
      game: nameOf.get(standing.version.game) ?? standing.version.game,
      place: placeOf(ledger, standing.version, now),
    }))
    return { month, wins: winsOf(standings.flatMap((one) => scoredOf(one) ?? [])), slips }
  })
}

const closeOf = ({ version }: Standing) => version.close ?? version.at

function slipOf(standing: Standing, isSecret: boolean): Omit<Slip, 'place' | 'game'> {
  const { state, version } = standing
  const { forecast, entry, date } = version
  if (isSecret) return { id: null, entry, date, state: 'sealed', score: null }
  const scored = scoredOf(standing)
  return {
    id: forecast,
    entry,
    date,
    state: state === 'waiting' ? 'open' : state,
    score: scored && {
      came: outcomeOf(scored).came.length,
      won: outcomeOf(scored).won === true,
      words: scoreWords(scored),
    },
  }
}

/** The counting version beside its draw; null without a score. */
export const scoredOf = (standing: Standing) =>
  standing.state === 'scored' ? { ...standing.version, winning: itemAt(standing.results, -1).winning } : null
