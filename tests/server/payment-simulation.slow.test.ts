// `npm run test:long` takes 10,000 steps.
import { expect, inject, test } from 'vitest'
import { simulatePayments } from '../long/simulate-payments.ts'
import { newDatabase } from '../support/postgres.ts'
import { TEST_SEED } from '../support/seed.ts'

test('after a hundred random steps of payments, refunds, faults and crashes the ledger adds up', async () => {
  const { address, drop } = await newDatabase(inject('postgres'))
  try {
    const done = await simulatePayments(address, TEST_SEED, 100)
    expect(done.pay, `seed ${TEST_SEED}`).toBeGreaterThan(0)
  } finally {
    await drop()
  }
}, 300_000)
