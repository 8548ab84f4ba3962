import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as calendar from './calendar.ts'
import { dateOfDay, dayOf, lagosDate, parseDate } from './calendar.ts'

const day = (text: string) => parseDate(text)!
/** Any day from 1962 to 2199: the day numbers of their first and last day, counted by the platform. */
const anyDay = fc.integer({ min: Date.UTC(1962, 0, 1) / 864e5, max: Date.UTC(2199, 11, 31) / 864e5 })

describe('a Lagos day is the UTC day moved by one hour', () => {
  test.each([
    // rule, instant in UTC, date in Lagos, minutes since midnight in Lagos
    ['the first instant of 1970 is one in the morning', '1970-01-01T00:00:00.000Z', '1970-01-01', 60],
    ['23:59:59 in Lagos is still the day', '2023-10-02T22:59:59.999Z', '2023-10-02', 1439],
    ['00:00:00 in Lagos is the next day', '2023-10-02T23:00:00.000Z', '2023-10-03', 0],
    ['23:59:59 in UTC is already the next day', '2023-10-02T23:59:59.999Z', '2023-10-03', 59],
    ['a month ends', '2023-10-31T23:00:00.000Z', '2023-11-01', 0],
    ['29 February begins in a leap year', '2024-02-28T23:00:00.000Z', '2024-02-29', 0],
    ['29 February is left out in a common year', '2023-02-28T23:00:00.000Z', '2023-03-01', 0],
    ['31 December lasts until 23:59:59', '2023-12-31T22:59:59.999Z', '2023-12-31', 1439],
    ['a year begins', '2023-12-31T23:00:00.000Z', '2024-01-01', 0],
    ['in July the offset is the same', '2026-07-01T18:30:00.000Z', '2026-07-01', 19 * 60 + 30],
  ])('%s', (_, instant, date, minutes) => {
    expect(lagosDate(Date.parse(instant))).toBe(date)
    expect(calendar.lagosMinutes(Date.parse(instant))).toBe(minutes)
  })

  test.each([
    ['2023-10-02', 0, '2023-10-01T23:00:00.000Z'],
    ['2023-10-02', 19 * 60 + 30, '2023-10-02T18:30:00.000Z'],
    ['2024-01-01', 0, '2023-12-31T23:00:00.000Z'],
  ])('%s and %i minutes is %s', (date, minutes, instant) => {
    expect(calendar.instantAt(day(date), minutes)).toBe(Date.parse(instant))
  })

  test('a day ends at its midnight in Lagos, which no longer belongs to it', () => {
    const end = calendar.endOfDay(day('2024-02-29'))
    expect(end).toBe(Date.parse('2024-02-29T23:00:00.000Z'))
    expect([lagosDate(end - 1), lagosDate(end)]).toEqual(['2024-02-29', '2024-03-01'])
  })

  test('date and time agree with the platform’s time zone data', () => {
    const zone = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Africa/Lagos',
      dateStyle: 'short',
      timeStyle: 'short',
    })
    const instant = fc.integer({ min: Date.UTC(1970, 0, 1), max: Date.UTC(2199, 11, 31) })
    const ours = (now: number) => `${lagosDate(now)} ${calendar.formatClock(calendar.lagosMinutes(now))}`
    fc.assert(
      fc.property(instant, (now) => {
        expect(ours(now)).toBe(zone.format(now))
      }),
    )
  })
})

describe('dates', () => {
  test.each([
    ['30 February', '2024-02-30'],
    ['29 February of a common year', '2023-02-29'],
    ['29 February of 2100, no leap year', '2100-02-29'],
    ['31 April', '2023-04-31'],
    ['month 13', '2023-13-01'],
    ['month 0', '2023-00-10'],
    ['day 0', '2023-10-00'],
    ['one digit', '2023-10-2'],
    ['day first', '02-10-2023'],
    ['with a time', '2023-10-02T00:00:00Z'],
    ['with a space', ' 2023-10-02'],
    ['with a line break', '2023-10-02\n'],
    ['a year before the first draw', '1961-12-31'],
    ['a year after 2199', '2200-01-01'],
    ['Arabic digits', '٢٠٢٣-١٠-٠٢'],
    ['nothing', ''],
  ])('%s is refused', (_, text) => {
    expect(parseDate(text)).toBeNull()
  })

  test('exactly the days of the Gregorian calendar exist', () => {
    const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for (const year of [1962, 2000, 2023, 2024, 2100, 2199]) {
      const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
      for (let month = 0; month <= 13; month++) {
        for (let date = 0; date <= 32; date++) {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
          const length = month === 2 && leap ? 29 : (lengths[month - 1] ?? 0)
          expect(parseDate(text), text).toBe(date >= 1 && date <= length ? text : null)
        }
      }
    }
  })

  test('a day number and its date are each other’s inverse', () => {
    expect(dayOf(day('1970-01-01'))).toBe(0)
    fc.assert(
      fc.property(anyDay, (n) => {
        expect(dayOf(day(dateOfDay(n)))).toBe(n)
      }),
    )
  })

  test('adding days steps through months and years', () => {
    expect(calendar.addDays(day('2024-02-28'), 2)).toBe('2024-03-01')
    expect(calendar.addDays(day('2023-12-31'), 1)).toBe('2024-01-01')
    expect(calendar.addDays(day('2024-01-01'), -1)).toBe('2023-12-31')
  })

  test('a year begins on 1 January', () => {
    expect(dateOfDay(calendar.firstDayOfYear(2024))).toBe('2024-01-01')
    expect(calendar.firstDayOfYear(2025) - calendar.firstDayOfYear(2024)).toBe(366)
    expect(calendar.yearOf(day('2024-12-31'))).toBe(2024)
  })
})

describe('weekdays', () => {
  test.each([
    ['2023-10-02', 'monday'],
    ['2026-11-20', 'friday'],
    ['2024-02-29', 'thursday'],
    ['1970-01-01', 'thursday'],
    ['1969-12-31', 'wednesday'],
    ['1962-09-29', 'saturday'], // first draw of National, a Saturday game
  ])('%s is a %s', (date, weekday) => {
    expect(calendar.weekdayOf(day(date))).toBe(weekday)
  })

  test.each([
    ['a Monday', '2023-10-02', '2023-10-02', '2023-10-08'],
    ['a Sunday', '2023-10-01', '2023-09-25', '2023-10-01'],
    ['a day across the years', '2025-01-01', '2024-12-30', '2025-01-05'],
    ['the first day of all', '1962-01-01', '1962-01-01', '1962-01-07'],
  ])('the week of %s, %s, goes from %s to %s', (_, date, monday, sunday) => {
    const week = calendar.weekOf(day(date))
    expect([week[0], week[6], week.length]).toEqual([monday, sunday, 7])
    expect(week.map(calendar.weekdayOf)).toEqual([...calendar.WEEKDAYS])
  })

  test('the weekday moves on by one each day and around after seven', () => {
    const next = { monday: 'tuesday', tuesday: 'wednesday', wednesday: 'thursday', thursday: 'friday' }
    const all: Record<string, string> = { ...next, friday: 'saturday', saturday: 'sunday', sunday: 'monday' }
    fc.assert(
      fc.property(anyDay, (n) => {
        expect(calendar.weekdayOfDay(n + 1)).toBe(all[calendar.weekdayOfDay(n)])
      }),
    )
  })
})

describe('the name of a month’s document', () => {
  test.each([
    ['2026-11-20', 'november_2026', '2026-11-01', 30],
    ['2024-02-29', 'february_2024', '2024-02-01', 29],
    ['2023-02-01', 'february_2023', '2023-02-01', 28],
    ['2023-12-31', 'december_2023', '2023-12-01', 31],
    ['2024-01-01', 'january_2024', '2024-01-01', 31],
  ])('%s belongs to %s', (date, name, first, days) => {
    expect(calendar.monthYearOf(day(date))).toBe(name)
    expect(calendar.parseMonthYear(name)).toEqual({ first, days })
  })

  test('is written out for people', () => {
    expect(calendar.formatMonth(day('2023-12-31'))).toBe('December 2023')
  })

  test.each([
    'november',
    'november_26',
    'November_2026',
    'novembre_2026',
    '11_2026',
    'november_1961',
    'november_2026_',
    ' november_2026',
    '_2026',
    'constructor_2026',
    '',
  ])('"%s" names no month', (name) => {
    expect(calendar.parseMonthYear(name)).toBeNull()
  })
})

describe('how dates and times are shown', () => {
  test.each([
    ['2023-10-02', 'Mon 2 Oct 2023'],
    ['2024-09-30', 'Mon 30 Sep 2024'],
    ['2026-11-20', 'Fri 20 Nov 2026'],
  ])('%s is written %s', (date, text) => {
    expect(calendar.formatDate(day(date))).toBe(text)
    expect(calendar.formatDayMonth(day(date))).toBe(text.slice(0, -5))
  })

  test.each([
    ['nothing left', 0, '0 min'],
    ['less than nothing', -90_000, '0 min'],
    ['a begun minute counts', 1, '1 min'],
    ['a full minute', 60_000, '1 min'],
    ['59 minutes and a second', 59 * 60_000 + 1000, '1 h'],
    ['an hour and five', 65 * 60_000, '1 h 5 min'],
    ['a minute short of a day', 1439 * 60_000, '23 h 59 min'],
    ['a day', 24 * 3_600_000, '1 d'],
    ['two days and three hours', 51 * 3_600_000, '2 d 3 h'],
  ])('%s', (_, milliseconds, text) => {
    expect(calendar.formatDuration(milliseconds)).toBe(text)
  })

  test.each([
    [-1, '00:00'],
    [0, '00:00'],
    [1, '00:01'],
    [1000, '00:01'],
    [1001, '00:02'],
    [24 * 60_000 + 38_000, '24:38'],
    [3_599_000, '59:59'],
    [3_599_001, '1 h'],
    [3_600_000, '1 h'],
    [3_600_001, '1 h 1 min'],
    [26 * 3_600_000, '1 d 2 h'],
  ])('a countdown of %i ms is %s', (milliseconds, text) => {
    expect(calendar.formatCountdown(milliseconds)).toBe(text)
  })

  test('an instant has its Lagos date and time', () => {
    expect(calendar.formatInstant(Date.parse('2023-10-02T18:30:59Z'))).toBe('Mon 2 Oct 2023, 19:30')
    expect(calendar.formatInstant(Date.parse('2023-12-31T23:05:00Z'))).toBe('Mon 1 Jan 2024, 00:05')
  })

  test.each([
    ['2023-10-31', 1, ['2023-10-01', '2023-11-01']],
    ['2024-01-15', 3, ['2023-11-01', '2023-12-01', '2024-01-01', '2024-02-01']],
    ['2023-12-01', 2, ['2023-11-01', '2023-12-01', '2024-01-01']],
  ])('the months that end with %s, %i of them, and the next begin on %j', (date, count, starts) => {
    expect(calendar.monthStarts(day(date), count)).toEqual(starts)
  })

  test('a clock time has two digits each', () => {
    expect([0, 565, 1439].map(calendar.formatClock)).toEqual(['00:00', '09:25', '23:59'])
  })

  test('a name in a heading has a capital', () => {
    expect(calendar.capitalised('monday')).toBe('Monday')
  })
})
