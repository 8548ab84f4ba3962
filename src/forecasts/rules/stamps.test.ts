import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../platform/rules/base/calendar.ts'
import { inTime, lateStampWarning, stampDelay, stampedText, stampsByLine, stampTotals } from './stamps.ts'

const at = (time: string) => Date.parse(`2026-11-23T${time}Z`)
const stamp = (size: number, authority: string, time: string) => ({ size, authority, time: at(time) })

describe('the stamps of a line', () => {
  const of = stampsByLine([
    stamp(9, 'freetsa', '09:00:09'),
    stamp(7, 'digicert', '09:00:03'),
    stamp(7, 'freetsa', '09:00:05'),
    stamp(9, 'digicert', '09:00:08'),
    // An authority whose clock was set back has dated more lines earlier.
    stamp(8, 'freetsa', '09:00:04'),
  ])

  test('are the first of each authority whose first lines include it', () => {
    for (const line of [1, 7])
      expect(of(line)).toEqual([
        { authority: 'digicert', time: at('09:00:03') },
        { authority: 'freetsa', time: at('09:00:04') },
      ])
    expect(of(8).map(({ time }) => time)).toEqual([at('09:00:04'), at('09:00:08')])
    expect(of(10)).toEqual([])
  })

  test('count until the lock, and not without one', () => {
    expect(inTime(of(7), at('09:00:03'))).toEqual([{ authority: 'digicert', time: at('09:00:03') }])
    expect(inTime(of(7), null)).toEqual([])
  })
})

describe('the words', () => {
  const published = at('08:59:59')
  const by = (...names: string[]) => names.map((authority) => ({ authority, time: at('09:00:03') }))

  test('name the time in Lagos and every authority', () => {
    expect(stampedText(by('digicert', 'freetsa'), published)).toBe('Stamped 10:00:03 by DigiCert and FreeTSA')
    expect(stampedText(by('acme'), published)).toBe('Stamped 10:00:03 by acme')
    expect(stampedText(by('acme', 'sectigo', 'digicert'), published)).toBe(
      'Stamped 10:00:03 by acme, Sectigo and DigiCert',
    )
    expect(stampedText([], published)).toBe('Dated by our own clock only')
  })

  test('give the time by which all had stamped, with the day if it is another one', () => {
    const late = { authority: 'freetsa', time: at('10:30:00') }
    expect(stampedText([...by('digicert'), late], published)).toBe('Stamped 11:30:00 by DigiCert and FreeTSA')
    expect(stampedText(by('digicert'), published - DAY)).toBe('Stamped Mon 23 Nov, 10:00:03 by DigiCert')
  })

  test('show both totals, and warn in the last two minutes before a lock', () => {
    expect(stampTotals(1200, 1180)).toBe('Forecasts: 1,200. Stamped before their close: 1,180.')
    const lock = at('14:15:00')
    for (const before of [2 * MINUTE + 1, 0, -1])
      expect(lateStampWarning(lock, lock - before)).toBeUndefined()
    expect(lateStampWarning(lock, lock - 2 * MINUTE)).toContain('less than 2 minutes')
  })
})

test('an authority that fails is asked after 5, 15 and 60 seconds, then until the result every 2 minutes, or every 10 from the fifth failure, then hourly', () => {
  expect([0, 1, 2, 3, 4, 5, 6].map((failures) => stampDelay(failures, true) / SECOND)).toEqual([
    15, 5, 15, 60, 120, 600, 600,
  ])
  expect([3, 4, 9].map((failures) => stampDelay(failures, false))).toEqual([MINUTE, HOUR, HOUR])
})
