import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import { CHANNELS, CURRENCY, type PaymentMode } from '../../rules/payments.ts'
import type { PaidPlan } from '../../../platform/rules/access/plans.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'
import { readUpTo } from '../../../platform/server/http/body.ts'
import {
  listedDisputeSchema,
  disputeSchema,
  type Envelope,
  envelopeSchema,
  openedTransactionSchema,
  parseJson,
  payoutSchema,
  type PaystackDispute,
  type PaystackRefund,
  readRows,
  listedRefundSchema,
  refundSchema,
  type Rows,
  type Transaction,
  transactionSchema,
} from './answers.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import type { Services } from '../../../platform/server/api/services.ts'

declare module '../../../platform/server/api/services.ts' {
  interface Services {
    /** Null without Paystack keys. */
    paystack: Paystack | null
  }
}

/**
 * Paystack could not be reached, or its answer is invalid. The request may have taken effect. Every caller retries
 * later.
 */
export class PaystackUnavailable extends Error {
  override name = 'PaystackUnavailable'
}

/** Paystack answered, but fields are missing or have the wrong type. */
export class PaystackUnreadable extends PaystackUnavailable {
  override name = 'PaystackUnreadable'
}

/** Paystack refused the request. */
export class PaystackRefused extends Error {
  override name = 'PaystackRefused'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

interface NewTransaction {
  reference: string
  email: string
  kobo: number
  userId: string
  plan: PaidPlan
  /** Where Paystack's own page returns to, when its window could not be opened. */
  callbackUrl: string
  /** Where it returns to when the payer cancels; without it, Paystack keeps the payer. */
  cancelUrl: string
}

const PER_PAGE = 100

export type Paystack = ReturnType<typeof createPaystack>

/** The requests to Paystack's API. */
function createCalls({ secretKey, apiUrl }: NonNullable<Settings['paystack']>) {
  /** Sends one request. @returns HTTP status and envelope */
  async function call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<[number, Envelope]> {
    const headers = {
      authorization: `Bearer ${secretKey}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    let status: number
    let text: string
    try {
      const response = await fetch(apiUrl + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(BILLING_LIMITS.answerMs),
      })
      status = response.status
      text = await readUpTo(BILLING_LIMITS.answerBytes, response)
    } catch (error) {
      throw new PaystackUnavailable('Paystack does not answer', { cause: error })
    }
    if (status === 429 || status >= 500) throw new PaystackUnavailable(`Paystack answers ${status}`)
    const parsed = envelopeSchema.safeParse(parseJson(text))
    if (!parsed.success) throw new PaystackUnavailable(`Paystack answers ${status} without its usual JSON`)
    return [status, parsed.data]
  }

  function dataOf<Schema extends z.ZodType>(
    [status, answer]: [number, Envelope],
    schema: Schema,
  ): z.output<Schema> {
    if (status >= 400 || !answer.status) throw new PaystackRefused(status, answer.message)
    const data = schema.safeParse(answer.data)
    if (!data.success)
      throw new PaystackUnreadable(`Paystack’s answer cannot be read: ${z.prettifyError(data.error)}`)
    return data.data
  }

  const isMissing = ([status, { message }]: [number, Envelope]) =>
    status === 404 || (status === 400 && /not found/i.test(message))

  /** Pages of a list. */
  async function* listed<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    wanted: Record<string, string>,
  ): AsyncGenerator<Rows<z.output<Schema>>> {
    for (let page = 1; ; page++) {
      const query = new URLSearchParams({ ...wanted, perPage: String(PER_PAGE), page: String(page) })
      const list = dataOf(await call('GET', `${path}?${query}`), z.array(z.unknown()))
      yield readRows(schema, list)
      if (list.length < PER_PAGE) return
    }
  }

  return { call, dataOf, isMissing, listed }
}

/**
 * Client for the part of Paystack's API that we use. It never retries; the callers do.
 * Every call throws {@link PaystackUnavailable}, and {@link PaystackRefused} where its docstring says so.
 */
export function createPaystack(settings: NonNullable<Settings['paystack']>) {
  const { secretKey, publicKey, isStandIn } = settings
  const mode: PaymentMode = secretKey.startsWith('sk_live_') ? 'live' : 'test'
  const { call, dataOf, isMissing, listed } = createCalls(settings)

  return {
    mode,
    publicKey,
    isStandIn,

    /**
     * Opens a transaction under our reference.
     * @throws PaystackRefused for an invalid email, a wrong key or a used reference
     */
    async initialize({ reference, email, kobo, userId, plan, callbackUrl, cancelUrl }: NewTransaction) {
      const body = {
        email,
        amount: kobo,
        currency: CURRENCY,
        reference,
        channels: CHANNELS,
        metadata: { userId, plan, cancel_action: cancelUrl },
        callback_url: callbackUrl,
      }
      const data = dataOf(await call('POST', '/transaction/initialize', body), openedTransactionSchema)
      if (data.reference !== reference)
        throw new PaystackUnavailable('Paystack answers for another reference')
      return { accessCode: data.access_code, authorizationUrl: data.authorization_url }
    },

    /** The current state of a transaction; null if Paystack does not know the reference. */
    async verify(reference: string): Promise<Transaction | null> {
      const answer = await call('GET', `/transaction/verify/${encodeURIComponent(reference)}`)
      return isMissing(answer) ? null : dataOf(answer, transactionSchema)
    },

    /**
     * Pages of the transactions with a status, created between `from` and `to` (milliseconds).
     */
    async *transactions(status: 'success' | 'reversed', from: number, to: number) {
      const query = new URLSearchParams({
        status,
        ...span(from, to),
        perPage: String(PER_PAGE),
        per_page: String(PER_PAGE),
        use_cursor: 'true',
      })
      for (;;) {
        const answer = await call('GET', `/transaction?${query}`)
        yield readRows(transactionSchema, dataOf(answer, z.array(z.unknown())))
        const next = z.object({ next: z.string().min(1) }).safeParse(answer[1].meta)
        if (!next.success) return
        query.set('next', next.data.next)
      }
    },

    /** Refunds kobo of a transaction. @throws PaystackRefused if nothing is left to refund, among others */
    async refund(reference: string, amount: number, note: string): Promise<PaystackRefund> {
      // Without a currency, Paystack uses that of the payment.
      const body = { transaction: reference, amount, merchant_note: note }
      return dataOf(await call('POST', '/refund', body), refundSchema)
    },

    /** Pages of the refunds that were created between two instants (milliseconds). */
    refundsSince: (from: number, to: number) => listed('/refund', listedRefundSchema, span(from, to)),

    /** Pages of the disputes that were created between two instants (milliseconds). */
    disputesSince: (from: number, to: number) => listed('/dispute', listedDisputeSchema, span(from, to)),

    /** Pages of the payouts to our bank account that were made between two instants (milliseconds). */
    payoutsSince: (from: number, to: number) => listed('/settlement', payoutSchema, span(from, to)),

    /** Pages of the transactions of a payout. */
    transactionsOf: (payout: string) => listed('/transaction', transactionSchema, { settlement: payout }),

    /** All refunds of a transaction, including those that were made at Paystack. */
    async refundsOf(transactionId: string, reference: string): Promise<PaystackRefund[]> {
      const query = new URLSearchParams({ transaction: transactionId, perPage: String(PER_PAGE) })
      const list = dataOf(await call('GET', `/refund?${query}`), z.array(listedRefundSchema))
      const isOurs = (refund: (typeof list)[number]) =>
        refund.reference === reference || refund.transactionId === transactionId
      return list.filter(isOurs).map(({ id, amount, status }) => ({ id, amount, status }))
    },

    /** The disputes of a transaction. Paystack documents one object and calls it a list, so both are accepted. */
    async disputesOf(transactionId: string): Promise<PaystackDispute[]> {
      const answer = await call('GET', `/dispute/transaction/${encodeURIComponent(transactionId)}`)
      if (isMissing(answer)) return []
      const found = dataOf(answer, z.union([z.array(disputeSchema), disputeSchema.nullable()]))
      return [found ?? []].flat()
    },

    /** Verifies a webhook's signature: HMAC-SHA512 of the raw body with the secret key, in lower-case hexadecimal. */
    isSigned(body: Uint8Array, signature: string): boolean {
      const expected = Buffer.from(createHmac('sha512', secretKey).update(body).digest('hex'))
      const signatureBytes = Buffer.from(signature)
      return signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected)
    },
  }
}

const span = (from: number, to: number) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})

/** The client for Paystack. @throws Refusal unavailable if no keys are configured */
export function requirePaystack({ paystack }: Pick<Services, 'paystack'>): Paystack {
  if (!paystack) throw new Refusal('unavailable', 'Payments are not set up yet.')
  return paystack
}

/** Whether Paystack cannot have a payment: only the stand-in of a demo has the samples, and no other may be asked for them. */
export function isUnknownToPaystack(
  { source }: { source: string },
  { paystack }: Pick<Services, 'paystack'>,
): boolean {
  return source === 'sample' && !paystack?.isStandIn
}

/** @throws Refusal conflict for a payment that Paystack cannot have */
export function refuseUnknownToPaystack(
  payment: { source: string },
  services: Pick<Services, 'paystack'>,
): void {
  if (isUnknownToPaystack(payment, services))
    throw new Refusal('conflict', 'This is a sample payment. Your account at Paystack does not have it.')
}
