import { afterAll, expect, test } from 'vitest'
import { fuzz } from '../support/fuzz.ts'
import { startPaystack } from '../support/paystack-model.ts'
import { TEST_SEED } from '../support/seed.ts'
import { testServer } from '../support/test-server.ts'

// `npm run test:long` sends more of them.
const paystack = await startPaystack()
afterAll(() => paystack.stop())
const server = testServer({ settings: { ...paystack.settings, LOG_LEVEL: 'info' }, standIns: true })

const REQUESTS = 1000

test('no random request fails on the server, and none writes without permission', async () => {
  const tally = await fuzz(server(), { seed: TEST_SEED, requests: REQUESTS })
  // A fuzzer that never gets past the first check would find nothing.
  expect(tally[200]).toBeGreaterThan(REQUESTS / 5)
  expect(tally[402]! + tally[403]! + tally[401]!).toBeGreaterThan(REQUESTS / 10)
})
