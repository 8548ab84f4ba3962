import { present } from '../../../platform/rules/base/lists.ts'
import type { Context } from '../../../platform/server/audit/context.ts'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gt, ne } from 'drizzle-orm'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import {
  nextCheck,
  nextOpening,
  OPENINGS_WINDOW_MS,
  PAYMENT_REUSE_MS,
  CANCELLED,
} from '../../rules/payments.ts'
import { outcomeOf } from '../../rules/payment-outcomes.ts'
import type { PaidPlan } from '../../../platform/rules/access/plans.ts'
import { formatDuration } from '../../../platform/rules/base/calendar.ts'
import { cameFrom } from '../../../platform/rules/site/destinations.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { requireOpenPayments } from '../restores.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { lockLedger } from '../ledger/grant.ts'
import { payments } from '../tables/payments.ts'
import { recordPaymentEvent } from './payment-events.ts'
import { PaystackUnavailable, PaystackRefused, requirePaystack } from '../paystack/client.ts'
import { type Payment, settlePayment, wasRecentlyVerified } from './settle-payment.ts'

interface Buyer {
  uid: string
  email: string
}

/** A plan and its price now, which the payment keeps. */
interface Order {
  plan: PaidPlan
  kobo: number
  /** The public page from which the payer came. */
  back: string | null
}

type CheckoutServices = Pick<Services, 'clock' | 'paystack' | 'settings' | 'log'>

interface Checkout {
  reference: string
  accessCode: string
  authorizationUrl: string
  kobo: number
}

/** Milliseconds between two reads of a payment that another request is opening. */
const POLL_INTERVAL_MS = 100

const UNAVAILABLE =
  'The payment service does not answer. You have not been charged. Please try again in a moment.'

/**
 * Opens a payment, or reuses the one that the buyer has open for this plan. Two tabs, two devices and repeated clicks then
 * share one payment, so the buyer is not charged twice.
 *
 * @throws Refusal conflict if the open payment turns out to be paid, too-many after {@link BILLING_LIMITS.openings} openings
 * within an hour, unavailable if Paystack cannot be reached or payments are closed after a restore
 */
export async function startPayment(
  { db, now }: Pick<Context, 'db' | 'now'>,
  buyer: Buyer,
  order: Order,
  services: CheckoutServices,
): Promise<Checkout> {
  await requireOpenPayments(db)
  const deadline = performance.now() + BILLING_LIMITS.openingMs
  for (let at = now; performance.now() < deadline; at = await services.clock.now(db)) {
    const current = await currentPayment(db, buyer.uid, order.plan)
    if (!current) {
      const opened = await openPayment({ db, now: at }, buyer, order, services)
      if (opened) return opened
    } else if (await canReuse({ db, now: at }, current, order, services)) {
      const { reference, accessCode, authorizationUrl, kobo } = current
      if (accessCode !== null)
        return { reference, accessCode, authorizationUrl: present(authorizationUrl), kobo }
      await sleep(POLL_INTERVAL_MS)
    } else {
      await unsetCurrent(db, current.reference)
    }
  }
  throw new Refusal('unavailable', UNAVAILABLE, { headers: { 'retry-after': '5' } })
}

async function currentPayment(db: Db, userId: string, plan: PaidPlan): Promise<Payment | undefined> {
  const isCurrent = and(eq(payments.userId, userId), eq(payments.plan, plan), eq(payments.current, true))
  const [found] = await db.select().from(payments).where(isCurrent)
  return found
}

/**
 * Whether an open payment can still be paid. Settles it if Paystack has the money.
 * @throws Refusal conflict if it is paid
 */
async function canReuse(
  { db, now }: Pick<Context, 'db' | 'now'>,
  payment: Payment,
  { kobo }: Order,
  services: CheckoutServices,
): Promise<boolean> {
  const age = now - payment.createdAt.getTime()
  if (payment.accessCode === null) return age < BILLING_LIMITS.openingMs
  const hasSameTerms = payment.kobo === kobo && payment.mode === requirePaystack(services).mode
  const outcome = outcomeOf(
    wasRecentlyVerified(payment, now) ? payment : await verifyAgain(db, payment, services),
  )
  if (outcome === 'active') {
    throw new Refusal(
      'conflict',
      'Your payment has already arrived, and your plan is active. You were charged once.',
    )
  }
  return outcome === 'pending' && hasSameTerms && age < PAYMENT_REUSE_MS
}

/** The payment after asking Paystack; unchanged if Paystack is unavailable. */
async function verifyAgain(db: Db, payment: Payment, services: CheckoutServices): Promise<Payment> {
  try {
    return present(await settlePayment({ db, ...services }, payment.reference, 'checkout'))
  } catch (error) {
    if (error instanceof PaystackUnavailable || error instanceof PaystackRefused) return payment
    throw error
  }
}

/**
 * Stores a payment, then opens it at Paystack; null if another request has just opened one.
 * @throws Refusal too-many, unavailable
 */
async function openPayment(
  { db, now }: Pick<Context, 'db' | 'now'>,
  buyer: Buyer,
  { plan, kobo, back }: Order,
  services: CheckoutServices,
): Promise<Checkout | null> {
  const paystack = requirePaystack(services)
  const reference = newReference()
  const isStored = await db.transaction(async (tx) => {
    // The lock serializes the buyer's requests, so each counts the others' openings.
    await lockLedger(tx, buyer.uid)
    const rows = await tx
      .insert(payments)
      .values({
        reference,
        userId: buyer.uid,
        plan,
        kobo,
        mode: paystack.mode,
        createdAt: new Date(now),
        nextCheckAt: new Date(present(nextCheck(now, now))),
      })
      .onConflictDoNothing()
      .returning({ reference: payments.reference })
    if (rows.length === 0) return false
    await refuseTooMany(tx, now, buyer.uid, reference)
    await recordPaymentEvent({ tx, now, reference, source: 'checkout' }, 'opened', { plan, kobo })
    return true
  })
  if (!isStored) return null

  const page = services.settings.appUrl + PATHS.paymentChannel
  const callbackUrl = back ? cameFrom(page, back) : page
  try {
    const opened = await paystack.initialize({
      reference,
      email: buyer.email,
      kobo,
      userId: buyer.uid,
      plan,
      callbackUrl,
      cancelUrl: `${callbackUrl}${back ? '&' : '?'}${CANCELLED}=${reference}`,
    })
    await db.update(payments).set(opened).where(eq(payments.reference, reference))
    return { reference, kobo, ...opened }
  } catch (error) {
    return recordFailedOpening(db, reference, error, services)
  }
}

/**
 * Limits the openings of one buyer.
 * @param reference the payment that is being opened, which does not count
 * @throws Refusal too-many with Retry-After
 */
async function refuseTooMany(tx: Db, now: number, userId: string, reference: string): Promise<void> {
  const earlier = await tx
    .select({ at: payments.createdAt, accessCode: payments.accessCode })
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        gt(payments.createdAt, new Date(now - OPENINGS_WINDOW_MS)),
        ne(payments.reference, reference),
      ),
    )
  const opened = earlier.map(({ at, accessCode }) => ({ at: at.getTime(), hasFailed: accessCode === null }))
  const waitMs = nextOpening(opened, now) - now
  if (waitMs <= 0) return
  throw new Refusal(
    'too-many',
    `You have opened ${BILLING_LIMITS.openings} payments within an hour. Please try again in ${formatDuration(waitMs)}.`,
    { headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } },
  )
}

/**
 * Lapses a payment that Paystack did not open. The next click uses a new reference: Paystack may have opened this one and
 * lost its answer, and it never repeats an access code. Without that code the payment cannot be paid, so the reconciler
 * checks it only once.
 */
async function recordFailedOpening(
  db: Db,
  reference: string,
  error: unknown,
  { clock, log }: CheckoutServices,
): Promise<never> {
  if (!(error instanceof PaystackUnavailable || error instanceof PaystackRefused)) throw error
  await db
    .update(payments)
    .set({ state: 'lapsed', current: false })
    .where(and(eq(payments.reference, reference), eq(payments.state, 'open')))
  const look = { tx: db, now: await clock.now(db), reference, source: 'checkout' } as const
  await recordPaymentEvent(look, 'could not be opened', { because: error.message })
  if (error instanceof PaystackUnavailable) {
    log.warn({ reference, error }, 'Transaction init failed')
    throw new Refusal('unavailable', UNAVAILABLE, { headers: { 'retry-after': '5' } })
  }
  log.error({ reference, error }, 'Transaction init failed')
  throw new Refusal(
    'unavailable',
    'The payment could not be opened. You have not been charged. Please try again later.',
  )
}

/** Stops offering a payment to its buyer. */
async function unsetCurrent(db: Db, reference: string): Promise<void> {
  await db
    .update(payments)
    .set({ current: false })
    .where(and(eq(payments.reference, reference), eq(payments.current, true)))
}

/** 136 random bits in digits and lower-case letters. */
function newReference(): string {
  return BigInt(`0x${randomBytes(17).toString('hex')}`)
    .toString(36)
    .padStart(27, '0')
}
