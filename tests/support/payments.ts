import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { rowsOf } from './database.ts'
import type { ModelTransaction, PaystackModel } from './paystack-model.ts'
import { newPerson, type NewPerson } from './people.ts'
import type { TestServer } from './test-server.ts'

/** What the tests of payments do again and again, on one server with one model of Paystack. */
export function paymentsOf(server: () => TestServer, paystack: PaystackModel) {
  /** Opens a payment and returns its reference. */
  async function open({ visitor }: NewPerson, plan = 'pro'): Promise<string> {
    const { status, text, body } = await visitor.post('/api/initializeTransaction', { plan })
    if (status !== 200) throw new Error(text)
    return body.data.reference
  }
  /** Opens a payment, pays it and confirms it. */
  async function buy(
    person: NewPerson,
    plan = 'pro',
    changes: Partial<ModelTransaction> = {},
  ): Promise<string> {
    const reference = await open(person, plan)
    paystack.pay(reference, changes)
    await person.visitor.post(`/api/payments/${reference}/confirm`)
    return reference
  }
  return {
    open,
    buy,
    /** A new player with an open payment. */
    async opened(plan = 'pro') {
      const person = await newPerson(server())
      return { person, reference: await open(person, plan) }
    },
    /** A new player with a paid payment. */
    async bought(plan = 'pro', changes: Partial<ModelTransaction> = {}) {
      const person = await newPerson(server())
      return { person, reference: await buy(person, plan, changes) }
    },
    planOf: async ({ visitor }: NewPerson): Promise<string> =>
      (await visitor.get('/api/me')).body.subscription,
    stateOf: async (reference: string): Promise<string> =>
      (await server().rows`select state from payments where reference = ${reference}`)[0]!.state,
    /** The kinds of a payment's alarms, oldest first. */
    alarmsOf: (reference: string) =>
      kindsOf(sql`select kind from alarms where reference = ${reference} order by id`),
    /** The kinds of a payment's open alarms, oldest first. */
    openAlarmsOf: (reference: string) =>
      kindsOf(sql`select kind from alarms where reference = ${reference} and closed_at is null order by id`),
    async deliverWebhook(event: string, reference: string, more = {}): Promise<void> {
      expect(await paystack.deliver(server().url, paystack.eventOf(event, reference, more))).toBe(200)
      await server().runJobs()
    },
  }

  async function kindsOf(query: ReturnType<typeof sql>): Promise<string[]> {
    return (await rowsOf(server(), query)).map(({ kind }) => kind as string)
  }
}

/** Payments in the checkout of the stand-in for Paystack. */
export function checkoutOf(server: () => TestServer) {
  const sandbox = (path: string, method: string, body?: object) =>
    fetch(server().sandboxUrl + path, { method, ...(body && { body: JSON.stringify(body) }) })
  return {
    sandbox,
    /** The stand-in sends no webhooks and ends no refunds by itself, and has other faults of `mode`. */
    setMode: (mode: object = {}) =>
      sandbox('/paystack/mode', 'PUT', { refundAfter: null, webhooks: 'off', ...mode }),
    /** Opens a payment, pays it and confirms it. */
    async pay({ visitor }: Pick<NewPerson, 'visitor'>, plan = 'pro', action: object = CARD): Promise<string> {
      const { data } = (await visitor.post('/api/initializeTransaction', { plan })).body
      await sandbox(`/checkout/attempt/${data.access_code}`, 'POST', action)
      await visitor.post(`/api/payments/${data.reference}/confirm`)
      return data.reference
    },
  }
}
export const CARD = { action: 'pay', number: '4084084084084081' }
