import { describe, expect, test } from 'vitest'
import { choose } from '../../../draws/rules/luck/counts.ts'
import { chanceOf, meanOf, varianceOf } from '../../../draws/rules/luck/distribution.ts'
import { pairsInDraw } from './figures/chart-same-draw.ts'
import { chanceTogether } from './figures/pairs.ts'
import { pairsOf, RELATIONS, relationOfColumn } from './chart.ts'

describe.each([5, 10])('the pairs of a column in a draw of %i numbers', (width) => {
  test('where no two pairs share a number, follow from binomial coefficients', () => {
    const pairs = pairsOf(relationOfColumn('counterpart'))
    const found = pairsInDraw(pairs, width)
    for (let held = 0; 2 * held <= width; held++) {
      const single = width - 2 * held
      const ways = choose(45, held) * choose(45 - held, single) * 2 ** single
      expect(chanceOf(found, held)).toBeCloseTo(ways / choose(90, width), 12)
    }
  })

  // The variance adds the covariance of each two pairs, which hold three or four numbers.
  test.each(RELATIONS.map((relation) => [relation.name, pairsOf(relation)] as const))(
    'have the mean and the variance of %s',
    (_name, pairs) => {
      const found = pairsInDraw(pairs, width)
      const chance = chanceTogether(2, width)
      let variance = 0
      for (const one of pairs)
        for (const other of pairs)
          variance += chanceTogether(new Set([...one, ...other]).size, width) - chance ** 2
      expect(meanOf(found)).toBeCloseTo(pairs.length * chance, 12)
      expect(varianceOf(found)).toBeCloseTo(variance, 12)
    },
  )
})
