// The steps of a simulation of payments: what players, staff, Paystack, time and faults do.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { DAY, MINUTE } from '../../src/platform/rules/base/calendar.ts'
import { FAULTS, MOMENTS } from '../support/paystack-model.ts'
import type { PaymentWorld } from './payment-world.ts'

/** Faults with an immediate answer. The silent ones would make a run last for hours. */
const QUICK_FAULTS = FAULTS.filter((fault) => fault !== 'silent' && fault !== 'drip' && fault !== 'huge')

type Step = readonly [name: string, weight: number, act: (world: PaymentWorld) => unknown]

/** What a simulation may do next, by weight. */
export const PAYMENT_STEPS: readonly Step[] = [
  ['open', 16, open],
  ['pay', 16, pay],
  ['deliver', 18, deliver],
  ['deliver several at once', 4, deliverSeveral],
  ['lose a webhook', 3, lose],
  ['confirm', 10, confirm],
  ['jobs', 12, (world) => world.jobs()],
  ['sweep', 6, (world) => world.sweep()],
  ['minutes', 8, (world) => world.pass(1 + world.from.below(90), MINUTE)],
  ['days', 2, (world) => world.pass(1 + world.from.below(6), DAY)],
  ['refund by staff', 3, refundByStaff],
  ['refund at Paystack', 3, refundAtPaystack],
  ['dispute', 4, dispute],
  ['decide refunds', 4, decideRefunds],
  ['change what reversed means', 2, changeReversed],
  ['unreadable row', 1, unreadableRow],
  ['gift', 1, gift],
  ['fault', 4, faults],
  ['crash', 1, crash],
]

async function open(world: PaymentWorld): Promise<void> {
  const plan = world.from.below(3) ? 'pro' : 'basic'
  const person = world.anyPerson()
  const clicks = world.from.below(5) ? 1 : 3
  await Promise.all(
    Array.from({ length: clicks }, () => world.ask(person, '/api/initializeTransaction', { plan })),
  )
}

async function pay(world: PaymentWorld): Promise<void> {
  const found = world.some(({ status }) => status !== 'success' && status !== 'reversed')
  if (!found) return
  const kind = world.from.below(12)
  if (kind === 0) found.status = 'failed'
  else if (kind === 1) found.status = 'pending'
  else {
    const odd =
      kind === 2
        ? world.from.pick([{ amount: found.amount - 1 }, { currency: 'GHS' }, { domain: 'live' }])
        : {}
    world.paystack.pay(found.reference, odd)
    world.send('charge.success', found.reference)
  }
}

async function deliver(world: PaymentWorld): Promise<void> {
  if (world.inFlight.length === 0) return
  const index = world.from.below(world.inFlight.length)
  const sent = world.inFlight[index]!
  const status = await world.put(sent)
  // One in three is delivered again.
  if (status === 200 && world.from.below(3)) world.inFlight.splice(index, 1)
}

async function deliverSeveral(world: PaymentWorld): Promise<void> {
  if (world.inFlight.length === 0) return
  await Promise.all(Array.from({ length: 8 }, () => world.put(world.from.pick(world.inFlight))))
}

function lose(world: PaymentWorld): void {
  const [gone] = world.inFlight.splice(world.from.below(Math.max(1, world.inFlight.length)), 1)
  if (gone) world.lost.add(`${gone.event} ${gone.reference}`)
}

async function confirm(world: PaymentWorld): Promise<void> {
  const found = world.some(() => true)
  if (!found) return
  const { userId } = found.metadata as { userId: string }
  const payer = world.people.find(({ uid }) => uid === userId)!
  const path = `/api/payments/${found.reference}/confirm`
  await Promise.all(Array.from({ length: 1 + world.from.below(3) }, () => world.ask(payer, path)))
  const other = world.people.find(({ uid }) => uid !== userId)!
  assert.equal((await world.ask(other, path)).status, 403)
}

async function refundByStaff(world: PaymentWorld): Promise<void> {
  const found = world.some(({ paidAt }) => paidAt !== null)
  if (found)
    await world.ask('admin', `/api/admin/payments/${found.reference}/refund`, { reason: 'Asked for it' })
}

function refundAtPaystack(world: PaymentWorld): void {
  const found = world.some(({ paidAt }) => paidAt !== null)
  if (!found) return
  const gone = world.paystack.refunds.filter(
    (refund) => refund.reference === found.reference && refund.status !== 'failed',
  )
  const left = found.amount - gone.reduce((sum, { amount }) => sum + amount, 0)
  if (left <= 0) return
  const amount = world.from.below(2) ? left : Math.max(1, Math.floor(left / 3))
  const status = world.from.pick(['pending', 'processed'])
  world.paystack.refund(found.reference, amount, status)
  world.send(`refund.${status}`, found.reference)
}

/** Pending refunds end as processed or failed. Now and then a bank returns a processed one. */
function decideRefunds(world: PaymentWorld): void {
  for (const refund of world.paystack.refunds) {
    const isPending = refund.status === 'pending' && world.from.below(2) === 0
    const comesBack = refund.status === 'processed' && world.from.below(12) === 0
    if (!isPending && !comesBack) continue
    const end = comesBack || world.from.below(4) === 0 ? 'failed' : 'processed'
    world.paystack.finishRefund(refund, end)
    world.send(`refund.${end}`, refund.reference)
  }
}

function dispute(world: PaymentWorld): void {
  // Banks accept disputes for about four months.
  const found = world.some(({ paidAt }) => paidAt !== null && world.now() - paidAt < 120 * DAY)
  if (!found) return
  const { reference } = found
  const dispute = world.paystack.disputes.find((one) => one.reference === reference)
  // Few decisions are appealed.
  if (dispute?.status === 'resolved' && world.from.below(4)) return
  if (!dispute) {
    world.paystack.dispute(reference)
    world.send('charge.dispute.create', reference)
  }
  if (world.from.below(2)) return
  const resolution = world.from.pick(['merchant-accepted', 'declined'] as const)
  world.paystack.resolveDispute(reference, resolution)
  world.send('charge.dispute.resolve', reference, { status: 'resolved', resolution })
}

/** Paystack does not document when a transaction becomes reversed, so the simulation tries every moment. */
function changeReversed(world: PaymentWorld): void {
  const { reversedAt } = world.paystack
  const moment = world.from.pick(MOMENTS)
  if (!reversedAt.delete(moment)) reversedAt.add(moment)
}

/** A transaction that the server did not open, with an unreadable field. */
function unreadableRow(world: PaymentWorld): void {
  const odd = world.from.pick([{ amount: 0.5 }, { currency: null as unknown as string }])
  const reference = `odd${world.paystack.transactions.size}`
  world.paystack.add(reference, { status: 'success', paidAt: world.now(), metadata: null, ...odd })
  world.foreign.add(reference)
}

async function gift(world: PaymentWorld): Promise<void> {
  const grant = { plan: 'pro', length: { days: 1 + world.from.below(5) }, reason: 'A gift' }
  await world.ask('admin', `/api/admin/users/${world.anyPerson().uid}/grants`, grant)
}

function faults(world: PaymentWorld): void {
  const kind = world.from.below(3)
  if (kind === 0) world.paystack.fault = world.from.pick(QUICK_FAULTS)
  else if (kind === 1) world.paystack.fault = null
  else world.paystack.faults.push(null, world.from.pick(QUICK_FAULTS))
}

/** Breaks every database connection during requests, then replaces the server. */
async function crash(world: PaymentWorld): Promise<void> {
  world.paystack.latency = world.from.below(30)
  const busy = [
    open(world),
    deliverSeveral(world),
    confirm(world),
    // The jobs' work without their queue, whose recovery is not simulated here.
    world.follow(),
    world.follow(),
  ].map((work) => work.catch(() => undefined))
  await sleep(world.from.below(40))
  await world.server.services.db
    .execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    .catch(() => undefined)
  await Promise.all(busy)
  world.paystack.latency = 0
  await world.server.stop().catch(() => undefined)
  await world.startServer()
  // Unlock the dead process's jobs. The sweep would do it after minutes of real time.
  await world.server.services.db.execute(sql`
    select graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker.jobs where locked_by is not null))`)
  await world.signInAgain()
}
