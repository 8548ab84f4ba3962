import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../http/refusal.ts'
import type { Log } from '../../base/log.ts'
import type { Services } from '../../api/services.ts'
import { requirePaystack } from '../paystack/require-paystack.ts'
import { parseJson } from '../paystack/answers.ts'

/** Postgres refuses NUL and halves of characters; a refused webhook would be sent again for three days. */
const storable = (value: string) => value.replaceAll('\0', '\uFFFD').toWellFormed()

const text = z
  .union([z.string().transform(storable), z.number().transform(String)])
  .nullish()
  .catch(null)
const named = z.object({ reference: text }).nullish().catch(null)

/** The fields that we use. Everything is optional: payloads are irregular, and tomorrow's events are unknown. */
const payload = z.object({
  event: z.string().max(100).transform(storable),
  data: z
    .object({
      id: text,
      status: text,
      resolution: text,
      domain: text,
      reference: text,
      transaction_reference: text,
      transaction: named,
    })
    .catch({}),
})
type Payload = z.infer<typeof payload>

/** Longer ones are nobody's. */
const MAX_REFERENCE_LENGTH = 100

/**
 * Takes in what Paystack sends: checks the signature over the raw bytes, stores what is used of it once, and has the
 * payment looked at by a job. The payload is a bell; what counts is what Paystack says when it is asked.
 *
 * @throws Refusal bad-signature; then nothing is stored
 */
export async function receiveWebhook(
  services: Services,
  log: Log,
  now: number,
  body: Uint8Array,
  signature: string,
): Promise<void> {
  if (!requirePaystack(services).isSigned(body, signature)) {
    log.warn({ bytes: body.length }, 'a webhook with a wrong signature')
    throw new Refusal('bad-signature')
  }
  const read = payload.safeParse(parseJson(Buffer.from(body).toString('utf8')))
  if (!read.success) {
    log.warn({ bytes: body.length }, 'a signed webhook that cannot be read')
    return
  }
  const { event, data } = read.data
  const reference = referenceOf(data)
  const bodyHash = createHash('sha512').update(body).digest('hex')
  const { id, status, resolution, domain } = data
  const fields = { id, status, resolution, domain }
  await services.inbox.store({ bodyHash, event, reference, fields, receivedAt: new Date(now) })
}

/** Refunds and disputes name the transaction beside themselves. */
function referenceOf({ reference, transaction_reference, transaction }: Payload['data']): string | null {
  const found = transaction_reference ?? transaction?.reference ?? reference ?? null
  return found !== null && found.length <= MAX_REFERENCE_LENGTH && found !== '' ? found : null
}
