import { describe, expect, test } from 'vitest'
import {
  daysIn,
  type Grant,
  type GrantLength,
  layOut,
  refundedDays,
  type Reversal,
  unusedLength,
} from './grants.ts'

/** An instant of the Lagos clock. */
const at = (time: string) => Date.parse(`${time.length === 10 ? `${time}T12:00:00` : time}+01:00`)
/** Midnight at which a Lagos day begins. */
const midnight = (date: string) => at(`${date}T00:00:00`)

const MONTH = { months: 1 }
const YEAR = { months: 12 }
let id = 1
const pro = (paid: string, length: Grant['length'] = MONTH): Grant => ({
  id: id++,
  plan: 'pro',
  length,
  paidAt: at(paid),
})
const basic = (paid: string): Grant => ({ ...pro(paid, YEAR), plan: 'basic' })

/** The layout in words: plan, start, and the midnight at which it ends. */
const said = (grants: Grant[], reversals: Reversal[] = []) =>
  layOut(grants, reversals).map(
    ({ plan, startsAt, endsAt }) => `${plan} ${lagos(startsAt)} to ${lagos(endsAt)}`,
  )
const lagos = (instant: number) =>
  new Date(instant + 3_600_000)
    .toISOString()
    .slice(0, 16)
    .replace('T', ' ')
    .replace(' 00:00', '')
    .replace(' 12:00', ' noon')

/** The same day of the month so many months later, or the last of that month: by a table of the months' lengths. */
function monthsLater(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const count = year * 12 + month - 1 + months
  const [y, m] = [Math.floor(count / 12), count % 12]
  const leap = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0)
  const last = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m]!
  return [y, m + 1, Math.min(day, last)].map((n) => String(n).padStart(2, '0')).join('-')
}

describe('a payment on any day of a common and of a leap year', () => {
  const days = [2023, 2024].flatMap((year) => {
    const all: string[] = []
    for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += 86_400_000)
      all.push(new Date(day).toISOString().slice(0, 10))
    return all
  })

  test.each([1, 12])('%i month(s) from its instant to the end of the same day of the month', (months) => {
    expect(days).toHaveLength(365 + 366)
    for (const date of days) {
      for (const time of ['00:00:00.000', '12:00:00.000', '23:59:59.999']) {
        const grant = pro(`${date}T${time}`, { months })
        const endsAt = at(`${monthsLater(date, months)}T23:59:59.999`) + 1
        expect(layOut([grant], [])).toEqual([
          { grantId: grant.id, plan: 'pro', startsAt: grant.paidAt, endsAt },
        ])
      }
    }
  })

  test('twelve monthly payments made at once keep the day of the month as their anchor', () => {
    for (const date of days) {
      const ends = layOut(
        Array.from({ length: 12 }, () => pro(date)),
        [],
      ).map(({ endsAt }) => endsAt)
      const expected = ends.map((_, i) => at(`${monthsLater(date, i + 1)}T23:59:59.999`) + 1)
      expect(ends).toEqual(expected)
    }
  })
})

const FEBRUARY = 'pro 2023-01-31 noon to 2023-03-01'
const MARCH = 'pro 2023-03-01 to 2023-04-01'
const APRIL = 'pro 2023-04-01 to 2023-05-01'

describe('grants of one plan follow each other; plans run in parallel', () => {
  test.each<[rule: string, grants: Grant[], layout: string[]]>([
    [
      'the anchor survives short months: 31 Jan, 28 Feb, 31 Mar',
      [pro('2023-01-31'), pro('2023-02-10'), pro('2023-03-10')],
      [FEBRUARY, MARCH, APRIL],
    ],
    ['on the last day it still chains', [pro('2023-01-31'), pro('2023-02-28T23:59:59')], [FEBRUARY, MARCH]],
    [
      'at the end it starts again, with a new anchor',
      [pro('2023-01-31'), pro('2023-03-01T00:00:00')],
      [FEBRUARY, 'pro 2023-03-01 to 2023-04-02'],
    ],
    [
      'after a gap it starts immediately',
      [pro('2023-01-31'), pro('2023-06-30')],
      [FEBRUARY, 'pro 2023-06-30 noon to 2023-07-31'],
    ],
    [
      'a Basic year under a Pro month runs on',
      [basic('2024-02-29'), pro('2024-05-01')],
      ['basic 2024-02-29 noon to 2025-03-01', 'pro 2024-05-01 noon to 2024-06-02'],
    ],
    [
      'given days follow the running month',
      [pro('2023-01-31'), pro('2023-02-10', { days: 3 })],
      [FEBRUARY, 'pro 2023-03-01 to 2023-03-04'],
    ],
    [
      'given days alone last to the end of the day',
      [pro('2023-02-26', { days: 3 })],
      ['pro 2023-02-26 noon to 2023-03-02'],
    ],
    [
      'after given days the month has a new anchor',
      [pro('2023-01-31'), pro('2023-02-10', { days: 3 }), pro('2023-02-11')],
      [FEBRUARY, 'pro 2023-03-01 to 2023-03-04', 'pro 2023-03-04 to 2023-04-04'],
    ],
    [
      'two payments in one instant follow by id',
      [pro('2023-01-31'), pro('2023-01-31', { days: 1 })],
      [FEBRUARY, 'pro 2023-03-01 to 2023-03-02'],
    ],
    ['nothing paid, nothing laid out', [], []],
  ])('%s', (_, grants, layout) => {
    expect(said(grants)).toEqual(layout)
    expect(said([...grants].reverse())).toEqual(layout)
  })
})

describe('a reversal revokes a grant from its instant on', () => {
  // Three months: 31 January noon, from 1 March, from 1 April to the end of 30 April; a Basic year in parallel.
  const chain = [pro('2023-01-31'), pro('2023-02-10'), pro('2023-02-11'), basic('2023-01-01')]
  const [first, second, third] = chain.map((grant) => grant.id) as [number, number, number]
  const BASIC = 'basic 2023-01-01 noon to 2024-01-02'

  test.each<[rule: string, reversals: [number, string][], layout: string[]]>([
    [
      'the running one ends; the later ones move forward and count from that day',
      [[first, '2023-02-14']],
      [
        'pro 2023-01-31 noon to 2023-02-14 noon',
        'pro 2023-02-14 noon to 2023-03-15',
        'pro 2023-03-15 to 2023-04-15',
      ],
    ],
    [
      'one that has not begun is left out; the next follows the running one',
      [[second, '2023-02-14']],
      [FEBRUARY, MARCH],
    ],
    ['the last, not begun, moves nothing', [[third, '2023-02-14']], [FEBRUARY, MARCH]],
    ['a period that has ended keeps its length', [[first, '2023-03-01T00:00:00']], [FEBRUARY, MARCH, APRIL]],
    [
      'a second reversal of the same grant changes nothing',
      [
        [second, '2023-02-14'],
        [second, '2023-02-20'],
      ],
      [FEBRUARY, MARCH],
    ],
    [
      'all of them',
      [
        [first, '2023-02-14'],
        [second, '2023-02-14'],
        [third, '2023-02-14'],
      ],
      ['pro 2023-01-31 noon to 2023-02-14 noon'],
    ],
    ['an unknown grant is ignored', [[999_999, '2023-02-14']], [FEBRUARY, MARCH, APRIL]],
  ])('%s', (_, list, layout) => {
    const reversals = list.map(([grantId, time]): Reversal => ({ grantId, at: at(time) }))
    expect(said(chain, reversals)).toEqual([BASIC, ...layout])
    expect(said([...chain].reverse(), [...reversals].reverse())).toEqual([BASIC, ...layout])
  })

  test('a grant reversed before or at its payment never runs', () => {
    const grant = pro('2023-01-31')
    for (const time of ['2023-01-30', '2023-01-31'])
      expect(layOut([grant], [{ grantId: grant.id, at: at(time) }])).toEqual([])
  })

  test('time bought after the reversal starts at its own payment', () => {
    const [taken, bought] = [pro('2023-01-31'), pro('2023-02-20')]
    expect(said([taken, bought], [{ grantId: taken.id, at: midnight('2023-02-14') }])).toEqual([
      'pro 2023-01-31 noon to 2023-02-14',
      'pro 2023-02-20 noon to 2023-03-21',
    ])
  })
})

describe('the length with which a reversed grant is restored', () => {
  test.each<[string, string, Grant['length']]>([
    ['its full length before it began', '2024-01-05', MONTH],
    ['its full length at the moment it begins', '2024-01-10', MONTH],
    ['the days left on its first day', '2024-01-10T13:00:00', { days: 31 }],
    ['the days left in the middle', '2024-01-20', { days: 21 }],
    ['one day on the day before the last', '2024-02-09', { days: 1 }],
    ['one day on its last day', '2024-02-10', { days: 1 }],
    ['one day after it ended', '2024-03-01', { days: 1 }],
  ])('%s', (_, reversed, length) => {
    const grant = pro('2024-01-10')
    expect(unusedLength([grant], [{ grantId: grant.id, at: at(reversed) }], grant.id)).toEqual(length)
  })

  test('a grant reversed and restored on one day ends on the same day', () => {
    const grant = pro('2024-01-10')
    const reversal = { grantId: grant.id, at: at('2024-01-20') }
    const again = { ...pro('2024-01-20T18:00:00'), length: unusedLength([grant], [reversal], grant.id) }
    expect(said([grant, again], [reversal])).toEqual([
      'pro 2024-01-10 noon to 2024-01-20 noon',
      'pro 2024-01-20 18:00 to 2024-02-11',
    ])
  })

  test('later purchases and reversals do not change it', () => {
    const [first, second, later] = [pro('2024-01-10'), pro('2024-01-12'), pro('2024-01-25')]
    const back = { grantId: second.id, at: at('2024-01-20') }
    const reversals = [back, { grantId: first.id, at: at('2024-01-22') }]
    expect(unusedLength([first, second, later], reversals, second.id)).toEqual(MONTH)
  })

  test('a grant without a reversal is an error', () => {
    const grant = pro('2024-01-10')
    expect(() => unusedLength([grant], [], grant.id)).toThrow('was not reversed')
    const reversal = { grantId: grant.id + 1, at: at('2024-01-20') }
    expect(() => unusedLength([grant], [reversal], grant.id)).toThrow('was not reversed')
  })

  test('each grant has its own length and reversal; an earlier reversal moved it forward', () => {
    const [first, second] = [pro('2024-01-10'), pro('2024-01-12', { days: 10 })]
    const reversals = [
      { grantId: first.id, at: at('2024-01-15') },
      { grantId: second.id, at: at('2024-01-20') },
    ]
    expect(unusedLength([first, second], reversals, first.id)).toEqual({ days: 26 })
    // Moved forward to 15 January, it ends on 25 January.
    expect(unusedLength([first, second], reversals, second.id)).toEqual({ days: 5 })
    expect(unusedLength([first, second], reversals.slice(1), second.id)).toEqual({ days: 10 })
  })
})

describe('after the refund of a part', () => {
  const first = pro('2026-03-01')
  // It runs from 2 April to 1 May: 30 days.
  const second = pro('2026-03-02')
  const grants = [first, second]
  const shorter = (grant: Grant, days: number): Reversal => ({
    grantId: grant.id,
    at: at('2026-03-05'),
    days,
  })
  const revoked = (grant: Grant): Reversal => ({ grantId: grant.id, at: at('2026-03-06') })

  test.each<[string, Reversal[], GrantLength]>([
    ['a shortened grant is restored with the days that it had left', [shorter(second, 10)], { days: 20 }],
    ['one of which no day was left, with one', [shorter(second, 30)], { days: 1 }],
    ['one before which another was shortened, in full', [shorter(first, 10)], MONTH],
  ])('%s', (_, reversals, length) => {
    expect(unusedLength(grants, [...reversals, revoked(second)], second.id)).toEqual(length)
  })

  const THIRD = { refundedKobo: 50_000, paidKobo: 150_000 }
  const ALL = { refundedKobo: 150_000, paidKobo: 150_000 }
  test.each<[string, Reversal[], Grant, typeof THIRD, number]>([
    ['a third of 31 days, rounded down', [], first, THIRD, 10],
    ['a third of the 30 days of a grant that follows another', [], second, THIRD, 10],
    ['without the days that were taken before', [shorter(first, 4)], first, THIRD, 6],
    ['never less than none', [shorter(first, 12)], first, THIRD, 0],
    ['with those that were taken from another payment', [shorter(first, 4)], second, THIRD, 10],
    ['of the days that the grant has now that another is revoked', [revoked(first)], second, ALL, 31],
  ])('it takes %s', (_, reversals, { id: own }, kobo, days) => {
    expect(refundedDays({ grants, reversals }, [own], kobo)).toBe(days)
  })

  test('it takes none from a payment without a grant', () => {
    expect(refundedDays({ grants, reversals: [] }, [], ALL)).toBe(0)
  })
})

test.each<[GrantLength, number]>([
  [{ days: 31 }, 31],
  [{ months: 2 }, 62],
])('a grant of %o counts as %i days', (length, days) => {
  expect(daysIn(length)).toBe(days)
})
