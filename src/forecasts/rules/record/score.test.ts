import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forecast as scored } from '../../../../tests/support/forecasts.ts'
import { chanceOf } from '../../../draws/rules/luck/distribution.ts'
import { hitsOf } from '../../../draws/rules/luck/counts.ts'
import {
  BETS,
  exampleOf,
  linesByHits,
  linesOf,
  MULTIPLIER_SEEDS,
  PREDICTION_FORMS,
  type PredictionForm,
} from '../../../draws/rules/bets.ts'
import {
  paymentOf,
  type ScoredForecast,
  scoreOf,
  scoreSentence,
  scoreWords,
  winsOf,
  winsWords,
  WIN_CHANCE,
} from './score.ts'

const WINNING = [20, 42, 89, 13, 49]

const forecast = (form: PredictionForm | null, numbers: number[], extra: Partial<ScoredForecast> = {}) =>
  scored(0, { form, numbers, winning: WINNING, ...extra })
const fill = (numbers: number[], size: number) =>
  [...numbers, ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]].slice(0, size)

describe('the score of a forecast (section 3)', () => {
  test.each<[PredictionForm, number[], boolean, number]>([
    ['banker', [42], true, 107_865],
    ['banker', [41], false, 0],
    ['two_sure', [42, 13], true, 2_400_000],
    ['two_sure', [42, 14], false, 0],
    ['three_direct', [49, 20, 89], true, 21_000_000],
    ['three_direct', [49, 20, 88], false, 0],
    ['five', fill([20], 5), false, 0],
    ['five', fill([20, 42], 5), true, 240_000],
    ['five', fill([20, 42, 89], 5), true, 720_000],
    ['five', WINNING, true, 2_400_000],
    ['ten', fill([20, 42], 10), true, 53_333],
    ['ten', fill(WINNING, 10), true, 533_333],
  ])('%s %j: won %j, %i kobo back', (form, numbers, won, backKobo) => {
    const score = scoreOf(forecast(form, numbers), MULTIPLIER_SEEDS)
    expect(score).toEqual({ came: numbers.filter((number) => WINNING.includes(number)), won, backKobo })
  })

  test('without a form there are hits only', () => {
    expect(scoreOf(forecast(null, [7, 89, 20]), MULTIPLIER_SEEDS)).toEqual({
      came: [89, 20],
      won: null,
      backKobo: null,
    })
  })

  test('in Ghana a win has no naira back until staff enter the multiplier', () => {
    const ghana = forecast('two_sure', [42, 13], { operator: 'Ghana NLA' })
    expect(scoreOf(ghana, MULTIPLIER_SEEDS)).toEqual({ came: [42, 13], won: true, backKobo: null })
  })

  test.each([
    [1, 2, '1 of 2 came. Guessing gets at least one in 1 of 9 draws.'],
    [0, 2, '0 of 2 came. Guessing gets at least one in 1 of 9 draws.'],
    [2, 2, '2 of 2 came. Guessing gets both in 1 of 401 draws.'],
    [1, 1, '1 of 1 came. Guessing gets it in 1 of 18 draws.'],
    [3, 3, '3 of 3 came. Guessing gets all three in 1 of 11,748 draws.'],
    [2, 10, '2 of 10 came. Guessing gets at least two in 1 of 11 draws.'],
    [3, 10, '3 of 10 came. Guessing gets at least three in 1 of 111 draws.'],
    [4, 5, '4 of 5 came. Guessing gets at least four in 1 of 103,167 draws.'],
    [5, 10, '5 of 10 came. Guessing gets at least five in 1 of 174,402 draws.'],
    [4, 4, '4 of 4 came. Guessing gets all four in 1 of 511,038 draws.'],
    [5, 5, '5 of 5 came. Guessing gets all five in 1 of 43,949,268 draws.'],
    [1, 20, '1 of 20 came. Guessing gets at least one in 7 of 10 draws.'],
  ])('%i of %i: %s', (hits, numbers, sentence) => {
    const forecast = { form: null, winning: [1, 2, 3, 4, 5] }
    const missed = Array.from({ length: numbers - hits }, (_, i) => 90 - i)
    const all = [...forecast.winning.slice(0, hits), ...missed]
    expect(scoreSentence({ ...forecast, numbers: all })).toBe(sentence)
  })

  test.each<[string, PredictionForm, number[], string]>([
    ['a bet that won', 'five', [42, 89, 1, 2, 3], 'Won, 2 of 5 came'],
    ['one of ten numbers', 'ten', [42, 1, 2, 3, 4, 5, 6, 7, 8, 9], 'Not won, 1 of 10 came'],
  ])('says first whether the bet won: %s', (_what, form, numbers, words) => {
    expect(scoreWords(forecast(form, numbers))).toBe(words)
  })

  test('counts wins, not numbers that came, beside the wins of guessing', () => {
    const all = Array.from({ length: 114 }, (_, i) =>
      forecast('two_sure', i < 4 ? [42, 89] : i < 20 ? [42, 1] : [1, 2]),
    )
    const wins = winsOf([...all, forecast('banker', [1]), forecast(null, [42])])
    expect(wins).toEqual({ won: 4, forecasts: 115, byLuck: expect.closeTo(114 / 400.5 + 1 / 18, 10) })
    expect(winsWords({ won: 4, forecasts: 87, byLuck: 3.52 }).join('')).toBe('4 won of 87; luck 3.5')
    expect(winsWords({ won: 0, forecasts: 1, byLuck: 1 / 400.5 }).join('')).toBe('0 won of 1; luck under 0.1')
  })
})

describe('the forms by luck', () => {
  test.each<[PredictionForm, number, number, number]>([
    ['banker', 1 / 18, 89, 59.93],
    ['two_sure', 1 / 400.5, 1, 59.93],
    ['three_direct', 1 / 11_748, 1, 17.88],
    ['five', 0.023296, 10, 59.93],
    ['ten', 0.09314, 45, 59.93],
  ])('%s wins with %d, has %i lines and brings back ₦%d of ₦100', (form, chance, lines, back) => {
    expect(WIN_CHANCE[form]).toBeCloseTo(chance, 6)
    expect(linesOf(exampleOf(form, 0))).toBe(lines)
    const pays = paymentOf(forecast(form, []), MULTIPLIER_SEEDS)!
    const luck = hitsOf(BETS[form].numbers)
    const mean = [0, 1, 2, 3, 4, 5].reduce((sum, hits) => sum + pays(hits) * chanceOf(luck, hits), 0)
    expect(mean / 100).toBeCloseTo(back, 1)
  })

  test('the lines won are those whose numbers all came', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PREDICTION_FORMS),
        fc.shuffledSubarray(
          Array.from({ length: 30 }, (_, i) => i + 1),
          { minLength: 10, maxLength: 10 },
        ),
        fc.shuffledSubarray(
          Array.from({ length: 30 }, (_, i) => i + 1),
          { minLength: 5, maxLength: 5 },
        ),
        (form, some, drawn) => {
          const numbers = some.slice(0, BETS[form].numbers)
          const hits = numbers.filter((number) => drawn.includes(number)).length
          const lines = slowLines(form, numbers).filter((line) =>
            line.every((number) => drawn.includes(number)),
          )
          const bet = { ...exampleOf(form, 0), numbers }
          expect(linesByHits(bet, hits)).toBe(lines.length)
          expect(linesOf(bet)).toBe(slowLines(form, numbers).length)
        },
      ),
    )
  })
})

/** Every line of the bet of a form, written out. */
function slowLines(form: PredictionForm, numbers: readonly number[]): number[][] {
  const all = Array.from({ length: 90 }, (_, i) => i + 1)
  if (form === 'banker')
    return all.filter((other) => other !== numbers[0]).map((other) => [numbers[0]!, other])
  if (form === 'three_direct') return [[...numbers]]
  return numbers.flatMap((a, i) => numbers.slice(i + 1).map((b) => [a, b]))
}
