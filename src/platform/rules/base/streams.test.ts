import { expect, test } from 'vitest'
import { LIVE_LIMITS, reconnectDelayMs } from './streams.ts'

const LOST = { retryAfterMs: 0, retryMs: null }

test.each([
  { lost: LOST, failures: 0, longest: 10_000 },
  { lost: LOST, failures: 1, longest: 10_000 },
  { lost: LOST, failures: 2, longest: 20_000 },
  { lost: LOST, failures: 3, longest: 40_000 },
  { lost: LOST, failures: 4, longest: 60_000 },
  { lost: LOST, failures: 50, longest: 60_000 },
  { lost: { retryAfterMs: 0, retryMs: 1000 }, failures: 0, longest: 1000 },
  { lost: { retryAfterMs: 0, retryMs: 1000 }, failures: 3, longest: 4000 },
])('waits at most $longest ms after $failures failures with retry $lost.retryMs', (row) => {
  expect(reconnectDelayMs(row.lost, row.failures, 0)).toBe(0)
  expect(reconnectDelayMs(row.lost, row.failures, 1)).toBe(row.longest)
})

test('the time of Retry-After passes before the random part', () => {
  expect(reconnectDelayMs({ retryAfterMs: 5000, retryMs: 1000 }, 1, 0)).toBe(5000)
  expect(reconnectDelayMs({ retryAfterMs: 5000, retryMs: 1000 }, 1, 1)).toBe(6000)
})

test('ten thousand phones of a killed server come back evenly within ten seconds', () => {
  const PHONES = 10_000
  const seconds = Array.from({ length: LIVE_LIMITS.reconnectWithinMs / 1000 }, () => 0)
  for (let phone = 0; phone < PHONES; phone++)
    seconds[Math.floor(reconnectDelayMs(LOST, 0, phone / PHONES) / 1000)]!++
  expect(seconds).toEqual(seconds.map(() => 1000))
})
