import { present } from '../../../platform/rules/base/lists.ts'
import type { Context } from '../../../platform/server/audit/context.ts'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Services } from '../../../platform/server/api/services.ts'
import { webhookDeliveries, payments } from '../tables/payments.ts'
import { raisePaymentAlarm } from './payment-alarm.ts'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import { isForeign } from '../../rules/foreign.ts'
import { countForeign } from './foreign-payments.ts'
import { type PaystackDispute, metadataOf, parseJson } from '../paystack/answers.ts'
import { settlePayment, type Payment, wasRecentlyVerified } from './settle-payment.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { PaystackUnavailable, PaystackRefused, requirePaystack } from '../paystack/client.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { addJobsSql } from '../../../platform/server/queue/add-job.ts'

type Delivery = typeof webhookDeliveries.$inferSelect

/**
 * Brings one payment up to date. Runs as a job, for every webhook and every check of the reconciler. Idempotent.
 *
 * @throws PaystackUnavailable and others; the job is retried
 */
export async function refreshPayment(services: Services, reference: string): Promise<void> {
  const { db, clock } = services
  const deliveries = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.reference, reference), isNull(webhookDeliveries.processedAt)))
  const source = deliveries.length > 0 ? 'webhook' : 'reconciler'
  const payment = await settlePayment(services, reference, source, {
    includeReturns: deliveries.some(({ event }) => /^(refund|charge\.dispute)\./.test(event)),
    disputes: disputesIn(deliveries),
  })
  const now = await clock.now(db)
  const charge = deliveries.find(({ event }) => event === 'charge.success')
  if (!payment && charge?.fields.isForeign === true) await countForeign({ tx: db, now }, reference)
  else if (!payment && charge)
    await raisePaymentAlarm({ tx: db, now }, 'unknown-payment', reference, { from: 'webhook' })
  if (deliveries.length === 0) return
  const ids = deliveries.map(({ id }) => id)
  await db
    .update(webhookDeliveries)
    .set({ processedAt: new Date(now) })
    .where(inArray(webhookDeliveries.id, ids))
}

/** The disputes that webhooks describe. */
function disputesIn(deliveries: readonly Delivery[]): PaystackDispute[] {
  return deliveries
    .filter(({ event }) => event.startsWith('charge.dispute.'))
    .flatMap(({ fields }) => {
      const { id, status, resolution, domain } = fields as Record<string, string | null | undefined>
      return id && domain ? [{ id, status: status ?? '', resolution: resolution ?? null, domain }] : []
    })
}

/**
 * Settles a payment when its payer returns from the checkout, if Paystack confirms the money. The browser's claim is not
 * trusted. If Paystack is unavailable, the payment stays as it is and is settled later.
 *
 * @returns the payment afterwards
 * @throws Refusal not-found, or forbidden for another user's payment
 */
export async function confirmPayment(
  { db, now }: Context,
  userId: string,
  reference: string,
  { log, ...services }: Pick<Services, 'clock' | 'paystack' | 'log'>,
): Promise<Payment> {
  const [payment] = await db.select().from(payments).where(eq(payments.reference, reference))
  if (!payment) throw new Refusal('not-found', 'There is no such payment.')
  if (payment.userId !== userId) throw new Refusal('forbidden', 'This is not a payment of yours.')
  const isDecided = payment.state !== 'open' && payment.state !== 'lapsed'
  if (isDecided || wasRecentlyVerified(payment, now)) return payment
  try {
    return present(await settlePayment({ db, ...services }, reference, 'confirm'))
  } catch (error) {
    if (!(error instanceof PaystackUnavailable || error instanceof PaystackRefused)) throw error
    log.warn({ reference, error }, 'payment not confirmed yet')
    return payment
  }
}

/** Replaces NUL and lone surrogates, which Postgres refuses: a refused webhook would be resent for three days. */
const storable = (value: string) => value.replaceAll('\0', '\uFFFD').toWellFormed()

const optionalText = z
  .union([z.string().transform(storable), z.number().transform(String)])
  .nullish()
  .catch(null)
const transactionObject = z.object({ reference: optionalText }).nullish().catch(null)

/** The fields that we use. All are optional: payloads are irregular, and Paystack may add events. */
const payload = z.object({
  event: z.string().max(100).transform(storable),
  data: z
    .object({
      id: optionalText,
      status: optionalText,
      resolution: optionalText,
      domain: optionalText,
      reference: optionalText,
      transaction_reference: optionalText,
      transaction: transactionObject,
      metadata: z.unknown().optional(),
    })
    .catch({}),
})
type Payload = z.infer<typeof payload>

/**
 * Receives a webhook from Paystack: checks the signature over the raw bytes, stores the fields that we use, and queues a
 * check of the payment. The payload only triggers the check; the check asks Paystack for the facts.
 *
 * @throws Refusal bad-signature; nothing is stored
 */
export async function receiveWebhook(
  { db, now }: Pick<Context, 'db' | 'now'>,
  body: Uint8Array,
  signature: string,
  { paystack, log }: Pick<Services, 'paystack' | 'log'>,
): Promise<void> {
  if (!requirePaystack({ paystack }).isSigned(body, signature)) {
    log.warn({ bytes: body.length }, 'webhook refused: wrong signature')
    throw new Refusal('bad-signature')
  }
  const parsed = payload.safeParse(parseJson(Buffer.from(body).toString('utf8')))
  if (!parsed.success) {
    log.warn({ bytes: body.length }, 'signed webhook ignored: unreadable')
    return
  }
  const { event, data } = parsed.data
  const reference = referenceOf(data)
  const bodyHash = createHash('sha512').update(body).digest('hex')
  const { id, status, resolution, domain } = data
  const foreign = reference !== null && isForeign(reference, metadataOf(data.metadata))
  const fields = { id, status, resolution, domain, isForeign: foreign }
  // One statement stores the delivery and adds its job. A repeated delivery is ignored.
  const stored = db
    .insert(webhookDeliveries)
    .values({ bodyHash, event, reference, fields, receivedAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ reference: webhookDeliveries.reference })
  const named = sql`select reference as id from stored where reference is not null`
  await db.execute(sql`with stored as ${stored} select from ${addJobsSql('follow-payment', named)}`)
}

/** Events about refunds and disputes carry the transaction's reference in a field of their own. */
function referenceOf({ reference, transaction_reference, transaction }: Payload['data']): string | null {
  const found = transaction_reference ?? transaction?.reference ?? reference ?? null
  return found !== null && found.length <= BILLING_LIMITS.reference && found !== '' ? found : null
}
