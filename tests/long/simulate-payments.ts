// A seeded simulation of months of payments: players, staff, Paystack and its webhooks (late, duplicate, out of order,
// lost), faults, a clock that jumps, and a server that dies at any moment. Every few steps the ledger's invariants must
// hold. At the end no player has lost a kobo or received a day that was not paid.
//   node tests/long/simulate-payments.ts [seed] [steps]
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { layOut } from '../../src/domain/grants.ts'
import { PLANS } from '../../src/domain/plans.ts'
import { DEMO_PASSWORD } from '../../src/server/accounts/demo-accounts.ts'
import { ledgerFaults } from '../../src/server/billing/alarms/check-ledger.ts'
import { refreshPayment } from '../../src/server/billing/payments/refresh-payment.ts'
import { ledgerOf } from '../../src/server/billing/ledger/grant.ts'
import type { Address } from '../../src/server/db/connect.ts'
import { runDueJobs } from '../../src/server/jobs/run.ts'
import { type Running, startServer } from '../../src/server/server.ts'
import { rowsOf } from '../support/database.ts'
import { FAULTS, type ModelTransaction, MOMENTS, PaystackModel } from '../support/paystack-model.ts'
import { type NewPerson, newPerson, PASSWORD } from '../support/people.ts'
import { newDatabase, startPostgres } from '../support/postgres.ts'
import { type Random, random } from '../support/random.ts'
import { testSettings } from '../support/settings.ts'
import { type Answer, type TestServer, Visitor } from '../support/test-server.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const PEOPLE = 6
/** Faults with an immediate answer. The silent ones would make a run last for hours. */
const QUICK_FAULTS = FAULTS.filter((fault) => fault !== 'silent' && fault !== 'drip' && fault !== 'huge')

interface Sent {
  event: string
  reference: string
  more: Record<string, unknown>
}

/** The number of times that a run did each step. */
export type Done = Record<string, number>

class Simulation {
  readonly done: Done = {}
  private readonly from: Random
  private readonly address: Address
  private readonly paystack = new PaystackModel()
  private server!: Running
  private offset = 0
  private people: NewPerson[] = []
  private admin!: Visitor
  /** Webhooks that were sent but not delivered yet. */
  private readonly inFlight: Sent[] = []
  private readonly lost = new Set<string>()
  /** References of transactions that the server did not open. */
  private readonly foreign = new Set<string>()

  constructor(seed: number, address: Address) {
    this.from = random(seed)
    this.address = address
  }

  async run(steps: number): Promise<void> {
    await this.paystack.start()
    this.paystack.now = () => this.now()
    try {
      await this.startServer()
      const there = { ...this.server, anonymous: () => new Visitor(this.server.url) } as TestServer
      for (let i = 0; i < PEOPLE; i++) this.people.push(await newPerson(there))
      await this.signInAgain()
      for (let step = 0; step < steps; step++) {
        await this.step(step)
        if (step % 25 === 24) await this.checkInvariants(`step ${step}`)
      }
      await this.settleAll()
      await this.checkInvariants('the end')
      await this.compareWithPaystack()
    } finally {
      await this.server?.stop()
      await this.paystack.stop()
    }
  }

  private now = () => Date.now() + this.offset

  private async startServer(): Promise<void> {
    this.server = await startServer(testSettings(this.paystack.settings), {
      address: this.address,
      jobs: false,
      standIns: true,
    })
    this.server.services.clock.setOffset(this.offset)
  }

  /** Creates visitors for the restarted server's address and signs them in. */
  private async signInAgain(): Promise<void> {
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

  private readonly steps: [name: string, weight: number, act: () => Promise<unknown>][] = [
    ['open', 16, () => this.open()],
    ['pay', 16, () => this.pay()],
    ['deliver', 18, () => this.deliver()],
    ['deliver several at once', 4, () => this.deliverSeveral()],
    ['lose a webhook', 3, () => Promise.resolve(this.lose())],
    ['confirm', 10, () => this.confirm()],
    ['jobs', 12, () => this.jobs()],
    ['sweep', 6, () => this.sweep()],
    ['minutes', 8, () => Promise.resolve(this.pass(1 + this.from.below(90), MINUTE))],
    ['days', 2, () => Promise.resolve(this.pass(1 + this.from.below(6), DAY))],
    ['refund by staff', 3, () => this.refundByStaff()],
    ['refund at Paystack', 3, () => Promise.resolve(this.refundAtPaystack())],
    ['dispute', 4, () => Promise.resolve(this.dispute())],
    ['decide refunds', 4, () => Promise.resolve(this.decideRefunds())],
    ['change what reversed means', 2, () => Promise.resolve(this.changeReversed())],
    ['unreadable row', 1, () => Promise.resolve(this.unreadableRow())],
    ['gift', 1, () => this.gift()],
    ['fault', 4, () => Promise.resolve(this.faults())],
    ['crash', 1, () => this.crash()],
  ]

  private async step(step: number): Promise<void> {
    let left = this.from.below(this.steps.reduce((sum, [, weight]) => sum + weight, 0))
    const [name, , act] = this.steps.find(([, weight]) => (left -= weight) < 0)!
    this.done[name] = (this.done[name] ?? 0) + 1
    try {
      await act()
    } catch (error) {
      throw new Error(`Step ${step}: ${name}`, { cause: error })
    }
  }

  private anyPerson = () => this.from.pick(this.people)
  private some(wanted: (transaction: ModelTransaction) => boolean): ModelTransaction | null {
    const all = [...this.paystack.transactions.values()].filter(
      (transaction) => !this.foreign.has(transaction.reference) && wanted(transaction),
    )
    // Mostly one of the newest, which still change.
    return all.length === 0 ? null : this.from.pick(this.from.below(4) ? all.slice(-8) : all)
  }

  /** Posts a request. The answer must never be an unexpected error. */
  private async ask(person: NewPerson | 'admin', path: string, body?: unknown): Promise<Answer<any>> {
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

  private async open(): Promise<void> {
    const plan = this.from.below(3) ? 'pro' : 'basic'
    const person = this.anyPerson()
    const clicks = this.from.below(5) ? 1 : 3
    await Promise.all(
      Array.from({ length: clicks }, () => this.ask(person, '/api/initializeTransaction', { plan })),
    )
  }

  private async pay(): Promise<void> {
    const found = this.some(({ status }) => status !== 'success' && status !== 'reversed')
    if (!found) return
    const kind = this.from.below(12)
    if (kind === 0) found.status = 'failed'
    else if (kind === 1) found.status = 'pending'
    else {
      const odd =
        kind === 2
          ? this.from.pick([{ amount: found.amount - 1 }, { currency: 'GHS' }, { domain: 'live' }])
          : {}
      this.paystack.pay(found.reference, odd)
      this.send('charge.success', found.reference)
    }
  }

  private send(event: string, reference: string, more: Record<string, unknown> = {}): void {
    this.inFlight.push({ event, reference, more })
  }

  private async deliver(): Promise<void> {
    if (this.inFlight.length === 0) return
    const index = this.from.below(this.inFlight.length)
    const sent = this.inFlight[index]!
    const status = await this.put(sent)
    // One in three is delivered again.
    if (status === 200 && this.from.below(3)) this.inFlight.splice(index, 1)
  }

  private put({ event, reference, more }: Sent): Promise<number> {
    const body = this.paystack.eventOf(event, reference, more)
    return this.paystack.deliver(this.server.url, body).catch(() => 0)
  }

  private async deliverSeveral(): Promise<void> {
    if (this.inFlight.length === 0) return
    await Promise.all(Array.from({ length: 8 }, () => this.put(this.from.pick(this.inFlight))))
  }

  private lose(): void {
    const [gone] = this.inFlight.splice(this.from.below(Math.max(1, this.inFlight.length)), 1)
    if (gone) this.lost.add(`${gone.event} ${gone.reference}`)
  }

  private async confirm(): Promise<void> {
    const found = this.some(() => true)
    if (!found) return
    const { userId } = found.metadata as { userId: string }
    const payer = this.people.find(({ uid }) => uid === userId)!
    const path = `/api/payments/${found.reference}/confirm`
    await Promise.all(Array.from({ length: 1 + this.from.below(3) }, () => this.ask(payer, path)))
    const other = this.people.find(({ uid }) => uid !== userId)!
    assert.equal((await this.ask(other, path)).status, 403)
  }

  private async jobs(): Promise<void> {
    const { db } = this.server.services
    if (this.from.below(2))
      await db.execute(sql`update graphile_worker._private_jobs set run_at = created_at`)
    await runDueJobs(this.server.services, this.server.database)
  }

  private async sweep(): Promise<void> {
    await this.server.services.db.execute(sql`select graphile_worker.add_job('sweep')`)
    await runDueJobs(this.server.services, this.server.database)
  }

  private async follow(): Promise<void> {
    const found = this.some(() => true)
    if (found) await refreshPayment(this.server.services, found.reference)
  }

  private pass(count: number, unit: number): void {
    this.offset += count * unit
    this.server.services.clock.setOffset(this.offset)
  }

  private async refundByStaff(): Promise<void> {
    const found = this.some(({ paidAt }) => paidAt !== null)
    if (found)
      await this.ask('admin', `/api/admin/payments/${found.reference}/refund`, { reason: 'Asked for it' })
  }

  /** Pending refunds end as processed or failed. Now and then a bank returns a processed one. */
  private decideRefunds(): void {
    for (const refund of this.paystack.refunds) {
      const isPending = refund.status === 'pending' && this.from.below(2) === 0
      const comesBack = refund.status === 'processed' && this.from.below(12) === 0
      if (!isPending && !comesBack) continue
      const end = comesBack || this.from.below(4) === 0 ? 'failed' : 'processed'
      this.paystack.finishRefund(refund, end)
      this.send(`refund.${end}`, refund.reference)
    }
  }

  private refundAtPaystack(): void {
    const found = this.some(({ paidAt }) => paidAt !== null)
    if (!found) return
    const gone = this.paystack.refunds.filter(
      (refund) => refund.reference === found.reference && refund.status !== 'failed',
    )
    const left = found.amount - gone.reduce((sum, { amount }) => sum + amount, 0)
    if (left <= 0) return
    const amount = this.from.below(2) ? left : Math.max(1, Math.floor(left / 3))
    const status = this.from.pick(['pending', 'processed'])
    this.paystack.refund(found.reference, amount, status)
    this.send(`refund.${status}`, found.reference)
  }

  private dispute(): void {
    // Banks accept disputes for about four months.
    const found = this.some(({ paidAt }) => paidAt !== null && this.now() - paidAt < 120 * DAY)
    if (!found) return
    const { reference } = found
    const dispute = this.paystack.disputes.find((one) => one.reference === reference)
    // Few decisions are appealed.
    if (dispute?.status === 'resolved' && this.from.below(4)) return
    if (!dispute) {
      this.paystack.dispute(reference)
      this.send('charge.dispute.create', reference)
    }
    if (this.from.below(2)) return
    const resolution = this.from.pick(['merchant-accepted', 'declined'] as const)
    this.paystack.resolveDispute(reference, resolution)
    this.send('charge.dispute.resolve', reference, { status: 'resolved', resolution })
  }

  /** Paystack does not document when a transaction becomes reversed, so the simulation tries every moment. */
  private changeReversed(): void {
    const { reversedAt } = this.paystack
    const moment = this.from.pick(MOMENTS)
    if (!reversedAt.delete(moment)) reversedAt.add(moment)
  }

  /** A transaction that the server did not open, with an unreadable field. */
  private unreadableRow(): void {
    const odd = this.from.pick([{ amount: 0.5 }, { currency: null as unknown as string }])
    const reference = `odd${this.paystack.transactions.size}`
    this.paystack.add(reference, { status: 'success', paidAt: this.now(), metadata: null, ...odd })
    this.foreign.add(reference)
  }

  private async gift(): Promise<void> {
    const grant = { plan: 'pro', length: { days: 1 + this.from.below(5) }, reason: 'A gift' }
    await this.ask('admin', `/api/admin/users/${this.anyPerson().uid}/grants`, grant)
  }

  private faults(): void {
    const kind = this.from.below(3)
    if (kind === 0) this.paystack.fault = this.from.pick(QUICK_FAULTS)
    else if (kind === 1) this.paystack.fault = null
    else this.paystack.faults.push(null, this.from.pick(QUICK_FAULTS))
  }

  /** Breaks every database connection during requests, then replaces the server. */
  private async crash(): Promise<void> {
    this.paystack.latency = this.from.below(30)
    const busy = [
      this.open(),
      this.deliverSeveral(),
      this.confirm(),
      // The jobs' work without their queue, whose recovery is not simulated here.
      this.follow(),
      this.follow(),
    ].map((work) => work.catch(() => undefined))
    await sleep(this.from.below(40))
    await this.server.services.db
      .execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
      .catch(() => undefined)
    await Promise.all(busy)
    this.paystack.latency = 0
    await this.server.stop().catch(() => undefined)
    await this.startServer()
    // Unlock the dead process's jobs. The sweep would do it after minutes of real time.
    await this.server.services.db.execute(sql`
      select graphile_worker.force_unlock_workers(array(
        select locked_by from graphile_worker.jobs where locked_by is not null))`)
    await this.signInAgain()
  }

  /** Checks the invariants that hold at every moment. */
  private async checkInvariants(when: string): Promise<void> {
    const { db } = this.server.services
    assert.deepEqual(await ledgerFaults(db), [], when)
    const sums = await rowsOf(
      this.server,
      sql`select g.plan, count(*)::int as grants, sum(p.kobo)::int as kobo from grants g
          join payments p on p.reference = g.payment_id
          where not exists (select from reversals r where r.grant_id = g.id) group by g.plan`,
    )
    for (const { plan, grants, kobo } of sums)
      assert.equal(kobo, grants * PLANS[plan as 'basic' | 'pro'].kobo, when)
    const [settled] = await rowsOf(
      this.server,
      sql`select coalesce(sum(kobo), 0)::int as kobo from payments where state = 'settled'`,
    )
    assert.equal(
      settled!.kobo,
      sums.reduce((sum, { kobo }) => sum + kobo, 0),
      when,
    )
    const odd = sql`select 1 from grants where kind <> 'payment' and (payment_id is not null or reason is null)`
    assert.deepEqual(await rowsOf(this.server, odd), [], when)
    for (const { uid } of this.people) await this.checkPeriods(uid, when)
    // A grant is reversed only if its money was once returned in full.
    const reversed = await rowsOf(
      this.server,
      sql`select payment_id as reference from reversals r join grants g on g.id = r.grant_id`,
    )
    for (const { reference } of reversed)
      assert.ok(this.paystack.everReturned.has(reference as string), `${when}: ${reference} was reversed`)
    // A grant exists only for a correct payment.
    const granted = await rowsOf(
      this.server,
      sql`select payment_id as reference from grants where kind = 'payment'`,
    )
    for (const { reference } of granted) {
      const { paidAt, currency, domain } = this.paystack.transactions.get(reference)!
      assert.ok(
        paidAt !== null && currency === 'NGN' && domain === 'test',
        `${when}: ${reference} was never paid`,
      )
    }
  }

  /** The stored periods equal the ledger's layout, do not overlap, and none is shorter than its grant. */
  private async checkPeriods(uid: string, when: string): Promise<void> {
    const { grants, reversals } = await ledgerOf(this.server.services.db, uid)
    const laid = layOut(grants, reversals)
    const stored = await rowsOf(
      this.server,
      sql`select grant_id, plan, starts_at, ends_at from periods where user_id = ${uid} order by grant_id`,
    )
    const asLaid = stored.map(({ grant_id, plan, starts_at, ends_at }) => ({
      grantId: Number(grant_id),
      plan,
      startsAt: new Date(starts_at).getTime(),
      endsAt: new Date(ends_at).getTime(),
    }))
    assert.deepEqual(
      asLaid,
      laid.toSorted((a, b) => a.grantId - b.grantId),
      when,
    )
    for (const a of laid)
      for (const b of laid)
        assert.ok(a === b || a.plan !== b.plan || a.endsAt <= b.startsAt || b.endsAt <= a.startsAt, when)
    const taken = new Set(reversals.map(({ grantId }) => grantId))
    for (const { id, length } of grants) {
      if (taken.has(id)) continue
      const { startsAt, endsAt } = laid.find(({ grantId }) => grantId === id)!
      const least = 'days' in length ? length.days : length.months === 12 ? 365 : 28
      assert.ok(endsAt - startsAt >= least * DAY, `${when}: grant ${id} lost time`)
    }
  }

  /** Ends all faults, delivers the webhooks that were not lost, and runs the sweeps of nine days. */
  private async settleAll(): Promise<void> {
    this.paystack.fault = null
    this.paystack.faults.length = 0
    for (const sent of this.inFlight.splice(0)) assert.equal(await this.put(sent), 200)
    await this.server.services.db.execute(sql`update graphile_worker._private_jobs set run_at = created_at`)
    for (let day = 0; day < 9; day++) {
      await this.sweep()
      this.pass(1, DAY)
    }
    await this.sweep()
  }

  /** More about a payment, for the message of a failure. */
  private historyOf(wanted: string) {
    const of = ({ reference }: { reference: string }) => reference === wanted
    const lost = [...this.lost].filter((sent) => sent.endsWith(wanted))
    return { refunds: this.paystack.refunds.filter(of), disputes: this.paystack.disputes.filter(of), lost }
  }

  /** Paystack's final states and the ledger agree. */
  private async compareWithPaystack(): Promise<void> {
    const rows = await rowsOf(this.server, sql`select reference, state, kobo from payments`)
    const states = new Map(rows.map((row) => [row.reference as string, row]))
    const open = await rowsOf(this.server, sql`select reference, kind from alarms where closed_at is null`)
    const hasAlarm = (wanted: string, of: string) =>
      open.some(({ reference, kind }) => reference === of && kind === wanted)
    for (const transaction of this.paystack.transactions.values()) {
      const { reference } = transaction
      if (this.foreign.has(reference)) {
        const isNew = transaction.createdAt > this.now() - 7 * DAY
        assert.ok(!isNew || hasAlarm('unreadable', reference), `${reference} was not reported`)
        continue
      }
      const { state, kobo } = states.get(reference)!
      const { status } = transaction
      assert.ok(
        this.expectedStates(transaction, kobo).includes(state),
        `${reference}: ${status} at Paystack, ${state} here, ${JSON.stringify([transaction, this.historyOf(reference)])}`,
      )
      // A reversal without a full return is left to staff.
      const isUnclear = status === 'reversed' && state !== 'settled' && !this.paystack.hasReturned(reference)
      assert.ok(
        !isUnclear || hasAlarm('reversed-unclear', reference),
        `${reference}: reversed, ${state} and without an alarm, ${JSON.stringify(this.historyOf(reference))}`,
      )
    }
    const [last] = await rowsOf(
      this.server,
      sql`select finished_at from comparisons order by day desc limit 1`,
    )
    assert.ok(last!.finished_at, 'the last comparison did not finish')
  }

  /** @param kobo the price */
  private expectedStates(transaction: ModelTransaction, kobo: number): string[] {
    const { reference, status, amount, currency, domain, paidAt } = transaction
    if (paidAt === null) return ['open', 'lapsed']
    if (this.paystack.hasReturned(reference)) return ['reversed']
    const isRight = amount === kobo && currency === 'NGN' && domain === 'test'
    if (status === 'success') return [isRight ? 'settled' : 'review']
    // Reversed by name, but the money was kept: a grant stays, and none is added.
    const kept = isRight ? ['settled'] : ['review']
    return this.paystack.everReturned.has(reference)
      ? [...kept, 'open', 'lapsed', 'reversed']
      : [...kept, 'open', 'lapsed']
  }
}

/** @throws Error naming the seed, which repeats the same run */
export async function simulatePayments(address: Address, seed: number, steps: number): Promise<Done> {
  const simulation = new Simulation(seed, address)
  try {
    await simulation.run(steps)
    return simulation.done
  } catch (error) {
    throw new Error(`Simulation with seed ${seed}, ${steps} steps`, { cause: error })
  }
}

if (import.meta.main) {
  const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`seed ${seed}`)
  const postgres = await startPostgres()
  try {
    const { address } = await newDatabase(postgres)
    console.log(await simulatePayments(address, seed, Number(process.argv[3] ?? 10_000)))
  } finally {
    await postgres.stop()
  }
}
