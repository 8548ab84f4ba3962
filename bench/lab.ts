// The statistics lab and a record over 60,000 draws, on one core and without a worker.
import { lagosDate } from '../src/platform/rules/base/calendar.ts'
import { seedGames } from '../src/draws/rules/games.ts'
import { type History, historyOf } from '../src/draws/rules/history.ts'
import { labAnswer } from '../src/statistics/rules/lab/figures/compute.ts'
import { carry } from '../src/statistics/rules/lab/figures/carry.ts'
import { chartTest, chartWithin } from '../src/statistics/rules/lab/figures/chart-test.ts'
import { chartSameDraw } from '../src/statistics/rules/lab/figures/chart-same-draw.ts'
import { followersOf, followersWithin } from '../src/statistics/rules/lab/figures/followers.ts'
import { longestGaps, luckOfLongestGap } from '../src/statistics/rules/lab/figures/gaps.ts'
import { highLow } from '../src/statistics/rules/lab/figures/high-low.ts'
import { repeats } from '../src/statistics/rules/lab/figures/moving.ts'
import { frequency, topNumbers } from '../src/statistics/rules/lab/frequency.ts'
import { groupMoves } from '../src/statistics/rules/lab/figures/groups.ts'
import { pairCounts, topPairs } from '../src/statistics/rules/lab/figures/pairs.ts'
import { type LabQuery, parseLabQuery } from '../src/statistics/rules/lab/query.ts'
import { RELATIONS } from '../src/statistics/rules/lab/chart.ts'
import { sequencesOf, WHOLE_HISTORY } from '../src/statistics/rules/lab/scope.ts'
import { addDraw, drawsThatCount, emptyCounters } from '../src/statistics/rules/lab/proofs/counters.ts'
import { PROOF_KEYS, proofOfFigure, proofsOf } from '../src/statistics/rules/lab/proofs/proofs.ts'
import { funnelOf, numbersAgainstLuck } from '../src/forecasts/rules/record/against-luck.ts'
import { atMost, median, type Row, yearsOfDraws } from './measure.ts'

const WITHOUT_HOLES = (parseLabQuery('chart-within', { holes: 'out' }) as { query: LabQuery }).query

function timed(run: () => unknown): number {
  const times: number[] = []
  for (let i = 0; i < 15; i++) {
    const began = performance.now()
    run()
    times.push(performance.now() - began)
  }
  return median(times)
}

/** What a new draw costs in counters that hold all draws before it: the counters, and the ten proofs. */
function newDraw(history: History): number {
  const draws = [...drawsThatCount(history, 0)]
  const counters = emptyCounters()
  for (const draw of draws.splice(0, draws.length - 15)) addDraw(counters, draw, [])
  return timed(() => {
    addDraw(counters, draws.pop()!, [])
    return PROOF_KEYS.map((key) => proofOfFigure(key, counters))
  })
}

export function measureLab(): Row[] {
  const draws = yearsOfDraws(40).slice(-60_000)
  const history = historyOf(draws)
  const games = seedGames(lagosDate(0))
  const winning = sequencesOf(history, WHOLE_HISTORY)
  const both = sequencesOf(history, { ...WHOLE_HISTORY, set: 'both' })
  const figures: Record<string, () => unknown> = {
    'choice of draws': () => sequencesOf(history, WHOLE_HISTORY),
    frequency: () => topNumbers(frequency(winning)),
    'ten proofs': () => proofsOf(history, []),
    gaps: () => [longestGaps(winning), luckOfLongestGap(winning)],
    'top pairs': () => topPairs(pairCounts(winning)),
    followers: () => [followersOf(winning, 33, 1), followersWithin(winning, 33, 3)],
    'moving numbers': () => repeats(winning),
    carry: () => carry(both, 1),
    'chart within': () => chartWithin(winning, RELATIONS, [1, 2, 3]),
    'chart within, both sets': () => chartWithin(both, RELATIONS, [1, 2, 3]),
    'chart within, without holes': () => labAnswer({ history, games }, WITHOUT_HOLES),
    'chart same draw': () => {
      const counts = pairCounts(winning)
      return RELATIONS.map((relation) => chartSameDraw(counts, relation))
    },
    'high numbers': () => highLow(winning),
    groups: () =>
      groupMoves(winning, [
        [1, 10, 89],
        [2, 20, 88],
        [3, 30, 87],
      ]),
  }
  const slowest = Object.entries(figures)
    .map(([name, run]) => ({ name, time: timed(run) }))
    .reduce((one, other) => (other.time > one.time ? other : one))
  const forecasts = Array.from({ length: 5000 }, (_, i) => ({
    numbers: 1 + (i % 10),
    hits: i % 3 === 0 ? 1 : 0,
  }))
  return [
    atMost(`Slowest lab figure over ${draws.length} draws (${slowest.name})`, slowest.time, 30, 'ms'),
    atMost('A new draw in the ten proofs', newDraw(history), 1, 'ms', 2),
    atMost(
      'Chart test over all games',
      timed(() => chartTest(winning)),
      150,
      'ms',
    ),
    atMost(
      'Ranges of a record of 5,000 draws',
      timed(() => [numbersAgainstLuck(forecasts, 1), funnelOf(forecasts)]) / 1000,
      0.2,
      's',
      3,
    ),
  ]
}

if (import.meta.main) console.table(measureLab())
