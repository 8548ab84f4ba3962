import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateOfDay, formatDate } from '../../platform/rules/base/calendar.ts'
import { findDay, possibleOrder, readDay, withoutWeekdays } from './written-dates.ts'

/** One UTF-16 code unit, lone surrogates included. */
const codeUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code))

describe('a day as people and spreadsheets write it', () => {
  test.each([
    ['2023-10-02', '2023-10-02'],
    [' 2023-10-02 ', '2023-10-02'],
    ['2023/10/2', '2023-10-02'],
    ['2023.10.02', '2023-10-02'],
    ['2023-10-02 00:00:00', '2023-10-02'],
    ['2023-10-02T00:00:00', '2023-10-02'],
    ['07/07/2025', '2025-07-07'],
    ['2/10/2023', '2023-10-02'],
    ['02-10-2023', '2023-10-02'],
    ['2.10.2023', '2023-10-02'],
    ['2/10/23', '2023-10-02'],
    ['2/10/2023 0:00', '2023-10-02'],
    ['Mon 2 Oct 2023', '2023-10-02'],
    ['Monday, 2nd October 2023', '2023-10-02'],
    ['2-Oct-2023', '2023-10-02'],
    ['Oct 2, 2023', '2023-10-02'],
    ['October 2nd 2023', '2023-10-02'],
    ['Sept 30 2023', '2023-09-30'],
    // Excel: 45200 is 1 October 2023 (counted by hand from 45292 = 1 January 2024).
    ['45201', '2023-10-02'],
    ['45201.0', '2023-10-02'],
    ['45201,00', '2023-10-02'],
    ['45845', '2025-07-07'],
  ])('%j is %s', (text, date) => {
    expect(readDay(text)).toEqual({ date })
  })

  test.each([
    ['2023-02-29', 'does not exist'],
    ['31/02/2025', 'does not exist'],
    ['30 Feb 2025', 'does not exist'],
    ['1961-12-31', 'does not exist'],
    ['07/25/2025', 'is read with the day first, and there is no month 25'],
    ['2/0/2023', 'is read with the day first, and there is no month 0'],
    ['12345', "is not between 1962 and 2199 as a spreadsheet's day"],
    ...['2023-10/02', 'x45201', 'x'.repeat(21), 'yesterday', '45201.5', '7'].map((odd) => [
      odd,
      'cannot be read',
    ]),
  ])('%j is refused: it %s', (text, problem) => {
    expect(readDay(text).problem).toBe(`The date "${text.slice(0, 20)}" ${problem}; write it as 2023-10-02.`)
  })

  test('a missing date is named as such', () => {
    expect(readDay('')).toEqual({ problem: 'The date is missing; write it as 2023-10-02.' })
  })

  test.each([
    ['01/08/2025', '2025-01-08'],
    ['1-25-25', '2025-01-25'],
    ['07/07/2025', '2025-07-07'],
    ['2025-01-08', '2025-01-08'],
    ['8 Jan 2025', '2025-01-08'],
  ])('%j with the month first is %s', (text, date) => {
    expect(readDay(text, 'month-first')).toEqual({ date })
  })

  test('a date that does not exist with the month first is never read with the day first', () => {
    expect(readDay('25/01/2025', 'month-first').problem).toBe(
      'The date "25/01/2025" is read with the month first, and there is no month 25; write it as 2023-10-02.',
    )
  })

  test.each([
    ['either', ['01/08/2025', '1.8.25']],
    ['day-first', ['25/01/2025']],
    ['month-first', ['01/25/2025']],
    [null, ['07/07/2025', '25/25/2025', '01/45/2025', '0/5/2025', '2025-01-08', '8 Jan 2025', '45201']],
  ])('the order can be %j in %j', (order, texts) => {
    for (const text of texts) expect(possibleOrder(text), text).toBe(order)
  })

  test('without a known order only the dates that exist in both are refused', () => {
    expect(readDay('01/08/2025', 'unknown').problem).toBe(
      'The date "01/08/2025" can be 1 August or 8 January, because another date has the month first; say which order the dates have.',
    )
    expect(['25/01/2025', '07/07/2025', '2025-01-08'].map((text) => readDay(text, 'unknown').date)).toEqual([
      '2025-01-25',
      '2025-07-07',
      '2025-01-08',
    ])
  })

  test('every day is read back from each notation', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2922, max: 84_000 }), (number) => {
        const date = dateOfDay(number)
        const [y, m, d] = date.split('-')
        for (const text of [date, `${d}/${m}/${y}`, formatDate(date), `${number + 25_569}`])
          expect([text, readDay(text).date]).toEqual([text, date])
      }),
    )
  })

  test('no text throws', () => {
    fc.assert(fc.property(fc.string({ unit: codeUnit }), (text) => void [readDay(text), findDay(text)]))
  })
})

test.each([
  ['Bingo 2023-10-02 7 12', '2023-10-02'],
  ['RESULT FOR MON 7/7/2025', '7/7/2025'],
  ['[07/07/25, 10:15] Ade', '07/07/25'],
  ['Bingo 2 Oct 2023: 7 12', '2 Oct 2023'],
  ['07/12/45/60/89', undefined],
  ['07-12-45-60-89', undefined],
  ['7 12 45 60 89', undefined],
  ['07.12.45.60.89', undefined],
])('the day in %j is %j', (line, text) => {
  expect(findDay(line)?.text).toBe(text)
})

test('a day has its index in the line', () => {
  expect(findDay('Bingo 2/10/2023 7')).toEqual({ text: '2/10/2023', index: 6 })
  expect(findDay('2 Oct 2023')).toEqual({ text: '2 Oct 2023', index: 0 })
})

test('only whole words are weekdays', () => {
  expect(withoutWeekdays('Monday, Tues Thurs. Sundaylotto monkey').replace(/ +/g, ' ').trim()).toBe(
    ', . Sundaylotto monkey',
  )
})
