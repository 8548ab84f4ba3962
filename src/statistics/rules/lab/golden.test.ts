// golden-statistics.json on the real draws of 2023 to 2025; its definitions are in golden-definitions.md.
import { describe, expect, test } from 'vitest'
import { golden, hasRealDraws, REAL_CHART_RESULT, realHistory } from '../../../../tests/support/real-draws.ts'
import { dateOfDay } from '../../../platform/rules/base/calendar.ts'
import { GAME_KEYS } from '../../../draws/rules/games.ts'
import { atLeast, centralRange, meanOf } from '../../../draws/rules/luck/distribution.ts'
import { BOXES } from '../../../platform/rules/base/balls.ts'
import { carry } from './figures/carry.ts'
import { chartCells, RELATIONS } from './chart.ts'
import { chartFinding, chartTest } from './figures/chart-test.ts'
import { followersOf, followersWithin } from './figures/followers.ts'
import { chanceOfSharing } from '../../../draws/rules/luck/chance.ts'
import { repeats } from './figures/moving.ts'
import { frequency } from './frequency.ts'
import { gapsOf } from './figures/gaps.ts'
import { pairCounts, topPairs } from './figures/pairs.ts'
import { drawsIn, type LabScope, sequencesOf, WHOLE_HISTORY } from './scope.ts'

describe.skipIf(!hasRealDraws)('the real draws', () => {
  const history = hasRealDraws ? realHistory() : { games: new Map() }
  const figures = hasRealDraws ? golden() : {}
  const scope = (some: Partial<LabScope>) => sequencesOf(history, { ...WHOLE_HISTORY, ...some })
  const scopes = [['all', null], ...GAME_KEYS.map((key) => [key, [key]] as const)] as [
    string,
    string[] | null,
  ][]
  const ALL = scope({})
  const rounded = (value: number) => Number(value.toFixed(6))

  test('draws', () => {
    expect(drawsIn(ALL)).toBe(figures.record.draws)
    for (const key of GAME_KEYS) {
      const own = figures.draws[key]
      expect(drawsIn(scope({ games: [key] }))).toBe(own.all)
      for (const year of [2023, 2024, 2025])
        expect(drawsIn(scope({ games: [key], window: { year } }))).toBe(own[year])
    }
  })

  test('frequency', () => {
    for (const [key, games] of scopes)
      for (const set of ['winning', 'machine'] as const) {
        const found = frequency(scope({ games, set }))
        expect([...found.counts.subarray(1)]).toEqual(figures.frequency[key][set])
      }
    const { byBox } = frequency(ALL)
    for (const [place, box] of BOXES.entries())
      expect([...byBox[place]!.subarray(1)]).toEqual(figures.frequency.allWinningByBox[box])
  })

  test('pairs', () => {
    const found = topPairs(pairCounts(ALL))
    const { pairs } = figures
    expect(found.top.map(({ a, b, count }) => [a, b, count])).toEqual(pairs.top20)
    expect(found.came).toEqual(pairs.came)
    expect(found.never.length).toEqual(Array.isArray(pairs.never) ? pairs.never.length : pairs.never)
    expect(rounded(found.expected)).toEqual(pairs.expected)
    expect({ count: found.top[19]!.count, pairsWithAtLeastThatCount: found.withLastCount }).toEqual(
      pairs.lastPlace,
    )
  })

  test('gaps', () => {
    for (const key of ['bingo', 'national', 'bonanza']) {
      const [sequence] = scope({ games: [key] })
      const found = gapsOf(sequence!).map(({ number, came, lastRow, current, record, recordBetween }) => ({
        number,
        came,
        last: lastRow === null ? null : dateOfDay(sequence!.draws.days[lastRow]!),
        current,
        record,
        recordBetween,
      }))
      expect(found).toEqual(figures.gaps[key])
    }
  })

  test('the chart by column, lag and game', () => {
    for (const { relation, lag, hits, trials, luck } of chartCells(ALL, RELATIONS)) {
      const { numbersWithARelative, [`lag${lag}`]: cell } = figures.chart[relation.key]
      expect(relation.numbers).toBe(numbersWithARelative)
      expect({ hits, trials, expected: rounded(trials / 18), rate: rounded(hits / trials) }).toEqual(cell)
      expect(meanOf(luck)).toBeCloseTo(trials / 18, 6)
    }
    for (const key of GAME_KEYS)
      for (const { relation, hits, trials } of chartCells(scope({ games: [key] }), RELATIONS, [1]))
        expect([hits, trials]).toEqual(figures.chart[relation.key].lag1ByGame[key])
  })

  test('carry', () => {
    const both = scope({ set: 'both' })
    for (const lag of [0, 1]) {
      const expected = figures.carry.machineToWinning[`lag${lag}`]
      const { hits, trials } = carry(both, lag)
      expect([hits, trials, rounded(hits / trials)]).toEqual([expected.hits, expected.trials, expected.rate])
    }
  })

  test('followers of 33 in Bonanza', () => {
    const own = scope({ games: ['bonanza'] })
    const { next, within3 } = figures.followersOf33InBonanza
    for (const [found, expected] of [
      [followersOf(own, 33, 1), next],
      [followersWithin(own, 33, 3), within3],
    ] as const) {
      expect(found.trials).toBe(expected.trials)
      const counts = [...found.counts.entries()].filter(([, count]) => count > 0)
      expect(counts.sort((a, b) => b[1] - a[1] || a[0] - b[0])).toEqual(expected.counts)
    }
  })

  test('repeats', () => {
    expect(rounded(chanceOfSharing(5))).toBe(figures.repeats.chanceOfSharing)
    for (const [key, games] of scopes) {
      const { pairs, sharing, sharedNumbers, distribution } = repeats(scope({ games }))
      expect({ pairs, sharing, sharedNumbers, distribution }).toEqual(figures.repeats[key])
    }
  })

  // Section 6: "On the real draws 3 of 27 chart cells lie outside their own 95 % range".
  test('the chart test', () => {
    const { cells } = chartTest(ALL)!
    const outside = cells.filter(({ luck, hits }) => {
      const { low, high } = centralRange(luck)
      return hits < low || hits > high
    })
    expect(outside).toHaveLength(3)
    expect(chartFinding(history).sentences!.join(' ')).toBe(REAL_CHART_RESULT)
  })

  // Section 6: "24 of 486 by game, where luck gives 22.1". It takes 1.96 binomial deviations as the range of a cell; the
  // chances of a count outside come from the exact distribution.
  test('the chart by game', () => {
    const cells = GAME_KEYS.flatMap((key) => chartCells(scope({ games: [key] }), RELATIONS))
    expect(cells).toHaveLength(486)
    let outside = 0
    let byLuck = 0
    for (const { hits, trials, luck } of cells) {
      const [mean, width] = [trials / 18, 1.96 * Math.sqrt((trials * 17) / 324)]
      if (Math.abs(hits - mean) > width) outside++
      byLuck += 1 - atLeast(luck, Math.ceil(mean - width)) + atLeast(luck, Math.floor(mean + width) + 1)
    }
    expect(outside).toBe(24)
    expect(byLuck).toBeCloseTo(22.1, 1)
    // With the central ranges that the screens show, which have at most 2.5 % on each side:
    const shown = cells.filter(({ hits, luck }) => {
      const { low, high } = centralRange(luck)
      return hits < low || hits > high
    })
    expect(shown).toHaveLength(18)
  })
})
