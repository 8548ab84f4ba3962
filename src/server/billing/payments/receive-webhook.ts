import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../api/services.ts'
import { requirePaystack } from '../paystack/require-paystack.ts'
import { MAX_REFERENCE_LENGTH, parseJson } from '../paystack/answers.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { addJobsSql } from '../../queue/add-job.ts'
import { webhookDeliveries } from '../../tables/payments.ts'

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
  db: Db,
  now: number,
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
  const fields = { id, status, resolution, domain }
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
  return found !== null && found.length <= MAX_REFERENCE_LENGTH && found !== '' ? found : null
}
