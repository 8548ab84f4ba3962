// Seeded histories of pure luck, and of one skill, run through the lab's own screens (statistics.md, section 8).
//   node tests/long/simulate-luck.ts [seed]
import assert from 'node:assert/strict'
import { allocate, type GameDraws, type History } from '../../src/domain/draws/history.ts'
import { chartTest } from '../../src/domain/lab/figures/chart-test.ts'
import { longestGaps, luckOfLongestGap } from '../../src/domain/lab/figures/gaps.ts'
import { ALL_PAIRS, luckOfPair, pairCounts, topPairs } from '../../src/domain/lab/figures/pairs.ts'
import { frequency, luckOfNumber } from '../../src/domain/lab/frequency.ts'
import { type Relation, relationOfColumn } from '../../src/domain/lab/relatives.ts'
import { sequencesOf, WHOLE_HISTORY } from '../../src/domain/lab/scope.ts'
import { screenOf, verdictOf } from '../../src/domain/lab/verdict.ts'
import { hitsOf } from '../../src/domain/luck/counts.ts'
import type { Distribution } from '../../src/domain/luck/distribution.ts'
import { attainableLevel, notUnusual, UNUSUAL_CHANCE } from '../../src/domain/luck/many-looks.ts'
import {
  type DrawHits,
  NO_EVIDENCE,
  proofNeeded,
  proofOf,
  skilledHits,
  withDraw,
} from '../../src/domain/luck/evidence.ts'
import { type Random, random } from '../support/random.ts'

/** A history of games with so many draws each, whose five balls come from `draw`. */
export function historyBy(
  games: number,
  draws: number,
  draw: (before: readonly number[]) => number[],
): History {
  const made = new Map<string, GameDraws>()
  for (let g = 0; g < games; g++) {
    const own = allocate(`game_${g}`, draws)
    let before: number[] = []
    for (let t = 0; t < draws; t++) {
      own.days[t] = 20_000 + t
      own.flags[t] = 1
      own.balls.set((before = draw(before)), t * 10)
    }
    made.set(own.game, own)
  }
  return { games: made }
}

export const SCREENS = ['numbers', 'gaps', 'pairs', 'chart'] as const
export type ScreenName = (typeof SCREENS)[number]

/** Whether a screen shows anything as unusual, and the chance of that by luck. */
function look(name: ScreenName, history: History): { isUnusual: boolean; level: number } {
  const sequences = sequencesOf(history, WHOLE_HISTORY)
  if (name === 'chart') {
    const { cells, screen } = chartTest(sequences)!
    const outside = cells.map(({ luck }) => notUnusual(luck, screen.figures).outside)
    const isUnusual = cells.some(({ chance }) => chance.corrected <= UNUSUAL_CHANCE)
    return { isUnusual, level: attainableLevel(outside) }
  }
  const { counts, luck, screen } = {
    numbers() {
      const found = frequency(sequences)
      const luck = luckOfNumber(found)
      return { counts: [...found.counts.subarray(1)], luck, screen: screenOf(luck, 90) }
    },
    gaps() {
      const luck = luckOfLongestGap(sequences)
      const counts = longestGaps(sequences).map(({ draws }) => draws)
      return { counts, luck, screen: screenOf(luck, 90) }
    },
    pairs() {
      const found = pairCounts(sequences)
      const luck = luckOfPair(found)
      const counts = topPairs(found).top.map(({ count }) => count)
      return { counts, luck, screen: screenOf(luck, ALL_PAIRS, 'upper') }
    },
  }[name]()
  const { outside } = notUnusual(luck, screen.figures, screen.sides)
  return {
    isUnusual: counts.some((count) => verdictOf({ count, cases: 0, luck }, screen) === 'unusual'),
    level: attainableLevel(new Array<number>(screen.figures).fill(outside)),
  }
}

/** The share of histories of pure luck in which a screen shows anything as unusual, beside the attainable level. */
export function unusualShare(
  name: ScreenName,
  { histories, games, draws, seed }: { histories: number; games: number; draws: number; seed: number },
): { share: number; level: number } {
  const source = random(seed)
  let unusual = 0
  let levels = 0
  for (let i = 0; i < histories; i++) {
    const { isUnusual, level } = look(
      name,
      historyBy(games, draws, () => source.balls()),
    )
    if (isUnusual) unusual++
    levels += level
  }
  return { share: unusual / histories, level: levels / histories }
}

/** The share of histories in which the chart test finds a follower that comes `boost` times as often as by luck. */
export function boostFound({
  histories,
  draws,
  boost,
  seed,
}: {
  histories: number
  draws: number
  boost: number
  seed: number
}): number {
  const source = random(seed)
  const relation = relationOfColumn('counterpart')
  let found = 0
  for (let i = 0; i < histories; i++) {
    const history = historyBy(1, draws, (before) => boostedDraw(source, before, relation, boost))
    const cell = chartTest(sequencesOf(history, WHOLE_HISTORY))!.cells.find(
      ({ relation: own, lag }) => own === relation && lag === 1,
    )!
    if (cell.chance.corrected <= UNUSUAL_CHANCE && cell.hits > cell.expected) found++
  }
  return found / histories
}

/** A draw with more of the relatives of the draw before it than luck gives. */
function boostedDraw(
  source: Random,
  before: readonly number[],
  { relative }: Relation,
  boost: number,
): number[] {
  const relatives = new Set(before.map((ball) => relative[ball]!).filter((ball) => ball > 0))
  const wanted = pickCount(source, skilled(relatives.size, boost))
  const balls = new Set<number>()
  while (balls.size < wanted) balls.add(source.pick([...relatives]))
  while (balls.size < 5) {
    const ball = 1 + source.below(90)
    if (!relatives.has(ball)) balls.add(ball)
  }
  return [...balls]
}

/** The hits of numbers that come `boost` times as often as by luck. Before the first draw there is none. */
function skilled(numbers: number, boost: number): Distribution {
  const key = `${numbers} ${boost}`
  const found = skills.get(key) ?? skilledHits(numbers, boost) ?? hitsOf(numbers)
  skills.set(key, found)
  return found
}
const skills = new Map<string, Distribution>()

function pickCount(source: Random, { from, chances }: Distribution): number {
  let left = source.below(1_000_000) / 1_000_000
  for (const [i, chance] of chances.entries()) {
    left -= chance
    if (left < 0) return from + i
  }
  return from
}

/** The share of pure-luck records in which a look after each of `draws` draws ever finds the proof of the house. */
export function falseVerdicts(
  numbersOf: (source: Random) => number,
  { histories, draws, seed }: { histories: number; draws: number; seed: number },
): number {
  const source = random(seed)
  let proven = 0
  for (let i = 0; i < histories; i++) {
    let sums = NO_EVIDENCE
    for (let draw = 0; draw < draws; draw++) {
      const numbers = numbersOf(source)
      const hits = source.balls().filter((ball) => ball <= numbers).length
      sums = withDraw(sums, { numbers, hits } satisfies DrawHits)
      if (proofOf(sums) >= proofNeeded(1)) {
        proven++
        break
      }
    }
  }
  return proven / histories
}

if (import.meta.main) {
  const seed = Number(process.argv[2] ?? 1)
  for (const name of SCREENS)
    for (const [games, draws] of [
      [1, 182],
      [18, 141],
    ] as const) {
      const { share, level } = unusualShare(name, { histories: 2000, games, draws, seed })
      console.log(`${name}, ${games * draws} draws: ${share} unusual, ${level.toFixed(4)} attainable`)
      assert(share <= 0.065, `${name}: ${share} of histories show something as unusual`)
      assert(Math.abs(share - level) <= 0.015, `${name}: ${share} is far from the attainable ${level}`)
    }
  const found = boostFound({ histories: 2000, draws: 2500, boost: 1.15, seed })
  console.log(`a follower boosted by 15 %: found in ${found}`)
  assert(found >= 0.8)
  const house = falseVerdicts((source) => source.pick([1, 2, 10, 10]), { histories: 4000, draws: 500, seed })
  console.log(`the house by luck: proven in ${house}`)
  assert(house <= 0.05)
}
