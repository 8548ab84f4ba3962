import { expect, test } from 'vitest'
import { isForeign } from './foreign.ts'

const OURS = 'k3v9'.repeat(7)
const PURPOSE = { userId: 'a1', plan: 'pro', cancel_action: 'https://lotto.example' }

test.each<[string, string, unknown, boolean]>([
  ['our reference and metadata', OURS, PURPOSE, false],
  ['our metadata with what Paystack adds', OURS, { ...PURPOSE, referrer: 'https://lotto.example' }, false],
  ['our reference without metadata', OURS, '', false],
  ['our reference with empty metadata', OURS, {}, false],
  ['our metadata under another reference', 'T685312322670591', PURPOSE, false],
  ['Paystack’s own reference', 'T685312322670591', null, true],
  ['an order of a shop', '10234_1732700000', { order_id: 10234 }, true],
  ['a shop whose references look like ours', 'f'.repeat(32), { custom_fields: [] }, true],
  ['a reference in capitals', OURS.toUpperCase(), 0, true],
])('%s', (_, reference, metadata, foreign) => {
  expect(isForeign(reference, metadata)).toBe(foreign)
})
