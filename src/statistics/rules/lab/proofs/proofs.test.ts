import { describe, expect, test } from 'vitest'
import { goldenVerdicts, hasRealDraws } from '../../../../../tests/support/real-draws.ts'
import { dayOf, parseDate } from '../../../../platform/rules/base/calendar.ts'
import { historyOf, type HistoryDraw } from '../../../../draws/rules/history.ts'
import { luckOfSum } from '../../../../draws/rules/luck/sums.ts'
import { choose } from '../../../../draws/rules/luck/counts.ts'
import type { CountedGroup } from './counters.ts'
import { random } from '../../../../../tests/support/random.ts'
import { fairness } from './words.ts'
import { logMeans, ODDS, patternOf } from './factors.ts'
import { outerLineOfNumber, PROOF_KEYS, type ProofKey, proofsOf, stateOf } from './proofs.ts'

interface GoldenDraw {
  draw: number
  game: string
  date: string
  winning: number[]
  machine: number[] | null
}

/** The keys of our figures in the golden file. */
const NAMES: Partial<Record<ProofKey, string>> = {
  'chart-test': 'chart',
  moving: 'repeats',
  'odd-even': 'odd',
}
const dayAt = (date: string) => dayOf(parseDate(date)!)
const nameOf = (key: ProofKey) => NAMES[key] ?? key

const draw = ({ game, date, winning, machine }: Omit<GoldenDraw, 'draw'>): HistoryDraw => ({
  game,
  day: dayAt(date),
  state: 'drawn',
  serial: null,
  winning,
  machine: machine ?? [],
  sample: false,
})

// verdicts.md, section 10: made twice, by running products in C and by exact fractions in Python.
describe.skipIf(!hasRealDraws)('the golden history', () => {
  const golden = hasRealDraws ? goldenVerdicts() : { draws: [], groups: [] }
  const places = new Map<string, number>(
    (golden.draws as GoldenDraw[]).map(({ draw: place, game, date }) => [`${game} ${dayAt(date)}`, place]),
  )
  const groups: CountedGroup[] = golden.groups.map(
    ({ numbers, countsAfterDraw }: { numbers: number[]; countsAfterDraw: number }) => ({
      numbers,
      counts: (game: string, day: number) => places.get(`${game} ${day}`)! > countsAfterDraw,
    }),
  )
  const proofs = (draws: GoldenDraw[]) => proofsOf(historyOf(draws.map(draw)), groups).proofs

  test.each([100, 200, 300])('after %i draws', (count) => {
    const found = proofs(golden.draws.slice(0, count))
    for (const key of PROOF_KEYS) {
      expect(found[key].logE, key).toBeCloseTo(golden.expectedLogE[nameOf(key)][count], 6)
      expect(stateOf(found[key].logE).replace('-', ' '), key).toBe(golden.expectedStates[nameOf(key)][count])
    }
  })

  test('after a correction, and without a draw', () => {
    const { draw: wrong, winning, expectedLogE300 } = golden.corrected
    const corrected = proofs(
      golden.draws.map((one: GoldenDraw) => (one.draw === wrong ? { ...one, winning } : one)),
    )
    const missing = proofs(golden.draws.filter((one: GoldenDraw) => one.draw !== golden.without.draw))
    for (const key of PROOF_KEYS) {
      expect(corrected[key].logE, key).toBeCloseTo(expectedLogE300[nameOf(key)], 6)
      expect(missing[key].logE, key).toBeCloseTo(golden.without.expectedLogE299[nameOf(key)], 6)
    }
  })

  test('names the number that was planted', () => {
    expect(proofs(golden.draws).frequency.from).toBe('number 7')
  })

  test('the order in which draws arrive and that of games in the map change nothing', () => {
    const [one, other] = [proofs(golden.draws), proofs([...golden.draws].reverse())]
    for (const key of PROOF_KEYS) expect(other[key].logE).toBeCloseTo(one[key].logE, 9)
  })
})

test('the mean of every factor over luck is 1', () => {
  const all = choose(90, 5)
  for (let single = 0; single <= 90; single++)
    for (const double of single <= 5 ? [0, 1, 2] : [0]) {
      const means = logMeans(patternOf(single, double))
      ODDS.forEach((odds, i) => {
        let mean = 0
        for (let hits = 0; hits <= 5; hits++)
          for (let twice = 0; twice + hits <= 5; twice++)
            mean +=
              ((choose(single, hits) *
                choose(double, twice) *
                choose(90 - single - double, 5 - hits - twice)) /
                all) *
              Math.exp((hits + 2 * twice) * Math.log(odds) - means[i]!)
        expect(mean).toBeCloseTo(1, 12)
      })
    }
  expect(luckOfSum(5).chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12)
})

describe('the verdict on all draws', () => {
  const draws = (count: number, winning: (i: number) => number[]) =>
    historyOf(
      Array.from({ length: count }, (_, i) =>
        draw({ game: 'bingo', date: '2024-01-01', winning: winning(i), machine: null }),
      ).map((one, i) => ({ ...one, day: one.day + i })),
    )
  const shown = { late: 0, corrected: 0, unusual: null }

  test('is nothing unusual while no proof is', () => {
    const { sentences, proofs } = fairness(
      proofsOf(
        draws(1, () => [1, 2, 3, 4, 5]),
        [],
      ),
      () => shown,
    )
    expect(sentences).toEqual([
      'Nothing unusual: a fair lottery looks like this.',
      'Counted since 1 October 2023: 1 draw.',
    ])
    expect(proofs.map(({ figure }) => figure)).toEqual(PROOF_KEYS)
    expect(new Set(proofs.map(({ state }) => state))).toEqual(new Set(['nothing-unusual']))
  })

  test('is that of the strongest proof, which says where it comes from', () => {
    // Every draw has the number 45, which leaves the sums at their mean.
    const source = random(3)
    const found = proofsOf(
      draws(60, () => [45, ...source.balls().filter((ball) => ball !== 45)].slice(0, 5)),
      [],
    )
    const { sentences, needed, proofs } = fairness(found, (figure) => ({
      ...shown,
      unusual: {
        first: parseDate('2024-05-03')!,
        last: parseDate(figure === 'gaps' ? '2024-05-05' : '2024-05-03')!,
      },
    }))
    expect(sentences[0]).toMatch(/^Unusual: of 100 fair lotteries/)
    expect(sentences.at(-1)).toMatch(/^Unusual does not mean cheating/)
    expect(needed).toBe(500)
    const of = (key: ProofKey) => proofs.find(({ figure }) => figure === key)
    expect(of('frequency')).toMatchObject({
      state: 'unusual',
      share: 1,
      notes: ['Most of the proof comes from number 45.'],
    })
    expect(of('sums')).toMatchObject({
      state: 'nothing-unusual',
      notes: ['It was unusual on 3 May 2024. It no longer is.'],
    })
    expect(of('gaps')!.notes).toEqual(['It was unusual from 3 May 2024 to 5 May 2024. It no longer is.'])
  })
})

test('earlier draws than the start, and draws without five numbers, do not count', () => {
  const one = draw({ game: 'bingo', date: '2023-10-02', winning: [1, 2, 3, 4, 5], machine: null })
  const early = { ...one, day: dayAt('2023-09-30') }
  const none: HistoryDraw = { ...one, day: dayAt('2023-10-09'), state: 'no_draw', winning: [] }
  expect(proofsOf(historyOf([early, one, none]), []).draws).toBe(1)
})

// The table of section 6: the counts that are still inside.
test.each([
  [2541, 86, 203],
  [10_000, 438, 678],
  [28_091, 1366, 1761],
  [60_000, 3013, 3654],
])('after %i draws, one number alone is unusual below %i and above %i', (draws, low, high) => {
  expect(outerLineOfNumber(draws)).toEqual({ low, high })
})
