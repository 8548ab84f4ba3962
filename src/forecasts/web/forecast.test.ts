import { describe, expect, test } from 'vitest'
import { instantAt, parseDate } from '../../platform/rules/base/calendar.ts'
import { type Forecast, isOpen, lateTexts, sealedText, shortStanding, standingText } from './forecast.ts'

const HOUR_MS = 3_600_000
const date = parseDate('2023-10-02')!
const closesAt = instantAt(date, 9 * 60 + 30)
const withdrawn = { at: closesAt, reason: 'typed wrongly' }
const one: Forecast = {
  id: 1,
  game: 'diamond',
  gameName: 'Diamond',
  operator: 'Premier Lotto',
  date,
  closesAt,
  form: 'two_sure',
  numbers: [42, 71],
  reasons: null,
  penName: 'Mama Ngozi',
  publishedAt: closesAt - 12 * HOUR_MS,
  version: 1,
  fingerprint: null,
  standing: { state: 'open' },
  lateNumbers: null,
  place: null,
  withdrawn: null,
}
const scored = (...winning: number[]): Forecast['standing'] => ({ state: 'scored', winning, earlier: [] })

const LOST = { standing: scored(20, 42, 89, 13, 49) }
const WON = { standing: scored(71, 42, 89, 13, 49) }
const voided = (reason: 'no-draw' | 'early-draw') => ({ standing: { state: 'void', reason } as const })
const inState = (state: 'waiting' | 'after-lock' | 'withdrawn' | 'before-ledger') => ({ standing: { state } })
test.each<[string, number, Partial<Forecast>]>([
  ['Closes 09:30, in 1 h', -HOUR_MS, {}],
  // Between the lock and the close players may still stake.
  ['Closes 09:30, in 5 min', -HOUR_MS / 12, inState('waiting')],
  ['Waiting for the result', 0, inState('waiting')],
  ['Not won, 1 of 2 came. Guessing gets at least one in 1 of 9 draws.', HOUR_MS, LOST],
  ['Won, 2 of 2 came. Guessing gets both in 1 of 401 draws.', HOUR_MS, WON],
  ['1 of 2 came. Guessing gets at least one in 1 of 9 draws.', HOUR_MS, { ...LOST, form: null }],
  ['Published too late to count, so it is never scored.', -HOUR_MS, inState('after-lock')],
  ['Does not count: there was no draw.', HOUR_MS, voided('no-draw')],
  ['Does not count for any author: the draw was earlier than we knew.', HOUR_MS, voided('early-draw')],
  ['Withdrawn on Mon 2 Oct 2023: typed wrongly', -HOUR_MS, { ...inState('withdrawn'), withdrawn }],
  ['Published before we kept the record, so it has no score.', -HOUR_MS, inState('before-ledger')],
])('%s (%i ms from the close)', (text, fromClose, values) => {
  expect(standingText({ ...one, ...values }, closesAt + fromClose)).toBe(text)
})

test.each<[string, number, Partial<Forecast>]>([
  ['Closes 09:30', -HOUR_MS, {}],
  ['Waiting for the result', 0, inState('waiting')],
  ['Not won, 1 of 2 came', HOUR_MS, LOST],
  ['Won, 2 of 2 came', HOUR_MS, WON],
  ['1 of 2 came', HOUR_MS, { ...LOST, form: null }],
  ['Does not count: there was no draw.', HOUR_MS, voided('no-draw')],
])('in a narrow table: %s', (text, fromClose, values) => {
  expect(shortStanding({ ...one, ...values }, closesAt + fromClose)).toBe(text)
})

test.each<[string, Partial<Forecast>]>([
  ['Sun 1 Oct 21:30, 12 h before the close', {}],
  ['09:00, 30 min before the close', { publishedAt: closesAt - HOUR_MS / 2 }],
  ['10:30, 1 h after the close', { publishedAt: closesAt + HOUR_MS }],
  ['09:30', { publishedAt: closesAt, closesAt: null }],
])('sealed %s', (text, values) => {
  expect(sealedText({ ...one, ...values })).toBe(text)
})

describe('what does not count', () => {
  const late = { lateNumbers: [1, 2], withdrawn }

  test('is said beside the score of a forecast that counts', () => {
    const forecast = { ...one, ...late, standing: scored(1, 2, 3, 4, 5) }
    expect(lateTexts(forecast)).toEqual([
      'Changed too late to 1, 2, which does not count.',
      'Withdrawn too late, which changes nothing: typed wrongly',
    ])
    expect(standingText(forecast, closesAt)).toMatch(/^Not won, 0 of 2 came\./)
  })

  test('is nothing about a forecast that does not count itself', () => {
    for (const state of ['withdrawn', 'after-lock', 'before-ledger'] as const)
      expect(lateTexts({ ...one, ...late, standing: { state } })).toEqual([])
  })
})

test.each<[boolean, number, Forecast['standing']['state'], number | null]>([
  [true, -1, 'open', closesAt],
  [true, -1, 'waiting', closesAt],
  [false, 0, 'open', closesAt],
  [false, -1, 'open', null],
  [false, -1, 'withdrawn', closesAt],
  [false, -1, 'after-lock', closesAt],
  [false, -1, 'before-ledger', closesAt],
])('open is %s %i ms from the close: %s', (expected, fromClose, state, close) => {
  const forecast = { closesAt: close, standing: { state } as Forecast['standing'] }
  expect(isOpen(forecast, closesAt + fromClose)).toBe(expected)
})
