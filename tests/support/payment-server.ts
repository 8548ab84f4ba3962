// A server with a model of Paystack, and what the tests of settled and reversed payments do on it.
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { ledgerFaults } from '../../src/money/server/payments/check-ledger.ts'
import { paymentsOf } from './payments.ts'
import { type Moment, startPaystack } from './paystack-model.ts'
import { testServer, type Visitor } from './test-server.ts'

/** Starts the server and the model for a test file. After each test the ledger must be consistent (PAY-11). */
export async function paymentServer() {
  const paystack = await startPaystack()
  const server = testServer({ settings: paystack.settings, standIns: true })
  const payments = paymentsOf(server, paystack)
  let admin: Visitor
  let offset = 0

  /** Sets the clock of the server and of Paystack. @param milliseconds from the real time */
  function later(milliseconds: number): void {
    offset = milliseconds
    server().services.clock.setOffset(offset)
  }

  beforeAll(async () => {
    admin = await server().as('admin')
    paystack.now = () => Date.now() + offset
  })
  afterEach(async () => {
    later(0)
    paystack.fault = null
    paystack.faults.length = 0
    paystack.reversedAt.clear()
    expect(await ledgerFaults(server().services.db)).toEqual([])
  })
  afterAll(() => paystack.stop())

  return {
    ...payments,
    paystack,
    server,
    later,
    admin: () => admin,
    /** For a clock that is later than the end of the admin's session. */
    async logInAdmin(): Promise<void> {
      admin = await server().as('admin')
    },
    confirm: (visitor: Visitor, reference: string) => visitor.post(`/api/payments/${reference}/confirm`),
    /** Staff ask Paystack again. */
    recheck: (reference: string) => admin.post(`/api/admin/payments/${reference}/check`),
    /** When Paystack says `reversed`, until the end of the test. */
    reverseAt(...moments: Moment[]): void {
      for (const moment of moments) paystack.reversedAt.add(moment)
    },
    /** The open alarms of a payment after a sweep, which closes the solved ones. */
    async openAlarms(reference: string): Promise<string[]> {
      await server().sweep()
      return payments.openAlarmsOf(reference)
    },
    paymentOf: async (reference: string) =>
      (await server().rows`select * from payments where reference = ${reference}`)[0]!,
    /** The grants of a payment, oldest first. */
    grantsOf: (reference: string) =>
      server()
        .rows`select id::int, months, days, replaces::int from grants where payment_id = ${reference} order by id`,
    grantsTo: (uid: string) => server().rows`select * from grants where user_id = ${uid} order by id`,
  }
}

/** The fields of a webhook about a decided dispute. */
export const resolved = (resolution: string) => ({ status: 'resolved', resolution })
