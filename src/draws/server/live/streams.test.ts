import { PassThrough } from 'node:stream'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecentChanges } from './recent-changes.ts'
import { Streams } from './streams.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const MINUTE_MS = 60_000
const RECENT = { last: () => 7, since: () => [] } as unknown as RecentChanges

test('NET-06: a stream ends after four to eight minutes, also one whose client has vanished', () => {
  const streams = new Streams(RECENT)
  // Nobody reads from it, and nothing is acknowledged.
  const response = new PassThrough() as unknown as ServerResponse
  streams.add(response, { userId: 'one', sessionId: 'two', game: null }, null)
  vi.advanceTimersByTime(4 * MINUTE_MS - 1000)
  expect([streams.size, response.writableEnded]).toEqual([1, false])
  vi.advanceTimersByTime(5 * MINUTE_MS)
  expect([streams.size, streams.ofUser('one').size, response.writableEnded]).toEqual([0, 0, true])
  streams.stop()
})
