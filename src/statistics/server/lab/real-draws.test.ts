// The figures of golden-statistics.json through the API, on the real draws of 2023 to 2025.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { golden, hasRealDraws, REAL_CHART_RESULT, REAL_DRAWS } from '../../../../tests/support/real-draws.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import type { LabAnswer } from '../../rules/lab/figure.ts'
import type { LabFigureKey } from '../../rules/lab/figures.ts'
import { BOXES } from '../../../platform/rules/base/balls.ts'

describe.skipIf(!hasRealDraws)('the real draws', () => {
  const server = testServer()
  const figures = hasRealDraws ? golden() : {}
  let pro: Visitor
  const ask = async (figure: LabFigureKey, query = ''): Promise<LabAnswer> => {
    const { status, body } = await pro.get<LabAnswer>(`/api/lab/${figure}?${query}`)
    expect([figure, query, status]).toEqual([figure, query, 200])
    return body
  }
  const countsOf = ({ series }: LabAnswer, place = 0) => series[place]!.marks.map(({ count }) => count)

  beforeAll(async () => {
    pro = await server().as('pro')
    const admin = await server().as('admin')
    for (const file of REAL_DRAWS) {
      const raw = { type: 'text/csv', content: readFileSync(file) }
      const { status, body } = await admin.request('POST', '/api/admin/draws/import', { raw })
      expect(status).toBe(200)
      // Rows with a number twice in one set, which the figures leave out too.
      for (const { reasons } of body.refused) expect(reasons[0]).toBe('The row is marked suspect.')
    }
  })

  test('frequency by set, game and box', async () => {
    const { frequency, record } = figures
    const all = await ask('frequency')
    expect(all.draws).toBe(record.draws)
    expect(countsOf(all)).toEqual(frequency.all.winning)
    expect(countsOf(await ask('frequency', 'set=machine'))).toEqual(frequency.all.machine)
    expect(countsOf(await ask('frequency', 'games=bonanza'))).toEqual(frequency.bonanza.winning)
    for (const [place, box] of BOXES.entries())
      expect(countsOf(await ask('frequency', `box=${place + 1}`))).toEqual(frequency.allWinningByBox[box])
  })

  test('pairs', async () => {
    const { series, map } = await ask('pairs')
    const top = series[0]!.marks.map(({ key, count }) => [...key.split('-').map(Number), count])
    expect(top).toEqual(figures.pairs.top20)
    expect(map!.filter((count) => count > 0)).toHaveLength(figures.pairs.came)
    const [a, b, count] = figures.pairs.top20[0]
    expect(countsOf(await ask('pairs', `numbers=${a}+${b}`))).toEqual([count])
  })

  test('gaps', async () => {
    const { series } = await ask('gaps', 'games=bingo')
    const [now, longest] = series.map(({ marks }) => marks)
    const expected: { current: number; record: number }[] = figures.gaps.bingo
    expect(now!.map(({ count }) => count)).toEqual(expected.map(({ current }) => current))
    expect(longest!.map(({ count }) => count)).toEqual(expected.map(({ record }) => record))
  })

  test('the chart test', async () => {
    const { series, sentences } = await ask('chart-test')
    for (const { marks } of series)
      for (const { key, count, cases } of marks) {
        const [column, lag] = key.split('.') as [string, string]
        const { hits, trials } = figures.chart[column][`lag${lag}`]
        expect([key, count, cases]).toEqual([key, hits, trials])
      }
    expect(sentences.join(' ')).toContain(
      'Even if it were real, ₦100 would bring back ₦66. No column of the chart helps to guess the next draw.',
    )
    expect(sentences.at(-1)).toBe('Counted since 1 October 2023: 2,541 draws.')
    const free = await server().as('free')
    expect((await free.get('/api/chart-result')).body).toEqual({ sentence: REAL_CHART_RESULT, sample: false })
  })

  test('followers, carry and repeats', async () => {
    const { followersOf33InBonanza, carry, repeats } = figures
    const followers = await ask('followers', 'games=bonanza&number=33')
    for (const [place, expected] of [followersOf33InBonanza.next, followersOf33InBonanza.within3].entries()) {
      const counts = countsOf(followers, place).flatMap((count, i) => (count > 0 ? [[i + 1, count]] : []))
      expect(counts.sort((a, b) => b[1]! - a[1]! || a[0]! - b[0]!)).toEqual(expected.counts)
    }
    expect(countsOf(await ask('carry'))[0]).toBe(carry.machineToWinning.lag1.hits)
    const moving = await ask('moving')
    expect(countsOf(moving)[0]).toBe(repeats.all.sharing)
    expect(countsOf(moving, 1)).toEqual(repeats.all.distribution)
  })
})
