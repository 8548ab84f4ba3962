import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { CHANNELS, CURRENCY, type PaymentMode, type SeenPayment } from '../../domain/payments.ts'
import type { PaidPlan } from '../../domain/plans.ts'
import type { Settings } from '../settings.ts'

/**
 * Paystack could not be asked, or did not say anything that can be understood: whatever was asked may have happened.
 * Everything that meets this asks again later.
 */
export class PaystackAway extends Error {
  override name = 'PaystackAway'
}

/** Paystack understood and refused. */
export class PaystackRefused extends Error {
  override name = 'PaystackRefused'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A transaction as Paystack tells it. */
export interface Transaction extends SeenPayment {
  /** Its id, beyond 2^53. */
  id: string
  channel: string | null
  /** Milliseconds. */
  paidAt: number | null
}

export interface PaystackRefund {
  id: string
  /** Kobo. */
  amount: number
  /** pending, processing, processed, failed, needs-attention. */
  status: string
}

export interface PaystackDispute {
  id: string
  /** awaiting-merchant-feedback, awaiting-bank-feedback, pending, resolved. */
  status: string
  /** `merchant-accepted` or `declined`, among others; null while it is open. */
  resolution: string | null
  domain: string
}

export interface NewTransaction {
  reference: string
  email: string
  kobo: number
  userId: string
  plan: PaidPlan
  /** Where Paystack's own page leads back to, when its window could not be opened. */
  callbackUrl: string
}

/** Milliseconds until an answer must be there in full: a slow drip is as good as none. */
const PATIENCE = 10_000
/** Bytes of the longest answer: a page of a hundred transactions has about a third of it. */
const LONGEST = 2 * 1024 * 1024
const PER_PAGE = 100

/** Whole kobo; Paystack writes some amounts as text. */
const kobo = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])
const idText = z.union([z.int().transform(String), z.string().min(1).max(40)])

const transactionSchema = z
  .object({
    id: idText,
    status: z.string(),
    reference: z.string(),
    amount: kobo,
    requested_amount: kobo.nullish(),
    currency: z.string(),
    domain: z.string(),
    channel: z.string().nullish(),
    paid_at: z.string().nullish(),
    paidAt: z.string().nullish(),
    metadata: z.unknown().optional(),
  })
  .transform((raw): Transaction => {
    const paidAt = Date.parse(raw.paid_at ?? raw.paidAt ?? '')
    return {
      id: raw.id,
      status: raw.status,
      reference: raw.reference,
      amount: raw.amount,
      requestedAmount: raw.requested_amount ?? null,
      currency: raw.currency,
      domain: raw.domain,
      channel: raw.channel ?? null,
      paidAt: Number.isNaN(paidAt) ? null : paidAt,
      ...purposeOf(raw.metadata),
    }
  })

/** What we wrote into a transaction when we opened it. It comes back as an object or as text, or as `""` or `0`. */
function purposeOf(metadata: unknown): { userId: string | null; plan: string | null } {
  let value = metadata
  if (typeof value === 'string') {
    try {
      value = JSON.parse(value)
    } catch {
      value = null
    }
  }
  const { userId, plan } = (typeof value === 'object' && value !== null ? value : {}) as Record<
    string,
    unknown
  >
  return { userId: typeof userId === 'string' ? userId : null, plan: typeof plan === 'string' ? plan : null }
}

const opened = z.object({
  access_code: z.string().min(1),
  reference: z.string(),
  authorization_url: z.url({ protocol: /^https?$/ }),
})
const refundSchema = z.object({ id: idText, amount: kobo, status: z.string() })
const refundOfSchema = refundSchema.extend({
  transaction: z.unknown().optional(),
  transaction_reference: z.unknown().optional(),
})
const disputeSchema = z
  .object({
    id: idText,
    status: z.string(),
    resolution: z.string().nullish(),
    domain: z.string(),
    transaction: z.object({ reference: z.string() }).nullish().catch(null),
  })
  .transform(({ transaction, resolution, ...dispute }) => ({
    ...dispute,
    resolution: resolution ?? null,
    reference: transaction?.reference ?? null,
  }))
const envelope = z.object({
  status: z.boolean(),
  message: z.string().catch(''),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
})
type Envelope = z.infer<typeof envelope>

export type Paystack = ReturnType<typeof createPaystack>

/**
 * Paystack's API, as far as it is used here. Nothing is tried twice: whoever calls knows when to ask again.
 * Every call throws {@link PaystackAway}, and {@link PaystackRefused} where that is told.
 */
export function createPaystack({ secretKey, publicKey, apiUrl }: NonNullable<Settings['paystack']>) {
  const mode: PaymentMode = secretKey.startsWith('sk_live_') ? 'live' : 'test'

  /** One call: its status and its envelope. */
  async function call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<[number, Envelope]> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${secretKey}`,
      accept: 'application/json',
    }
    if (body !== undefined) headers['content-type'] = 'application/json'
    let status: number
    let text: string
    try {
      const response = await fetch(apiUrl + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE),
      })
      status = response.status
      text = await readUpTo(LONGEST, response)
    } catch (error) {
      throw new PaystackAway('Paystack does not answer', { cause: error })
    }
    if (status === 429 || status >= 500) throw new PaystackAway(`Paystack answers ${status}`)
    const parsed = envelope.safeParse(parseJson(text))
    if (!parsed.success)
      throw new PaystackAway(`Paystack answers ${status} with something else than JSON of its own`)
    return [status, parsed.data]
  }

  function dataOf<Schema extends z.ZodType>(
    [status, answer]: [number, Envelope],
    schema: Schema,
  ): z.output<Schema> {
    if (status >= 400 || !answer.status) throw new PaystackRefused(status, answer.message)
    const data = schema.safeParse(answer.data)
    if (!data.success) throw new PaystackAway('Paystack answers with fields that are missing or odd')
    return data.data
  }

  /** What a list holds of a stretch of time, page by page; `from` and `to` are instants in milliseconds. */
  async function* listed<Schema extends z.ZodType>(path: string, schema: Schema, from: number, to: number) {
    for (let page = 1; ; page++) {
      const query = new URLSearchParams({
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        perPage: String(PER_PAGE),
        page: String(page),
      })
      const rows = dataOf(await call('GET', `${path}?${query}`), z.array(schema))
      yield rows
      if (rows.length < PER_PAGE) return
    }
  }

  return {
    mode,
    publicKey,

    /**
     * Opens a transaction under our reference.
     * @throws PaystackRefused for an e-mail that it does not take, a wrong key, a reference that was used before
     */
    async initialize({ reference, email, kobo: amount, userId, plan, callbackUrl }: NewTransaction) {
      const body = {
        email,
        amount,
        currency: CURRENCY,
        reference,
        channels: CHANNELS,
        metadata: { userId, plan },
        callback_url: callbackUrl,
      }
      const data = dataOf(await call('POST', '/transaction/initialize', body), opened)
      if (data.reference !== reference) throw new PaystackAway('Paystack answers for another reference')
      return { accessCode: data.access_code, authorizationUrl: data.authorization_url }
    },

    /** What became of a transaction; null when Paystack does not know the reference. */
    async verify(reference: string): Promise<Transaction | null> {
      const answer = await call('GET', `/transaction/verify/${encodeURIComponent(reference)}`)
      const [status, { message }] = answer
      if (status === 404 || (status === 400 && /not found/i.test(message))) return null
      return dataOf(answer, transactionSchema)
    },

    /**
     * The successful transactions that were made in a stretch of time, page by page.
     * @param from first instant in milliseconds
     */
    async *successful(from: number, to: number): AsyncGenerator<Transaction[]> {
      const query = new URLSearchParams({
        status: 'success',
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        perPage: String(PER_PAGE),
        per_page: String(PER_PAGE),
        use_cursor: 'true',
      })
      for (;;) {
        const answer = await call('GET', `/transaction?${query}`)
        yield dataOf(answer, z.array(transactionSchema))
        const next = z.object({ next: z.string().min(1) }).safeParse(answer[1].meta)
        if (!next.success) return
        query.set('next', next.data.next)
      }
    },

    /** Sends money back. @throws PaystackRefused when there is nothing left to send back, among others */
    async refund(reference: string, amount: number, note: string): Promise<PaystackRefund> {
      // No currency: it goes back in the one that it came in.
      const body = { transaction: reference, amount, merchant_note: note }
      return dataOf(await call('POST', '/refund', body), refundSchema)
    },

    /** Every refund of a stretch of time, page by page, with its transaction's reference where Paystack tells it. */
    async *refundsSince(
      from: number,
      to: number,
    ): AsyncGenerator<(PaystackRefund & { reference: string | null })[]> {
      for await (const page of listed('/refund', refundOfSchema, from, to)) {
        yield page.map(({ id, amount, status, transaction_reference: reference }) => ({
          id,
          amount,
          status,
          reference: typeof reference === 'string' ? reference : null,
        }))
      }
    },

    /** Every dispute that was begun in a stretch of time, page by page. */
    disputesSince: (
      from: number,
      to: number,
    ): AsyncGenerator<(PaystackDispute & { reference: string | null })[]> =>
      listed('/dispute', disputeSchema, from, to),

    /** Whether a webhook's raw body carries Paystack's signature: HMAC-SHA512 with the secret key, in small hexadecimal. */
    isSigned(body: Uint8Array, signature: string): boolean {
      const right = Buffer.from(createHmac('sha512', secretKey).update(body).digest('hex'))
      const given = Buffer.from(signature)
      return given.length === right.length && timingSafeEqual(given, right)
    },

    /** Every refund of a transaction, whoever asked for it. */
    async refundsOf(transactionId: string, reference: string): Promise<PaystackRefund[]> {
      const query = new URLSearchParams({ transaction: transactionId, perPage: String(PER_PAGE) })
      const list = dataOf(await call('GET', `/refund?${query}`), z.array(refundOfSchema))
      const isOurs = ({ transaction, transaction_reference }: z.infer<typeof refundOfSchema>) =>
        transaction_reference === reference || String(transaction) === transactionId
      return list.filter(isOurs).map(({ id, amount, status }) => ({ id, amount, status }))
    },
  }
}

async function readUpTo(limit: number, response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > limit) throw new Error('The answer is longer than any that is meant for us')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses JSON; whole numbers that a double cannot hold, such as Paystack's ids, stay text. */
export function parseJson(text: string): unknown {
  const keepWhole = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
      ? context!.source
      : value
  try {
    return JSON.parse(text, keepWhole as Parameters<typeof JSON.parse>[1])
  } catch {
    return undefined
  }
}
