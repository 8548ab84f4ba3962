// Figures of numbers against a slow, obvious oracle on random histories. The long tests run more of them.
import { describe, expect, test } from 'vitest'
import { compare, lastOf, NUMBERS, SOME, sum } from '../../../../tests/support/lab-histories.ts'
import { historyOf } from '../../../draws/rules/history.ts'
import { highLow } from './figures/high-low.ts'
import { highest } from '../../../draws/rules/luck/counts.ts'
import { meanOf } from '../../../draws/rules/luck/distribution.ts'
import { frequency, luckOfNumber, topNumbers } from './frequency.ts'
import { gapsOf, longestGaps } from './figures/gaps.ts'
import { pairCount, pairCounts, topPairs } from './figures/pairs.ts'
import { drawsIn, sequencesOf, WHOLE_HISTORY } from './scope.ts'

describe('on random histories', () => {
  test('frequency by number and box, and the top five', () => {
    compare((fast, slow) => {
      const found = frequency(fast)
      const all = slow.flat()
      expect(found.draws).toBe(all.length)
      for (const n of NUMBERS) {
        expect(found.counts[n]).toBe(all.filter(({ balls }) => balls.includes(n)).length)
        for (const [place, box] of found.byBox.entries())
          expect(box[n]).toBe(all.filter(({ balls }) => balls[place] === n).length)
      }
      const sorted = NUMBERS.filter((n) => found.counts[n]! > 0).sort(
        (a, b) => found.counts[b]! - found.counts[a]! || a - b,
      )
      const fifth = found.counts[sorted[4] ?? lastOf(sorted) ?? 0]!
      const expected = sorted.filter((n) => found.counts[n]! >= fifth)
      const top = topNumbers(found)
      expect(top.map(({ number }) => number)).toEqual(expected)
      // Of two numbers with the same count, the second has luck's count of the second place.
      for (const [i, { place, expected: mean }] of top.entries()) {
        expect(place).toBe(i + 1)
        expect(mean).toBeCloseTo(meanOf(highest(luckOfNumber(found), 90, place)), 10)
      }
    })
  })

  test('gaps', () => {
    compare((fast, slow) => {
      const longest = NUMBERS.map(() => -1)
      for (const [s, sequence] of slow.entries())
        for (const gap of gapsOf(fast[s]!)) {
          const places = sequence.flatMap(({ balls }, t) => (balls.includes(gap.number) ? [t] : []))
          const runs = [-1, ...places, sequence.length].flatMap((place, i, all) =>
            i === 0 ? [] : [place - all[i - 1]! - 1],
          )
          const between = runs.slice(1, -1)
          expect(gap.came).toBe(places.length)
          expect(gap.current).toBe(lastOf(runs))
          expect(gap.record).toBe(Math.max(...runs))
          expect(gap.recordBetween).toBe(between.length === 0 ? null : Math.max(...between))
          if (between.length === 0) expect(gap.mean).toBeNull()
          else expect(gap.mean).toBeCloseTo(sum(between) / between.length, 9)
          longest[gap.number - 1] = Math.max(longest[gap.number - 1]!, gap.record)
        }
      expect(longestGaps(fast).map(({ draws }) => draws)).toEqual(longest)
    })
  })

  test('pairs', () => {
    compare((fast, slow) => {
      const all = slow.flat()
      const having = (numbers: number[]) => all.filter(({ balls }) => numbers.every((n) => balls.includes(n)))
      const found = pairCounts(fast)
      for (const a of SOME)
        for (const b of SOME) if (a !== b) expect(pairCount(found, a, b)).toBe(having([a, b]).length)
      const { top, withLastCount, came, never } = topPairs(found)
      expect(came + never.length).toBe(4005)
      expect(withLastCount).toBeGreaterThanOrEqual(20)
      expect(top.every(({ a, b, count }) => count === having([a, b]).length)).toBe(true)
    })
  })

  test('high numbers', () => {
    compare((fast, slow) => {
      const all = slow.flat().map(({ balls }) => balls.filter((ball) => ball >= 46).length)
      expect(highLow(fast).map(({ count }) => count)).toEqual(
        Array.from({ length: (fast[0]?.width ?? 5) + 1 }, (_, i) => all.filter((high) => high === i).length),
      )
    })
  })

  test('draws', () => {
    compare((fast, slow) => {
      expect(drawsIn(fast)).toBe(slow.flat().length)
    })
  })
})

test('a whole history without draws has no figures', () => {
  const none = sequencesOf(historyOf([]), WHOLE_HISTORY)
  expect(none).toEqual([])
  expect(frequency(none).draws).toBe(0)
  expect(topNumbers(frequency(none))).toEqual([])
})
