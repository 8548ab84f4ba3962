/** Draws with two numbers n and n + 1 (statistics.md, section 5: consecutive). */
import { binomial, choose } from '../../luck/counts.ts'
import { type CellRule, cellFigure } from '../figure.ts'
import { HIGHEST } from '../scope.ts'

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
  say: ([mark]) => [mark!.sentence],
}

export const consecutiveFigure = cellFigure(consecutive)
