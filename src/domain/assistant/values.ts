import { rowOf } from '../classification.ts'
import type { ChartFinding } from '../lab/figures/chart-test.ts'
import { BETS, combinations, EITHER_SET_ONE_IN } from './bets.ts'
import { scopeOf } from './scope.ts'
import { chartHits, countDraws, drawList, followed, gap, lastSeen, together } from './values-draws.ts'
import { cold, countEach, due, followers, hot, pairsWith } from './values-ranked.ts'
import { next, times } from './values-schedule.ts'
import { shape } from './values-shape.ts'
import type { AssistantData, Intent, Query, Slots } from './types.ts'

type Compute = (slots: Slots, now: number, data: AssistantData) => unknown

const VALUES = {
  count: (slots, _, data) => countEach(scopeOf(slots, data), slots.numbers!),
  'last-seen': (slots, _, data) => lastSeen(scopeOf(slots, data), slots.numbers![0]!),
  gap: (slots, _, data) => gap(scopeOf(slots, data), slots.numbers![0]!),
  together: (slots, _, data) => together(scopeOf(slots, data), slots.numbers!),
  'pairs-with': (slots, _, data) => pairsWith(scopeOf(slots, data), slots.numbers![0]!, slots.top ?? 1),
  followers: (slots, _, data) => followers(scopeOf(slots, data), slots.numbers![0]!, slots),
  // oxlint-disable-next-line unicorn/no-thenable -- the name of an intent; the table is never awaited
  then: (slots, _, data) => followed(scopeOf(slots, data), slots.numbers!, slots),
  'chart-cell': ({ relations, numbers }) => {
    const row = rowOf(numbers![0]!.number)!
    return Object.fromEntries(relations!.map((relation) => [relation, row[relation]]))
  },
  'chart-hit': (slots, _, data) =>
    chartHits(scopeOf(slots, data), slots.relations![0]!, slots.numbers?.[0]?.number ?? null, slots),
  /** The test takes longer than a question may. The server fills in what a worker found. */
  'chart-test': (): ChartFinding | null => null,
  hot: (slots, _, data) => hot(scopeOf(slots, data), slots),
  cold: (slots, _, data) => cold(scopeOf(slots, data), slots),
  due: (slots, _, data) => due(scopeOf(slots, data), slots),
  draw: (slots, _, data) => drawList(scopeOf(slots, data), slots, data),
  schedule: (slots, now, data) => (slots.ask === 'next' ? next(slots, now, data) : times(slots, now, data)),
  odds: ({ bet, type }) => ({ oneIn: type === 'both' ? EITHER_SET_ONE_IN : BETS[bet!].oneIn }),
  payout: ({ bet, stake }) => ({ wins: stake! * BETS[bet!].pays! }),
  perm: ({ choose, of, against, stake }) => {
    const lines = against ? against[0] * against[1] : combinations(of!, choose!)
    return { lines, cost: stake === undefined ? null : lines * stake }
  },
  shape: (slots, _, data) => shape(scopeOf(slots, data), slots),
  compare: (slots, _, data) => compare(slots, data),
  'draw-count': (slots, _, data) => scopeOf(slots, data).reduce((sum, { at }) => sum + at.length, 0),
  help: () => null,
} satisfies Record<Intent, Compute>

/** The main figure of each kind of question. */
export type Values = { [I in Intent]: ReturnType<(typeof VALUES)[I]> }

/** One count per number, game or period, in the order asked. */
function compare(slots: Slots, data: AssistantData): number[] {
  const numbers = slots.numbers!
  const count = (scope: Slots) => countDraws(scopeOf(scope, data), numbers[0]!)
  if (slots.by === 'game') return slots.games!.map((game) => count({ ...slots, games: [game] }))
  if (slots.by === 'period') return slots.periods!.map((period) => count({ ...slots, period }))
  return countEach(scopeOf(slots, data), numbers)
}

/** The main figure of a question at an instant (milliseconds). */
export function valueOf({ intent, slots }: Query, now: number, data: AssistantData): unknown {
  const compute: Compute = VALUES[intent]
  return compute(slots, now, data)
}
