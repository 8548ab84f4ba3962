import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, instantAt, lagosDate, parseDate } from './calendar.ts'
import { seedGames, type Slot } from './games.ts'
import {
  closeBroughtForward,
  closeOn,
  isInTime,
  lockOf,
  nextOpenDraw,
  parsePrediction,
  parsePredictionNumbers,
  premierName,
  PREDICTION_FORMS,
  type PredictionInput,
} from './predictions.ts'

const day = (text: string) => parseDate(text)!
const at = (date: string, clock: string) => {
  const [hours, minutes] = clock.split(':').map(Number)
  return instantAt(day(date), hours! * 60 + minutes!)
}
const games = seedGames(day('2020-01-01'))
const diamond = games[0]!
const never = () => false

describe('numbers', () => {
  test.each<[unknown, number[]]>([
    ['7,12,45', [7, 12, 45]],
    [' 7 , 12 ,, 45 , ', [7, 12, 45]],
    ['07', [7]],
    ['90,1', [90, 1]],
    [
      ['7', 12, ' 45 ', ''],
      [7, 12, 45],
    ],
    [7, [7]],
  ])('%j are read as the specification reads them', (given, numbers) => {
    expect(parsePredictionNumbers(given)).toEqual({ numbers })
  })

  test.each<[unknown, string]>([
    ['', 'Give at least one number.'],
    [' , ,', 'Give at least one number.'],
    [null, 'Give at least one number.'],
    [{}, 'Give at least one number.'],
    [[], 'Give at least one number.'],
    ['0', 'Write whole numbers from 1 to 90 with commas between; "0" is none.'],
    ['91', 'Write whole numbers from 1 to 90 with commas between; "91" is none.'],
    ['7 12', 'Write whole numbers from 1 to 90 with commas between; "7 12" is none.'],
    ['1.5', 'Write whole numbers from 1 to 90 with commas between; "1.5" is none.'],
    ['-7', 'Write whole numbers from 1 to 90 with commas between; "-7" is none.'],
    ['７', 'Write whole numbers from 1 to 90 with commas between; "７" is none.'],
    [[[7]], 'Write whole numbers from 1 to 90 with commas between.'],
    ['7,07', 'The number 7 stands twice.'],
    [Array.from({ length: 21 }, (_, i) => i + 1), 'Give at most 20 numbers, not 21.'],
  ])('%j are refused: %s', (given, problem) => {
    expect(parsePredictionNumbers(given)).toEqual({ problem })
  })

  test('any one to twenty distinct balls survive any spacing, and nothing else does', () => {
    const balls = fc.array(fc.integer({ min: -3, max: 95 }), { maxLength: 23 })
    const space = fc.constantFrom('', ' ', '\t', ' ,', ',, ')
    fc.assert(
      fc.property(balls, fc.array(space, { minLength: 23, maxLength: 23 }), (numbers, spaces) => {
        const good =
          numbers.length >= 1 &&
          numbers.length <= 20 &&
          new Set(numbers).size === numbers.length &&
          numbers.every((number) => number >= 1 && number <= 90)
        const text = numbers.map((number, i) => `${spaces[i]!}${number}`).join(',')
        expect(parsePredictionNumbers(text).numbers).toEqual(good ? numbers : undefined)
      }),
    )
  })
})

describe('the next open draw', () => {
  // Diamond closes on Monday at 09:30 and on Thursday at 15:30; 2 October 2023 is a Monday.
  test.each([
    ['2023-10-02', '00:00', '2023-10-02', '09:30'],
    ['2023-10-02', '09:29', '2023-10-02', '09:30'],
    ['2023-10-02', '09:30', '2023-10-05', '15:30'],
    ['2023-10-05', '15:30', '2023-10-09', '09:30'],
    ['2023-10-07', '23:59', '2023-10-09', '09:30'],
  ])('on %s at %s is that of %s at %s', (date, clock, nextDate, close) => {
    expect(nextOpenDraw(diamond, at(date, clock), never)).toEqual({
      date: nextDate,
      closesAt: at(nextDate, close),
    })
  })

  test('skips a draw whose result is in before its close', () => {
    const next = nextOpenDraw(diamond, at('2023-10-02', '08:00'), (date) => date === '2023-10-02')
    expect(next?.date).toBe('2023-10-05')
  })

  test('is none for a game that draws no more', () => {
    expect(nextOpenDraw({ ...diamond, slots: [] }, at('2023-10-02', '08:00'), never)).toBeNull()
    expect(nextOpenDraw({ ...diamond, active: false }, at('2023-10-02', '08:00'), never)).toBeNull()
  })

  test('is the first close after now of all closes of the fortnight', () => {
    const anyGame = fc.constantFrom(...games)
    fc.assert(
      fc.property(
        anyGame,
        fc.integer({ min: at('2023-10-02', '00:00'), max: at('2024-03-02', '00:00') }),
        (game, now) => {
          const closes = Array.from({ length: 16 }, (_, i) => closeOn(game, addDays(lagosDate(now), i)))
          const first = Math.min(...closes.flatMap((close) => (close !== null && close > now ? [close] : [])))
          expect(nextOpenDraw(game, now, never)?.closesAt).toBe(first)
        },
      ),
    )
  })
})

describe('the lock', () => {
  test('is the close or the recording, whichever comes first', () => {
    expect(lockOf(100, null)).toBe(100)
    expect(lockOf(100, 90)).toBe(90)
    expect(lockOf(100, 110)).toBe(100)
    expect(lockOf(null, 90)).toBe(90)
    expect(lockOf(null, null)).toBeNull()
  })

  test('leaves the instant itself out, and a day without a close altogether', () => {
    expect(isInTime(99, 100, null)).toBe(true)
    expect(isInTime(100, 100, null)).toBe(false)
    expect(isInTime(89, 100, 90)).toBe(true)
    expect(isInTime(90, 100, 90)).toBe(false)
    expect(isInTime(0, null, null)).toBe(false)
    expect(isInTime(0, null, 90)).toBe(false)
  })

  test('moves earlier with the slots and never later', () => {
    const close = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null })
    fc.assert(
      fc.property(close, fc.array(close), (first, later) => {
        let known = first
        for (const next of later) {
          const moved = closeBroughtForward(known, next)
          if (known === null) expect(moved).toBeNull()
          else expect(moved).toBeLessThanOrEqual(known)
          known = moved
        }
        const all = [first, ...later].filter((each) => each !== null)
        expect(known).toBe(first === null ? null : Math.min(...all))
      }),
    )
  })
})

describe('a prediction', () => {
  const now = at('2023-10-02', '08:00')
  const next = (game: (typeof games)[number]) => nextOpenDraw(game, now, never)
  const parse = (input: Partial<PredictionInput>) =>
    parsePrediction({ gameName: 'Diamond', numbers: '7, 12', ...input }, now, games, next)

  test('with the two required fields is for the next open draw', () => {
    expect(parse({})).toEqual({
      prediction: { game: 'diamond', date: '2023-10-02', numbers: [7, 12], form: null, reasons: null },
    })
    for (const date of ['', '  ', null]) expect(parse({ date }).prediction?.date).toBe('2023-10-02')
  })

  test('may be for a day that is past, or on which the game does not draw', () => {
    expect(parse({ date: '2023-09-28' }).prediction?.date).toBe('2023-09-28')
    expect(parse({ date: '2023-10-03' }).prediction?.date).toBe('2023-10-03')
    expect(parse({ date: '2024-10-02' }).prediction?.date).toBe('2024-10-02')
  })

  test.each<[Partial<PredictionInput>, object]>([
    [{ gameName: '' }, { gameName: 'Choose a game.' }],
    [{ gameName: 7 }, { gameName: 'There is no game "7". Choose one of the list.' }],
    [{ gameName: 'inter or gold' }, { gameName: 'Which game is this: International, Gold?' }],
    [{ gameName: 'roulette' }, { gameName: 'There is no game "roulette". Choose one of the list.' }],
    [{ numbers: '' }, { numbers: 'Give at least one number.' }],
    [{ date: '2023-02-30' }, { date: 'The date "2023-02-30" does not exist; write it as 2023-10-02.' }],
    [{ date: '2024-10-03' }, { date: 'The date lies more than a year ahead.' }],
    [{ date: [] }, { date: 'The date "" does not exist; write it as 2023-10-02.' }],
    [{ form: 'lucky' }, { form: 'This form is not known.' }],
    [{ form: 'toString' }, { form: 'This form is not known.' }],
    [{ form: 'banker' }, { form: 'Banker has 1 number, not 2.' }],
    [{ form: 'five' }, { form: 'Five has 5 numbers, not 2.' }],
    [{ reasons: 'x'.repeat(501) }, { reasons: 'At most 500 characters.' }],
    [{ reasons: 'a\u202eb' }, { reasons: 'Use letters, digits and ordinary signs only.' }],
    [
      { gameName: '', numbers: '91', date: 'x' },
      { gameName: expect.any(String), numbers: expect.any(String), date: expect.any(String) },
    ],
  ])('%j is refused at its fields', (input, problems) => {
    expect(parse(input)).toEqual({ problems })
  })

  test('keeps reasons of several lines, and a form that has its numbers', () => {
    expect(parse({ reasons: ' Came twice.\nTurning of 21. ' }).prediction?.reasons).toBe(
      'Came twice.\nTurning of 21.',
    )
    for (const [form, { numbers }] of Object.entries(PREDICTION_FORMS)) {
      const list = Array.from({ length: numbers }, (_, i) => i + 1)
      expect(parse({ form, numbers: list }).prediction?.form).toBe(form)
    }
  })

  test('without a date needs a game that draws', () => {
    const slots: Slot[] = []
    const still = games.map((game) => ({ ...game, slots }))
    expect(
      parsePrediction({ gameName: 'Diamond', numbers: '7' }, now, still, (game) =>
        nextOpenDraw(game, now, never),
      ),
    ).toEqual({ problems: { date: 'Diamond has no coming draw; give a date.' } })
  })
})

test('Premier stands before a game once', () => {
  expect(premierName('Diamond')).toBe('Premier Diamond')
  expect(premierName('Premier King')).toBe('Premier King')
  expect(premierName('premier king')).toBe('premier king')
  expect(premierName('Premierland')).toBe('Premier Premierland')
})
