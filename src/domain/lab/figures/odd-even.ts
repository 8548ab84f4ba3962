import { binomial, hypergeometric, choose } from '../../luck/counts.ts'
import { chanceOf, meanOf, varianceOf } from '../../luck/distribution.ts'
import { type CellRule, cellFigure } from '../figure.ts'
import { HIGHEST, ballsAt, drawsIn, eachStep, type Sequence, widthOf } from '../scope.ts'
import { sumOf, luckOfSum } from '../../luck/sums.ts'
import { formatCount, decimal } from '../../base/words.ts'
import { itemAt, present, tally } from '../../base/lists.ts'

/** Draws by how many of their numbers are odd, or high (statistics.md, section 5: odd/even, high/low). */

/** Half of the 90 numbers are of a kind. */
const kindRule = (kind: string, other: string, isOfKind: (ball: number) => boolean): CellRule => ({
  series: { key: kind, title: `Draws by their ${kind} numbers` },
  cells(draws, width) {
    const oneDraw = hypergeometric(HIGHEST / 2, width, HIGHEST)
    return Array.from({ length: width + 1 }, (_, count) => ({
      key: String(count),
      label: `${count} ${kind}, ${width - count} ${other}`,
      luck: binomial(draws, chanceOf(oneDraw, count)),
    }))
  },
  casesOf(balls, hit) {
    let count = 0
    for (const ball of balls) if (isOfKind(ball)) count++
    hit(count)
  },
  numbersOf: (balls) => balls.filter(isOfKind),
})

export const oddEven = kindRule('odd', 'even', (ball) => ball % 2 === 1)
export const highLow = kindRule('high', 'low', (ball) => ball > HIGHEST / 2)

export const oddEvenFigure = cellFigure(oddEven)
export const highLowFigure = cellFigure(highLow)

/** Numbers by their last digit (statistics.md, section 5: endings). */

export const endings: CellRule = {
  series: { key: 'endings', title: 'Numbers by their last digit' },
  cells(draws, width) {
    // Nine numbers have each ending.
    const luck = sumOf([{ distribution: hypergeometric(HIGHEST / 10, width, HIGHEST), times: draws }])
    return Array.from({ length: 10 }, (_, digit) => ({ key: String(digit), label: `Ends in ${digit}`, luck }))
  },
  casesOf(balls, hit) {
    for (const ball of balls) hit(ball % 10)
  },
  numbersOf: (balls, digit) => balls.filter((ball) => ball % 10 === digit),
  counts: 'numbers',
}

export const endingsFigure = cellFigure(endings)

/** Draws with two numbers n and n + 1 (statistics.md, section 5: consecutive). */

/** 1 − C(86,5)/C(90,5): no two of `size` numbers are neighbours in C(91 − size, size) ways. */
export function chanceOfConsecutive(size: number): number {
  return 1 - choose(HIGHEST + 1 - size, size) / choose(HIGHEST, size)
}

export const consecutive: CellRule = {
  series: { key: 'all', title: 'Draws with consecutive numbers' },
  cells: (draws, width) => [
    { key: 'all', label: 'Draws with two in a row', luck: binomial(draws, chanceOfConsecutive(width)) },
  ],
  casesOf(balls, hit) {
    for (const ball of balls) if (balls.includes(ball + 1)) return hit(0)
  },
  numbersOf: (balls) => balls.filter((ball) => balls.includes(ball - 1) || balls.includes(ball + 1)),
  say: (marks) => marks.map(({ sentence }) => sentence),
}

export const consecutiveFigure = cellFigure(consecutive)

/** What the numbers of a draw add up to (statistics.md, section 5: sum). */

/** The sums of the balls. @returns null without a draw */
export function sums(sequences: readonly Sequence[]) {
  const width = widthOf(sequences)
  const draws = drawsIn(sequences)
  if (draws === 0) return null
  const counts = new Uint32Array(width * HIGHEST + 1)
  eachStep(sequences, 0, (sequence, t) => tally(counts, total(ballsAt(sequence, t))))
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
  say: (_, outside, sequences) => [meanSentence(present(sums(sequences))), outside],
})

/** The mean of many sums is normal to well within the shown digit. */
const USUAL_DEVIATIONS = 1.96

function meanSentence({
  draws,
  mean,
  lowest,
  highest,
  oneDraw,
}: NonNullable<ReturnType<typeof sums>>): string {
  const byLuck = meanOf(oneDraw)
  const width = USUAL_DEVIATIONS * Math.sqrt(varianceOf(oneDraw) / draws)
  return `The numbers of a draw add up to ${decimal(mean)} on average; luck gives ${decimal(byLuck)}, usually ${decimal(byLuck - width)} to ${decimal(byLuck + width)}. The lowest sum was ${formatCount(lowest)}, the highest ${formatCount(highest)}.`
}
