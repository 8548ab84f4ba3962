import { expect, test } from 'vitest'
import { instantAt, parseDate } from '../../domain/calendar.ts'
import { type PredictionAnswer, statusText } from './status-text.ts'

const closesAt = instantAt(parseDate('2023-10-02')!, 9 * 60 + 30)
const withdrawn = { at: closesAt, reason: 'typed wrongly' }
const HOUR_MS = 3_600_000

test.each<[string, number, Partial<PredictionAnswer>]>([
  ['Closes 09:30, in 1 h', -HOUR_MS, {}],
  ['Published before the close', 0, {}],
  ['Published before the close', HOUR_MS, {}],
  ['Published before the close', -HOUR_MS, { closesAt: null }],
  ['Not scored: saved after the close', HOUR_MS, { inTime: false }],
  ['Not scored: saved after the close', -HOUR_MS, { inTime: false }],
  ['Not scored: changed after the close', HOUR_MS, { inTime: false, version: 2 }],
  ['Not scored: no draw of the game is known for that day', HOUR_MS, { inTime: false, closesAt: null }],
  ['Withdrawn on Mon 2 Oct 2023: typed wrongly', -HOUR_MS, { withdrawn }],
  ['Withdrawn on Mon 2 Oct 2023: typed wrongly', HOUR_MS, { withdrawn, inTime: false }],
])('%s (%i ms from the close, %j)', (text, fromClose, values) => {
  const prediction = { closesAt, inTime: true, version: 1, withdrawn: null, ...values } as PredictionAnswer
  expect(statusText(prediction, closesAt + fromClose)).toBe(text)
})
