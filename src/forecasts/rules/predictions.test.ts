import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, instantAt, lagosDate, parseDate } from '../../platform/rules/base/calendar.ts'
import { seedGames, type Slot } from '../../draws/rules/games.ts'
import {
  comingDraws,
  earlier,
  nextOpenDraw,
  parsePrediction,
  parsePredictionNumbers,
  premierName,
  type PredictionInput,
  timesOn,
} from './predictions.ts'
import { BETS, PREDICTION_FORMS } from '../../draws/rules/bets.ts'

const day = (text: string) => parseDate(text)!
const at = (date: string, clock: string) => {
  const [hours, minutes] = clock.split(':').map(Number)
  return instantAt(day(date), hours! * 60 + minutes!)
}
const games = seedGames(day('2020-01-01'))
const diamond = games[0]!
const never = () => false
const UNKNOWN = { recordedAt: null, observedAt: null }

describe('numbers', () => {
  const twenty = Array.from({ length: 20 }, (_, i) => i + 1)

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
    [twenty, twenty],
  ])('%j are read', (given, numbers) => {
    expect(parsePredictionNumbers(given)).toEqual({ numbers })
  })

  test.each(['', ' , ,', null, {}, []])('%j are none', (given) => {
    expect(parsePredictionNumbers(given)).toEqual({ problem: 'Enter at least one number.' })
  })

  test.each(['0', '91', '7 12', '1.5', '-7', '７', 'x'.repeat(25)])('%j is no number', (given) => {
    const problem = `Enter whole numbers from 1 to 90, separated by commas; "${given.slice(0, 20)}" is not one.`
    expect(parsePredictionNumbers(given)).toEqual({ problem })
  })

  test.each<[unknown, string]>([
    [[[7]], 'Enter whole numbers from 1 to 90, separated by commas.'],
    ['7,07', '7 is entered twice.'],
    [[...twenty, 21], 'Enter at most 20 numbers, not 21.'],
  ])('%j are refused: %s', (given, problem) => {
    expect(parsePredictionNumbers(given)).toEqual({ problem })
  })

  test('one to twenty distinct balls are read with any spacing, and nothing else', () => {
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
  // Diamond closes on Monday at 09:30 and on Thursday at 15:30, and locks 15 minutes earlier; 2 October 2023 is a Monday.
  test.each([
    ['2023-10-02', '00:00', '2023-10-02', '09:30', '09:15'],
    ['2023-10-02', '09:14', '2023-10-02', '09:30', '09:15'],
    ['2023-10-02', '09:15', '2023-10-05', '15:30', '15:15'],
    ['2023-10-05', '15:15', '2023-10-09', '09:30', '09:15'],
    ['2023-10-07', '23:59', '2023-10-09', '09:30', '09:15'],
  ])('on %s at %s is that of %s at %s', (date, clock, nextDate, close, lock) => {
    expect(nextOpenDraw(diamond, at(date, clock), never)).toEqual({
      date: nextDate,
      closesAt: at(nextDate, close),
      locksAt: at(nextDate, lock),
    })
  })

  test('is the first of the draws of a week, and those that are recorded are left out', () => {
    const datesOf = (recorded: string[]) =>
      comingDraws(diamond, at('2023-10-02', '08:00'), (date) => recorded.includes(date), 7).map(
        ({ date }) => date,
      )
    expect(datesOf([])).toEqual(['2023-10-02', '2023-10-05', '2023-10-09'])
    expect(datesOf(['2023-10-05'])).toEqual(['2023-10-02', '2023-10-09'])
  })

  test('is searched for 14 days', () => {
    const mondays = games.find(({ key }) => key === 'msp')!
    const first = (count: number) => {
      const recorded = new Set(['2023-10-02', '2023-10-09', '2023-10-16'].slice(0, count))
      return nextOpenDraw(mondays, at('2023-10-02', '00:00'), (date) => recorded.has(date))?.date
    }
    expect([first(1), first(2), first(3)]).toEqual(['2023-10-09', '2023-10-16', undefined])
  })

  test('is null long before the first slot', () => {
    expect(nextOpenDraw(diamond, Date.parse('1969-12-01'), never)).toBeNull()
  })

  test('is null for a game that is inactive or has no slots', () => {
    expect(nextOpenDraw({ ...diamond, slots: [] }, at('2023-10-02', '08:00'), never)).toBeNull()
    expect(nextOpenDraw({ ...diamond, active: false }, at('2023-10-02', '08:00'), never)).toBeNull()
  })

  test('is the first of the fortnight whose lock is after now', () => {
    const anyGame = fc.constantFrom(...games)
    fc.assert(
      fc.property(
        anyGame,
        fc.integer({ min: at('2023-10-02', '00:00'), max: at('2024-03-02', '00:00') }),
        (game, now) => {
          const times = Array.from({ length: 16 }, (_, i) =>
            timesOn(game, addDays(lagosDate(now), i), UNKNOWN),
          )
          const first = Math.min(
            ...times.flatMap(({ close, lock }) => (close !== null && lock > now ? [close] : [])),
          )
          expect(nextOpenDraw(game, now, never)?.closesAt).toBe(first)
        },
      ),
    )
  })
})

describe('the lock', () => {
  const metro = games.find(({ key }) => key === 'metro')!
  const monday = day('2023-10-02')

  test.each<[string, string, Parameters<typeof timesOn>[2]]>([
    ['15 minutes before the close', '09:15', UNKNOWN],
    ['at an earlier recording', '09:00', { ...UNKNOWN, recordedAt: at('2023-10-02', '09:00') }],
    ['unchanged by a later recording', '09:15', { ...UNKNOWN, recordedAt: at('2023-10-02', '09:20') }],
    ['15 minutes before the draw was seen', '09:05', { ...UNKNOWN, observedAt: at('2023-10-02', '09:20') }],
  ])('is %s', (_, lock, known) => {
    expect(timesOn(diamond, monday, known)).toEqual({
      close: at('2023-10-02', '09:30'),
      lock: at('2023-10-02', lock),
    })
  })

  test('is an hour before the evening draws of Premier, whose times are disputed', () => {
    expect(timesOn(metro, monday, UNKNOWN).lock).toBe(at('2023-10-02', '19:00'))
  })

  test('does not exist on a day without a draw, even if one is recorded', () => {
    const known = { recordedAt: 90, observedAt: null }
    expect(timesOn(diamond, day('2023-10-03'), known)).toEqual({ close: null, lock: null })
  })

  test('moves earlier with the slots and never later', () => {
    const close = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null })
    fc.assert(
      fc.property(close, fc.array(close), (first, later) => {
        let known = first
        for (const next of later) {
          const moved = earlier(known, next)
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

  test('with only the two required fields is for the next open draw', () => {
    expect(parse({})).toEqual({
      prediction: { game: 'diamond', date: '2023-10-02', numbers: [7, 12], form: null, reasons: null },
    })
    for (const date of ['', '  ', null]) expect(parse({ date }).prediction?.date).toBe('2023-10-02')
  })

  test('may be for a past day, or one on which the game does not draw', () => {
    expect(parse({ date: '2023-09-28' }).prediction?.date).toBe('2023-09-28')
    expect(parse({ date: '2023-10-03' }).prediction?.date).toBe('2023-10-03')
    expect(parse({ date: '2024-10-02' }).prediction?.date).toBe('2024-10-02')
  })

  test.each<[Partial<PredictionInput>, object]>([
    [{ gameName: '' }, { gameName: 'Choose a game.' }],
    [{ gameName: 7 }, { gameName: 'There is no game "7". Choose one from the list.' }],
    [{ gameName: 'inter or gold' }, { gameName: 'Which game do you mean: International, Gold?' }],
    [{ gameName: 'roulette' }, { gameName: 'There is no game "roulette". Choose one from the list.' }],
    [{ numbers: '' }, { numbers: 'Enter at least one number.' }],
    [{ date: '2023-02-30' }, { date: 'The date "2023-02-30" does not exist; write it as 2023-10-02.' }],
    [{ date: '2024-10-03' }, { date: 'The date is more than a year ahead.' }],
    [{ date: [] }, { date: 'The date "" does not exist; write it as 2023-10-02.' }],
    [{ form: 'lucky' }, { form: 'Unknown form.' }],
    [{ form: 'toString' }, { form: 'Unknown form.' }],
    [{ form: 'banker' }, { form: 'Banker has 1 number, not 2.' }],
    [{ form: 'five' }, { form: 'Five has 5 numbers, not 2.' }],
    [{ reasons: 'x'.repeat(501) }, { reasons: 'At most 500 characters.' }],
    [{ reasons: 'a\u202eb' }, { reasons: 'Use letters, digits and punctuation only.' }],
    [
      { gameName: 'x'.repeat(41) },
      { gameName: `There is no game "${'x'.repeat(40)}". Choose one from the list.` },
    ],
    [
      { date: 'x'.repeat(21) },
      { date: `The date "${'x'.repeat(20)}" does not exist; write it as 2023-10-02.` },
    ],
    [
      { gameName: '', numbers: '91', date: 'x' },
      { gameName: expect.any(String), numbers: expect.any(String), date: expect.any(String) },
    ],
  ])('%j is refused at its fields', (input, problems) => {
    expect(parse(input)).toEqual({ problems })
  })

  test.each(['\u202e', '\u0007', '\u2028', '\u2029', '\r'])('has no %j in its reasons', (character) => {
    expect(parse({ reasons: `a${character}b` }).problems).toEqual({
      reasons: 'Use letters, digits and punctuation only.',
    })
  })

  test('may have 500 characters of reasons with line breaks of any system, or none', () => {
    const lines = `Came\r\ntwice.\n${'x'.repeat(487)}`
    expect(parse({ reasons: lines }).prediction?.reasons).toBe(lines)
    for (const reasons of ['', ' ', null, undefined])
      expect(parse({ reasons }).prediction?.reasons).toBeNull()
  })

  test('may have no form', () => {
    for (const form of ['', null, undefined]) expect(parse({ form }).prediction?.form).toBeNull()
  })

  test('keeps reasons of several lines, and a form that has its numbers', () => {
    expect(parse({ reasons: ' Came twice.\nTurning of 21. ' }).prediction?.reasons).toBe(
      'Came twice.\nTurning of 21.',
    )
    for (const form of PREDICTION_FORMS) {
      const list = Array.from({ length: BETS[form].numbers }, (_, i) => i + 1)
      expect(parse({ form, numbers: list }).prediction?.form).toBe(form)
    }
  })

  test('without a date needs a game with an upcoming draw', () => {
    const slots: Slot[] = []
    const still = games.map((game) => ({ ...game, slots }))
    expect(
      parsePrediction({ gameName: 'Diamond', numbers: '7' }, now, still, (game) =>
        nextOpenDraw(game, now, never),
      ),
    ).toEqual({ problems: { date: 'Diamond has no upcoming draw. Enter a date.' } })
  })
})

test('Premier comes before a name that does not start with it', () => {
  expect(premierName('Diamond')).toBe('Premier Diamond')
  expect(premierName('Premier King')).toBe('Premier King')
  expect(premierName('premier king')).toBe('premier king')
  expect(premierName('Old Premier')).toBe('Premier Old Premier')
  expect(premierName('Premierland')).toBe('Premier Premierland')
})
