import { expect, test } from 'vitest'
import { instantAt, parseDate } from '../../domain/calendar.ts'
import { isOpen, type PredictionAnswer, statusText } from './status-text.ts'

const closesAt = instantAt(parseDate('2023-10-02')!, 9 * 60 + 30)
const withdrawn = { at: closesAt, reason: 'typed wrongly' }
const HOUR_MS = 3_600_000
const published = {
  closesAt,
  createdAt: closesAt - 12 * HOUR_MS,
  changedAt: null,
  inTime: true,
  version: 1,
  withdrawn: null,
}

test.each<[string, number, Partial<PredictionAnswer>]>([
  ['Closes 09:30, in 1 h', -HOUR_MS, {}],
  ['Published 12 h before the close', 0, {}],
  ['Published 12 h before the close', HOUR_MS, {}],
  ['Changed 30 min before the close', HOUR_MS, { version: 2, changedAt: closesAt - HOUR_MS / 2 }],
  ['Published before the close', HOUR_MS, { createdAt: closesAt + HOUR_MS }],
  ['Published before the close', -HOUR_MS, { closesAt: null }],
  ['Not scored: saved after the close', HOUR_MS, { inTime: false }],
  ['Not scored: saved after the close', -HOUR_MS, { inTime: false }],
  ['Not scored: changed after the close', HOUR_MS, { inTime: false, version: 2 }],
  ['Not scored: no draw of the game is known for that day', HOUR_MS, { inTime: false, closesAt: null }],
  ['Withdrawn on Mon 2 Oct 2023: typed wrongly', -HOUR_MS, { withdrawn }],
  ['Withdrawn on Mon 2 Oct 2023: typed wrongly', HOUR_MS, { withdrawn, inTime: false }],
])('%s (%i ms from the close, %j)', (text, fromClose, values) => {
  const prediction = { ...published, ...values } as PredictionAnswer
  expect(statusText(prediction, closesAt + fromClose)).toBe(text)
})

test.each<[string, boolean, number, Partial<PredictionAnswer>]>([
  ['before the close', true, -1, {}],
  ['at the close', false, 0, {}],
  ['withdrawn', false, -1, { withdrawn }],
  ['saved late', false, -1, { inTime: false }],
  ['without a close', false, -1, { closesAt: null }],
])('a prediction %s is open: %s', (_name, expected, fromClose, values) => {
  expect(isOpen({ ...published, ...values } as PredictionAnswer, closesAt + fromClose)).toBe(expected)
})
