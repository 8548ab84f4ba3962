// What must hold in a simulation of payments: at every moment, and at its end.
import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import { DAY } from '../../src/platform/rules/base/calendar.ts'
import { layOut } from '../../src/money/rules/grants.ts'
import { PLANS } from '../../src/platform/rules/access/plans.ts'
import { ledgerOf } from '../../src/money/server/ledger/grant.ts'
import { ledgerFaults } from '../../src/money/server/payments/check-ledger.ts'
import { rowsOf } from '../support/database.ts'
import type { ModelTransaction } from '../support/paystack-model.ts'
import type { PaymentWorld } from './payment-world.ts'

/** Checks the invariants that hold at every moment. */
export async function checkInvariants(world: PaymentWorld, when: string): Promise<void> {
  const { db } = world.server.services
  assert.deepEqual(await ledgerFaults(db), [], when)
  const sums = await rowsOf(
    world.server,
    sql`select g.plan, count(*)::int as grants, sum(p.kobo)::int as kobo from grants g
        join payments p on p.reference = g.payment_id
        where not exists (select from reversals r where r.grant_id = g.id) group by g.plan`,
  )
  for (const { plan, grants, kobo } of sums)
    assert.equal(kobo, grants * PLANS[plan as 'basic' | 'pro'].kobo, when)
  const [settled] = await rowsOf(
    world.server,
    sql`select coalesce(sum(kobo), 0)::int as kobo from payments where state = 'settled'`,
  )
  assert.equal(
    settled!.kobo,
    sums.reduce((sum, { kobo }) => sum + kobo, 0),
    when,
  )
  const odd = sql`select 1 from grants where kind <> 'payment' and (payment_id is not null or reason is null)`
  assert.deepEqual(await rowsOf(world.server, odd), [], when)
  for (const { uid } of world.people) await checkPeriods(world, uid, when)
  // A grant is reversed only if its money was once returned in full.
  const reversed = await rowsOf(
    world.server,
    sql`select payment_id as reference from reversals r join grants g on g.id = r.grant_id`,
  )
  for (const { reference } of reversed)
    assert.ok(world.paystack.everReturned.has(reference as string), `${when}: ${reference} was reversed`)
  // A grant exists only for a correct payment.
  const granted = await rowsOf(
    world.server,
    sql`select payment_id as reference from grants where kind = 'payment'`,
  )
  for (const { reference } of granted) {
    const { paidAt, currency, domain } = world.paystack.transactions.get(reference)!
    assert.ok(
      paidAt !== null && currency === 'NGN' && domain === 'test',
      `${when}: ${reference} was never paid`,
    )
  }
}

/** The stored periods equal the ledger's layout, do not overlap, and none is shorter than its grant. */
async function checkPeriods(world: PaymentWorld, uid: string, when: string): Promise<void> {
  const { grants, reversals } = await ledgerOf(world.server.services.db, uid)
  const laid = layOut(grants, reversals)
  const stored = await rowsOf(
    world.server,
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

/** More about a payment, for the message of a failure. */
function historyOf(world: PaymentWorld, wanted: string) {
  const of = ({ reference }: { reference: string }) => reference === wanted
  const lost = [...world.lost].filter((sent) => sent.endsWith(wanted))
  return { refunds: world.paystack.refunds.filter(of), disputes: world.paystack.disputes.filter(of), lost }
}

/** Paystack's final states and the ledger agree. */
export async function compareWithPaystack(world: PaymentWorld): Promise<void> {
  const rows = await rowsOf(world.server, sql`select reference, state, kobo from payments`)
  const states = new Map(rows.map((row) => [row.reference as string, row]))
  const open = await rowsOf(world.server, sql`select reference, kind from alarms where closed_at is null`)
  const hasAlarm = (wanted: string, of: string) =>
    open.some(({ reference, kind }) => reference === of && kind === wanted)
  for (const transaction of world.paystack.transactions.values()) {
    const { reference } = transaction
    if (world.foreign.has(reference)) {
      const isNew = transaction.createdAt > world.now() - 7 * DAY
      assert.ok(!isNew || hasAlarm('unreadable', reference), `${reference} was not reported`)
      continue
    }
    const { state, kobo } = states.get(reference)!
    const { status } = transaction
    assert.ok(
      expectedStates(world, transaction, kobo).includes(state),
      `${reference}: ${status} at Paystack, ${state} here, ${JSON.stringify([transaction, historyOf(world, reference)])}`,
    )
    // A reversal without a full return is left to staff.
    const isUnclear = status === 'reversed' && state !== 'settled' && !world.paystack.hasReturned(reference)
    assert.ok(
      !isUnclear || hasAlarm('reversed-unclear', reference),
      `${reference}: reversed, ${state} and without an alarm, ${JSON.stringify(historyOf(world, reference))}`,
    )
  }
  const [last] = await rowsOf(
    world.server,
    sql`select finished_at from comparisons order by day desc limit 1`,
  )
  assert.ok(last!.finished_at, 'the last comparison did not finish')
}

/** @param kobo the price */
function expectedStates(world: PaymentWorld, transaction: ModelTransaction, kobo: number): string[] {
  const { reference, status, amount, currency, domain, paidAt } = transaction
  if (paidAt === null) return ['open', 'lapsed']
  if (world.paystack.hasReturned(reference)) return ['reversed']
  const isRight = amount === kobo && currency === 'NGN' && domain === 'test'
  if (status === 'success') return [isRight ? 'settled' : 'review']
  // Reversed by name, but the money was kept: a grant stays, and none is added.
  const kept = isRight ? ['settled'] : ['review']
  return world.paystack.everReturned.has(reference)
    ? [...kept, 'open', 'lapsed', 'reversed']
    : [...kept, 'open', 'lapsed']
}
