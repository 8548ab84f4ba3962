/** Draws by how many of their numbers are odd, or high (statistics.md, section 5: odd/even, high/low). */
import { binomial, hypergeometric } from '../../luck/counts.ts'
import { chanceOf } from '../../luck/distribution.ts'
import { type CellRule, cellFigure } from '../figure.ts'
import { HIGHEST } from '../scope.ts'

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
