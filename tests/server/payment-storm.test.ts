import { expect, test } from 'vitest'
import { stormPayments } from '../long/storm-payments.ts'
import { TEST_SEED } from '../support/seed.ts'
import { IS_LONG, slowTest } from '../support/slow.ts'

test('webhooks in a storm with a killed server settle each payment exactly once', async () => {
  const payments = IS_LONG ? 60 : 20
  const { acknowledged } = await stormPayments({ payments, copies: 5, connections: 16, seed: TEST_SEED })
  expect(acknowledged).toBeGreaterThanOrEqual(5 * payments)
}, 120_000)

// PAY-07. `npm run test:long` delivers 7,500. No more than the connections wait at once, so memory does not depend on the number.
slowTest(
  '1,000 webhooks with a database paused for five seconds: none is lost and memory stays flat',
  async () => {
    const storm = { payments: 20, copies: 50, connections: 64, seed: TEST_SEED, fault: 'pause' } as const
    const { acknowledged, answeredIn, grown } = await stormPayments(storm)
    expect(acknowledged).toBe(1000)
    expect(answeredIn).toBeGreaterThan(5000)
    expect(grown).toBeLessThan(64 * 1024 * 1024)
  },
  180_000,
)
