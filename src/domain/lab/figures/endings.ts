/** Numbers by their last digit (statistics.md, section 5: endings). */
import { hypergeometric } from '../../luck/counts.ts'
import { sumOf } from '../../luck/sums.ts'
import { type CellRule, cellFigure } from '../figure.ts'
import { HIGHEST } from '../scope.ts'

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
