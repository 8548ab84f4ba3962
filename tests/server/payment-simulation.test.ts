import { expect, inject, test } from 'vitest'
import { simulatePayments } from '../long/simulate-payments.ts'
import { newDatabase } from '../support/postgres.ts'

test('after a few hundred random steps of payments, refunds, faults and crashes the ledger adds up', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const { address, drop } = await newDatabase(inject('postgres'))
  try {
    const done = await simulatePayments(address, seed, 300)
    expect(done.pay, `seed ${seed}`).toBeGreaterThan(0)
  } finally {
    await drop()
  }
}, 300_000)
