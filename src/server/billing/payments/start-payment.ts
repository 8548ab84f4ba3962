import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gt, ne } from 'drizzle-orm'
import { LIMITS } from '../../../domain/limits.ts'
import { nextCheck, nextOpening, OPENINGS_WITHIN, outcomeOf, REUSE } from '../../../domain/payments.ts'
import { type PaidPlan, PLANS } from '../../../domain/plans.ts'
import { formatDuration } from '../../../domain/calendar.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Log } from '../../base/log.ts'
import type { Services } from '../../api/services.ts'
import { lockLedger } from '../ledger/grant.ts'
import { payments } from '../../tables/payments.ts'
import { recordPaymentEvent } from './payment-events.ts'
import { requirePaystack } from '../paystack/require-paystack.ts'
import { PaystackUnavailable, PaystackRefused } from '../paystack/client.ts'
import { type Payment, settlePayment, wasJustVerified } from './settle-payment.ts'

interface Buyer {
  uid: string
  email: string
}

export interface Checkout {
  reference: string
  accessCode: string
  authorizationUrl: string
  kobo: number
}

/** How long the opening of a payment can take: longer, and whoever was doing it is gone. */
const OPENING_TIMEOUT_MS = 15_000
const POLL_INTERVAL_MS = 100

const UNAVAILABLE =
  'The payment service does not answer. You have not been charged. Please try again in a moment.'

/**
 * Opens a payment, or takes up the one that this person has open for this plan: two tabs, two devices and impatient
 * fingers all land in the same one, so that nobody is charged twice.
 *
 * @throws Refusal conflict when the open one turns out to be paid, too-many after {@link LIMITS.paymentOpenings} openings
 * within an hour, unavailable when Paystack cannot be reached
 */
export async function startPayment(
  services: Services,
  log: Log,
  buyer: Buyer,
  plan: PaidPlan,
): Promise<Checkout> {
  const deadline = performance.now() + OPENING_TIMEOUT_MS
  while (performance.now() < deadline) {
    const found = await currentPayment(services, buyer.uid, plan)
    if (!found) {
      const made = await openPayment(services, log, buyer, plan)
      if (made) return made
    } else if (await canReuse(services, found)) {
      const { reference, accessCode, authorizationUrl, kobo } = found
      if (accessCode !== null) return { reference, accessCode, authorizationUrl: authorizationUrl!, kobo }
      await sleep(POLL_INTERVAL_MS)
    } else {
      await unsetCurrent(services, found.reference)
    }
  }
  throw new Refusal('unavailable', UNAVAILABLE, { headers: { 'retry-after': '5' } })
}

async function currentPayment(
  { db }: Services,
  userId: string,
  plan: PaidPlan,
): Promise<Payment | undefined> {
  const mine = and(eq(payments.userId, userId), eq(payments.plan, plan), eq(payments.current, true))
  const [found] = await db.select().from(payments).where(mine)
  return found
}

/** Whether an open payment can be paid still. One that has been paid meanwhile is settled on the way. */
async function canReuse(services: Services, payment: Payment): Promise<boolean> {
  const { db, clock } = services
  const now = await clock.now(db)
  const age = now - payment.createdAt.getTime()
  if (payment.accessCode === null) return age < OPENING_TIMEOUT_MS
  const same = payment.kobo === PLANS[payment.plan].kobo && payment.mode === requirePaystack(services).mode
  const outcome = outcomeOf(wasJustVerified(payment, now) ? payment : await refreshed(services, payment))
  if (outcome === 'active') {
    throw new Refusal(
      'conflict',
      'This payment has arrived already: your plan is active. You were charged once.',
    )
  }
  return outcome === 'pending' && same && age < REUSE
}

/** The payment after asking Paystack; as it was, where that does not answer. */
async function refreshed(services: Services, payment: Payment): Promise<Payment> {
  try {
    return (await settlePayment(services, payment.reference, 'checkout'))!
  } catch (error) {
    if (error instanceof PaystackUnavailable || error instanceof PaystackRefused) return payment
    throw error
  }
}

/**
 * Writes the payment down, then asks Paystack for it; null when another request has just opened one.
 * @throws Refusal too-many, unavailable
 */
async function openPayment(
  services: Services,
  log: Log,
  buyer: Buyer,
  plan: PaidPlan,
): Promise<Checkout | null> {
  const { db, clock, settings } = services
  const paystack = requirePaystack(services)
  const { kobo } = PLANS[plan]
  const reference = newReference()
  const now = await clock.now(db)
  const written = await db.transaction(async (tx) => {
    // Requests of one person wait for each other here, so each counts the others' openings.
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
        nextCheckAt: new Date(nextCheck(now, now)!),
      })
      .onConflictDoNothing()
      .returning({ reference: payments.reference })
    if (rows.length === 0) return false
    await refuseTooMany(tx, now, buyer.uid, reference)
    await recordPaymentEvent(tx, now, reference, 'checkout', 'opened', { plan, kobo })
    return true
  })
  if (!written) return null

  const callbackUrl = `${settings.appUrl}/dashboard/payment-channel`
  try {
    const opened = await paystack.initialize({
      reference,
      email: buyer.email,
      kobo,
      userId: buyer.uid,
      plan,
      callbackUrl,
    })
    await db.update(payments).set(opened).where(eq(payments.reference, reference))
    return { reference, kobo, ...opened }
  } catch (error) {
    return recordFailedOpening(services, log, reference, error)
  }
}

/**
 * @param reference of the payment that is being opened
 * @throws Refusal too-many with Retry-After
 */
async function refuseTooMany(tx: Db, now: number, userId: string, reference: string): Promise<void> {
  const before = await tx
    .select({ at: payments.createdAt, accessCode: payments.accessCode })
    .from(payments)
    .where(
      and(
        eq(payments.userId, userId),
        gt(payments.createdAt, new Date(now - OPENINGS_WITHIN)),
        ne(payments.reference, reference),
      ),
    )
  const opened = before.map(({ at, accessCode }) => ({ at: at.getTime(), hasFailed: accessCode === null }))
  const wait = nextOpening(opened, now) - now
  if (wait <= 0) return
  throw new Refusal(
    'too-many',
    `You have opened ${LIMITS.paymentOpenings} payments within an hour. Please try again in ${formatDuration(wait)}.`,
    { headers: { 'retry-after': String(Math.ceil(wait / 1000)) } },
  )
}

/**
 * The next click opens another payment under another reference: Paystack may have opened this one although its answer was
 * lost, and it never repeats an access code. Nobody can pay without that code, so the reconciler checks once and no more.
 */
async function recordFailedOpening(
  services: Services,
  log: Log,
  reference: string,
  error: unknown,
): Promise<never> {
  if (!(error instanceof PaystackUnavailable || error instanceof PaystackRefused)) throw error
  const { db, clock } = services
  await db
    .update(payments)
    .set({ state: 'lapsed', current: false })
    .where(and(eq(payments.reference, reference), eq(payments.state, 'open')))
  await recordPaymentEvent(db, await clock.now(db), reference, 'checkout', 'could not be opened', {
    because: error.message,
  })
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

async function unsetCurrent({ db }: Services, reference: string): Promise<void> {
  await db
    .update(payments)
    .set({ current: false })
    .where(and(eq(payments.reference, reference), eq(payments.current, true)))
}

/** 136 random bits in digits and small letters: easy to read out, and nobody guesses one. */
function newReference(): string {
  return BigInt(`0x${randomBytes(17).toString('hex')}`)
    .toString(36)
    .padStart(27, '0')
}
