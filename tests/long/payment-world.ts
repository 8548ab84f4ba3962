// Players, staff, Paystack and a server that can be replaced at any moment, under one clock that only the simulation moves.
import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import { DEMO_PASSWORD } from '../../src/app/server/demo-accounts.ts'
import { refreshPayment } from '../../src/money/server/payments/refresh-payment.ts'
import type { Address } from '../../src/platform/server/db/connect.ts'
import { runDueJobs } from '../../src/app/server/jobs/run.ts'
import { type Running, startServer } from '../../src/app/server/server.ts'
import { type ModelTransaction, PaystackModel } from '../support/paystack-model.ts'
import { type NewPerson, newPerson, PASSWORD } from '../support/people.ts'
import { type Random, random } from '../support/random.ts'
import { testSettings } from '../support/settings.ts'
import { type Answer, LONGEST_WAIT_MS, type TestServer, Visitor } from '../support/test-server.ts'

const PEOPLE = 6

interface Sent {
  event: string
  reference: string
  more: Record<string, unknown>
}

export class PaymentWorld {
  readonly from: Random
  readonly paystack = new PaystackModel()
  server!: Running
  people: NewPerson[] = []
  /** Webhooks that were sent but not delivered yet. */
  readonly inFlight: Sent[] = []
  readonly lost = new Set<string>()
  /** References of transactions that the server did not open. */
  readonly foreign = new Set<string>()
  private admin!: Visitor
  private readonly address: Address
  private offset = 0

  /** @param seed of every choice */
  constructor(seed: number, address: Address) {
    this.from = random(seed)
    this.address = address
  }

  async start(): Promise<void> {
    await this.paystack.start()
    this.paystack.now = () => this.now()
    await this.startServer()
    const there = { ...this.server, anonymous: () => new Visitor(this.server.url) } as TestServer
    for (let i = 0; i < PEOPLE; i++) this.people.push(await newPerson(there))
    await this.signInAgain()
  }

  async stop(): Promise<void> {
    await this.server?.stop()
    await this.paystack.stop()
  }

  now = () => Date.now() + this.offset

  async startServer(): Promise<void> {
    this.server = await startServer(testSettings(this.paystack.settings), {
      address: this.address,
      jobs: false,
      standIns: true,
      longestWaitMs: LONGEST_WAIT_MS,
    })
    this.server.services.clock.setOffset(this.offset)
  }

  /** Creates visitors for the restarted server's address and signs them in. */
  async signInAgain(): Promise<void> {
    this.admin = new Visitor(this.server.url)
    await this.admin.post('/api/auth/sign-in/email', { email: 'admin@lotto.test', password: DEMO_PASSWORD })
    this.people = await Promise.all(
      this.people.map(async (person) => {
        const visitor = new Visitor(this.server.url)
        await visitor.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD })
        return { ...person, visitor }
      }),
    )
  }

  /** Any player. */
  anyPerson = () => this.from.pick(this.people)

  /** A transaction that the server opened and that fits; null if there is none. */
  some(wanted: (transaction: ModelTransaction) => boolean): ModelTransaction | null {
    const all = [...this.paystack.transactions.values()].filter(
      (transaction) => !this.foreign.has(transaction.reference) && wanted(transaction),
    )
    // Mostly one of the newest, which still change.
    return all.length === 0 ? null : this.from.pick(this.from.below(4) ? all.slice(-8) : all)
  }

  /** Posts a request. The answer must never be an unexpected error. */
  async ask(person: NewPerson | 'admin', path: string, body?: unknown): Promise<Answer<any>> {
    const visitor = () =>
      person === 'admin' ? this.admin : this.people.find(({ uid }) => uid === person.uid)!.visitor
    let answer = await visitor().post(path, body)
    if (answer.status === 401) {
      await this.signInAgain()
      answer = await visitor().post(path, body)
    }
    assert.ok(answer.status < 500 || answer.status === 503, `${path}: ${answer.status} ${answer.text}`)
    return answer
  }

  /** Paystack sends a webhook, which is delivered later. */
  send(event: string, reference: string, more: Record<string, unknown> = {}): void {
    this.inFlight.push({ event, reference, more })
  }

  /** Delivers a webhook. @returns the status; 0 if the server could not be reached */
  put({ event, reference, more }: Sent): Promise<number> {
    const body = this.paystack.eventOf(event, reference, more)
    return this.paystack.deliver(this.server.url, body).catch(() => 0)
  }

  /** Runs the due jobs, and sometimes those that wait for another try. */
  async jobs(): Promise<void> {
    const { db } = this.server.services
    if (this.from.below(2))
      await db.execute(sql`update graphile_worker._private_jobs set run_at = created_at`)
    await runDueJobs(this.server.services, this.server.database)
  }

  /** Runs the minute's sweep and the jobs that it adds. */
  async sweep(): Promise<void> {
    await this.server.services.db.execute(sql`select graphile_worker.add_job('sweep')`)
    await runDueJobs(this.server.services, this.server.database)
  }

  /** The work of a payment's job, without the queue. */
  async follow(): Promise<void> {
    const found = this.some(() => true)
    if (found) await refreshPayment(this.server.services, found.reference)
  }

  /** Moves the clock of the server and of Paystack. @param unit milliseconds */
  pass(count: number, unit: number): void {
    this.offset += count * unit
    this.server.services.clock.setOffset(this.offset)
  }
}
