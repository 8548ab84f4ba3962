/** What the numbers of a draw add up to (statistics.md, section 5: sum). */
import { binomial } from '../../luck/counts.ts'
import { chanceOf, type Distribution, meanOf, varianceOf } from '../../luck/distribution.ts'
import { luckOfSum } from '../../luck/sum-of-balls.ts'
import { formatCount, decimal } from '../../base/words.ts'
import { cellFigure } from '../figure.ts'
import { ballsAt, drawsIn, eachStep, HIGHEST, type Sequence, widthOf } from '../scope.ts'
import { itemAt } from '../../base/lists.ts'

interface Sums {
  draws: number
  mean: number
  /** With the divisor N. */
  standardDeviation: number
  lowest: number
  highest: number
  /** Entry `s`: the draws whose balls add up to `s`. */
  counts: Uint32Array
  /** The chances of the sum of one draw: mean 227.5, standard deviation 56.77 for five balls. */
  oneDraw: Distribution
}

/** The sums of the balls. @returns null without a draw */
export function sums(sequences: readonly Sequence[]): Sums | null {
  const width = widthOf(sequences)
  const draws = drawsIn(sequences)
  if (draws === 0) return null
  const counts = new Uint32Array(width * HIGHEST + 1)
  eachStep(sequences, 0, (sequence, t) => counts[total(ballsAt(sequence, t))]!++)
  const seen = [...counts.entries()].filter(([, times]) => times > 0)
  const mean = seen.reduce((sum, [value, times]) => sum + (value * times) / draws, 0)
  const variance = seen.reduce((sum, [value, times]) => sum + ((value - mean) ** 2 * times) / draws, 0)
  const [lowest, highest] = [itemAt(seen, 0)[0], itemAt(seen, -1)[0]]
  const standardDeviation = Math.sqrt(variance)
  return { draws, mean, standardDeviation, lowest, highest, counts, oneDraw: luckOfSum(width) }
}

const total = (balls: Uint8Array) => balls.reduce((sum, ball) => sum + ball, 0)

/** The sums of one bar of the histogram. */
const BAR_WIDTH = 20

export const sumsFigure = cellFigure({
  series: { key: 'sums', title: 'Draws by the sum of their numbers' },
  cells(draws, width) {
    const oneDraw = luckOfSum(width)
    return Array.from({ length: Math.ceil((width * HIGHEST + 1) / BAR_WIDTH) }, (_, i) => {
      const first = i * BAR_WIDTH
      let chance = 0
      for (let sum = first; sum < first + BAR_WIDTH; sum++) chance += chanceOf(oneDraw, sum)
      return {
        key: String(first),
        label: `${first} to ${first + BAR_WIDTH - 1}`,
        luck: binomial(draws, chance),
      }
    })
  },
  casesOf: (balls, hit) => hit(Math.floor(total(balls) / BAR_WIDTH)),
  numbersOf: () => [],
  say: (_, outside, sequences) => [meanSentence(sums(sequences)!), outside],
})

/** The mean of many sums is normal to well within the shown digit. */
const USUAL_DEVIATIONS = 1.96

function meanSentence({ draws, mean, lowest, highest, oneDraw }: Sums): string {
  const byLuck = meanOf(oneDraw)
  const width = USUAL_DEVIATIONS * Math.sqrt(varianceOf(oneDraw) / draws)
  return `The numbers of a draw add up to ${decimal(mean)} on average; luck gives ${decimal(byLuck)}, usually ${decimal(byLuck - width)} to ${decimal(byLuck + width)}. The lowest sum was ${formatCount(lowest)}, the highest ${formatCount(highest)}.`
}
