import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forecast, twoSure } from '../../../../tests/support/forecasts.ts'
import { goldenVerdicts, hasRealDraws } from '../../../../tests/support/real-draws.ts'
import { dateOfDay, parseDate } from '../../../platform/rules/base/calendar.ts'
import {
  findingOf,
  funnelOf,
  type NumbersAgainstLuck,
  numbersAgainstLuck,
  winsByForm,
} from './against-luck.ts'
import { belongsTo, drawsOfRecord, openedRecords, recordName } from './draws.ts'
import { MULTIPLIER_SEEDS } from '../../../draws/rules/bets.ts'
import { chanceOfAnyWin } from './naira-back.ts'
import {
  recordOf,
  findingSentence,
  numbersSentence,
  offerWords,
  proofSentence,
  siblingsSentence,
  winsSentence,
} from './records.ts'

describe('the numbers of a record', () => {
  test('the example of section 4', () => {
    const figures = numbersAgainstLuck(drawsOfRecord(twoSure(16)), 1)
    expect(numbersSentence(figures)).toEqual({
      bold: '16 of our 240 numbers came. Guessing gives about 13, usually 7 to 21.',
      rest: "'Usually' means in 19 of 20 such records.",
    })
    expect(figures).toMatchObject({ draws: 120, numbers: 240, came: 16, needed: 80, drawsNeeded: 165 })
    expect(findingSentence(figures)).toBe(
      'Too early to tell: 120 draws are in, and even forecasts twice as good as guessing need about 165 to show it.',
    )
  })

  test.each<[string, Partial<NumbersAgainstLuck>, string]>([
    [
      'proof',
      { proof: 80, came: 40 },
      'Better than guessing so far. Of 100 people who only guess, fewer than 3 ever get here in any record. It does not promise the next draw, and a leaked result would look the same: see how early each forecast was published.',
    ],
    ['proof before its time', { proof: 81, draws: 20 }, 'Better than guessing so far.'],
    [
      'too early',
      { draws: 28, drawsNeeded: 143 },
      'Too early to tell: 28 draws are in, and even forecasts twice as good as guessing need about 143 to show it.',
    ],
    ['one draw less than needed', { draws: 164 }, 'Too early to tell: 164 draws are in'],
    ['as many draws as needed', { draws: 165 }, 'That is what guessing gives.'],
    ['one draw', { draws: 1 }, 'Too early to tell: 1 draw is in,'],
    ['below', { came: 6 }, 'That is fewer than guessing usually gives. Our forecasts have not helped.'],
    [
      'the low end',
      { came: 7 },
      'That is what guessing gives. So far our forecasts are no better than guessing.',
    ],
    ['the high end', { came: 21 }, 'That is what guessing gives.'],
    [
      'above',
      { came: 22, proof: 3.9 },
      'That is more than guessing usually gives, but it is not proof: about one guesser in three gets outside the range at some time.',
    ],
    [
      'no forecast can be twice as good',
      { drawsNeeded: null, draws: 3, came: 9 },
      'That is what guessing gives.',
    ],
  ])('%s', (_what, figures, sentence) => {
    const record = {
      draws: 200,
      numbers: 240,
      came: 13,
      expected: 13.3,
      usual: { low: 7, high: 21 },
      proof: 1,
      needed: 80,
      drawsNeeded: 165,
    }
    expect(findingSentence({ ...record, ...figures }).startsWith(sentence)).toBe(true)
    // Beside a price nothing praises a range that was left without a proof.
    const isEarly = sentence.startsWith('Too early')
    const isBetter = sentence.startsWith('Better')
    expect(offerWords({ ...record, ...figures })).toBe(
      isBetter ? 'better than luck' : isEarly ? 'too early to say' : 'not better than luck',
    )
  })

  test('several forecasts for one draw are one observation of their different numbers', () => {
    const winning = [1, 2, 3, 4, 5]
    const nested = [
      forecast(0, { form: 'banker', numbers: [1], winning }),
      forecast(0, { form: 'two_sure', numbers: [1, 2], winning }),
      forecast(0, { form: 'five', numbers: [1, 2, 60, 61, 62], winning }),
      forecast(0, { form: 'two_sure', numbers: [1, 70], winning, game: 'gold' }),
      forecast(-1, { form: null, numbers: [50], winning, author: 2 }),
    ]
    const draws = drawsOfRecord(nested)
    expect(draws.map(({ game, numbers, hits }) => [game, numbers, hits])).toEqual([
      ['bingo', 1, 0],
      ['bingo', 5, 2],
      ['gold', 2, 1],
    ])
  })

  test('the funnel ends in the range of the whole record and counts by addition', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 1 })), {
          minLength: 1,
          maxLength: 60,
        }),
        (list) => {
          const draws = list.map(([numbers, hits]) => ({ numbers, hits }))
          const funnel = funnelOf(draws)
          for (const count of [1, draws.length]) {
            const { came, expected, usual, proof } = numbersAgainstLuck(draws.slice(0, count), 1)
            expect(funnel[count - 1]).toEqual({ came, expected, usual, proof })
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  test.each([
    [3.4, 9.2, 'Proof so far: 3 of the 80 needed. The most so far was 9, on Wed 4 Mar 2026.'],
    [9.2, 9.2, 'Proof so far: 9 of the 80 needed.'],
    [0.2, 0.9, 'Nothing is proved: the evidence is far below what we ask for.'],
  ])('a proof of %d after one of %d', (proof, most, sentence) => {
    expect(proofSentence({ proof, needed: 80 }, { proof: most, date: parseDate('2026-03-04')! })).toBe(
      sentence,
    )
  })

  test.skipIf(!hasRealDraws)(
    'the proof of a record is that of the golden file after each hundred draws',
    () => {
      const golden = goldenVerdicts()
      for (const [numbers, expected] of Object.entries<Record<string, number>>(
        golden.recordExpectedLogE.numbers,
      ))
        for (const [count, logE] of Object.entries(expected)) {
          const own = numbers.split(',').map(Number)
          const draws = golden.draws.slice(0, Number(count)).map(({ winning }: { winning: number[] }) => ({
            numbers: own.length,
            hits: own.filter((number) => winning.includes(number)).length,
          }))
          expect(Math.log(funnelOf(draws).at(-1)!.proof)).toBeCloseTo(logE, 6)
        }
    },
  )

  test('a forecast names the others for its draw, and what guessing wins with all of them', () => {
    const bankers = [7, 8, 9, 10, 11, 12].map((number) => ({ form: 'banker' as const, numbers: [number] }))
    expect(siblingsSentence(1, 6, chanceOfAnyWin(bankers))).toBe(
      '1 of 6 forecasts for this draw won. Guessing with these 6 wins at least one in 1 of 3 draws.',
    )
    expect(siblingsSentence(1, 1, chanceOfAnyWin(bankers.slice(0, 1)))).toBe(
      'It was our only forecast for this draw.',
    )
    const many = Array.from({ length: 45 }, (_, i) => ({
      form: 'two_sure' as const,
      numbers: [i * 2 + 1, i * 2 + 2],
    }))
    expect(chanceOfAnyWin(many)).toEqual({ chance: expect.closeTo(45 / 400.5, 9), isExact: false })
  })

  test('records are opened with their first forecast, the house before all', () => {
    const opened = openedRecords([
      { form: null, author: 7 },
      { form: 'ten', author: 7 },
      { form: 'ten', author: 3 },
      { form: 'banker', author: 7 },
    ])
    expect(opened).toEqual([
      { key: { kind: 'house' }, place: 1 },
      { key: { kind: 'author', author: 7 }, place: 2 },
      { key: { kind: 'form', form: 'ten' }, place: 3 },
      { key: { kind: 'author', author: 3 }, place: 4 },
      { key: { kind: 'form', form: 'banker' }, place: 5 },
    ])
    const belongs = opened.map(({ key }) => belongsTo(key, { form: 'ten', author: 3 }))
    expect(belongs).toEqual([true, false, true, true, false])
  })

  test('a record of 100 in 240 is proven, and none in 480 is fewer than luck', () => {
    expect(findingOf(numbersAgainstLuck(drawsOfRecord(twoSure(100)), 1))).toBe('better')
    expect(
      findingOf(
        numbersAgainstLuck(
          drawsOfRecord([...twoSure(0), ...twoSure(0)].map((one, i) => ({ ...one, date: dateOfDay(i) }))),
          1,
        ),
      ),
    ).toBe('below')
  })
})

describe('the public record', () => {
  test('has the forecasts of its key and all sentences', () => {
    const forecasts = [
      ...twoSure(16),
      forecast(500, { author: 2, form: 'banker', numbers: [86] }),
      forecast(501, { author: 2, form: null, numbers: [86, 5] }),
    ]
    const opened = openedRecords(forecasts)
    const records = opened.map((one) => recordOf(one, forecasts, MULTIPLIER_SEEDS)!)
    expect(opened.map(({ key }) => recordName(key))).toEqual(
      'house form-two_sure author-1 form-banker author-2'.split(' '),
    )
    expect(records.map(({ numbers }) => [numbers.draws, numbers.numbers, numbers.needed])).toEqual([
      [122, 243, 80],
      [120, 240, 240],
      [120, 240, 480],
      [1, 1, 800],
      [2, 3, 1200],
    ])
    const [house, , author] = records
    expect(author!.sentences.numbers.bold).toBe(
      '16 of our 240 numbers came. Guessing gives about 13, usually 7 to 21.',
    )
    expect(house!.sentences.wins).toEqual([
      '1 of 1 won; guessing wins 0 to 1; nine guessers in ten win none',
      '0 of 120 won; guessing wins 0 to 2; three guessers in four win none',
    ])
    expect(house!.funnel).toHaveLength(122)
    expect(house!.sentences.money).toContain('cost ₦12,100 and brought back ₦1,079.')
    expect(house!.sentences.finding).toContain('Too early to tell: 122 draws are in')
    expect(recordOf({ key: { kind: 'author', author: 9 }, place: 6 }, forecasts, MULTIPLIER_SEEDS)).toBeNull()
  })
})

describe('wins by form', () => {
  test('the example of section 4', () => {
    const [wins, ...others] = winsByForm(drawsOfRecord(twoSure(16)))
    expect(others).toEqual([])
    expect(winsSentence(wins!)).toBe('0 of 120 won; guessing wins 0 to 2; three guessers in four win none')
    expect(wins).toMatchObject({ longestRun: 120, forecasts: 120, won: 0 })
    expect(wins!.rate.high).toBeCloseTo(0.0303, 4)
  })

  test.each([
    [1 - 1e-9, '; nearly all guessers win none'],
    [0.94, '; nine guessers in ten win none'],
    [0.86, '; nine guessers in ten win none'],
    [0.741, '; three guessers in four win none'],
    [0.5, '; one guesser in two wins none'],
    [0.17, '; one guesser in five wins none'],
    [0.09, '; one guesser in ten wins none'],
    [0.03, ''],
  ])('a chance of %d of no win: %s', (noneByLuck, words) => {
    const [wins] = winsByForm(drawsOfRecord(twoSure(16)))
    expect(winsSentence({ ...wins!, noneByLuck })).toBe(`0 of 120 won; guessing wins 0 to 2${words}`)
  })

  test('of two forecasts of a form for one draw the first published counts', () => {
    const winning = [1, 2, 3, 4, 5]
    const later = forecast(0, { id: 9, form: 'banker', numbers: [1], winning })
    const first = forecast(0, { id: 8, form: 'banker', numbers: [90], winning })
    const other = forecast(1, { id: 10, form: 'banker', numbers: [5], winning })
    const orders = [
      [later, first, other],
      [first, later, other],
    ]
    for (const order of orders)
      expect(winsByForm(drawsOfRecord(order))[0]).toMatchObject({ forecasts: 2, won: 1 })
    const [wins] = winsByForm(drawsOfRecord([later, first, other]))
    expect(wins).toMatchObject({ form: 'banker', forecasts: 2, won: 1, longestRun: 1 })
    expect(winsSentence(wins!)).toBe('1 of 2 won; guessing wins 0 to 1; nine guessers in ten win none')
  })
})
