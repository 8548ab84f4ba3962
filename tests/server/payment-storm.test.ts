import { expect, test } from 'vitest'
import { stormPayments } from '../long/storm-payments.ts'

test('webhooks in a storm, the server killed in the middle: each payment is settled exactly once', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const { acknowledged } = await stormPayments({ payments: 60, copies: 5, connections: 16, seed })
  expect(acknowledged).toBeGreaterThanOrEqual(300)
}, 120_000)
