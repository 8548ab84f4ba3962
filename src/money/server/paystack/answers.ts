import { isForeign } from '../../rules/foreign.ts'
import { z } from 'zod'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import type { ReportedPayment } from '../../rules/payments.ts'

// Schemas of Paystack's answers: only the fields that we use, tolerant where Paystack's samples differ.

/** A transaction as Paystack describes it. */
export interface Transaction extends ReportedPayment {
  /** Whether another shop on the same business made it. */
  isForeign: boolean
  /** Paystack's id; it can exceed 2^53. */
  id: string
  channel: string | null
  /** Kobo that Paystack keeps; null while it does not say. */
  feeKobo: number | null
  /** Milliseconds. */
  paidAt: number | null
}

/** A refund. Its status is pending, processing, processed, failed or needs-attention. */
export type PaystackRefund = z.output<typeof refundSchema>

/**
 * A dispute. Its status is awaiting-merchant-feedback, awaiting-bank-feedback, pending or resolved; its resolution
 * `merchant-accepted` or `declined`, among others, and null while it is open.
 */
export type PaystackDispute = z.output<typeof disputeSchema>

/** The transaction of a list's row. At least one field is set. */
export interface TransactionRef {
  reference: string | null
  transactionId: string | null
}

/** An invalid row, with the fields that could be read. */
export interface UnreadableRow {
  id: string | null
  /** The reference of its transaction. */
  reference: string | null
  /** Whether another shop on the same business made it. */
  isForeign: boolean
  /** Field by field, such as `currency: Invalid input`. */
  problems: string
}

/** A page of a list: the valid rows, and the unreadable ones. */
export interface Rows<Row> {
  rows: Row[]
  unreadable: UnreadableRow[]
}

/** Whole kobo; Paystack writes some amounts as text. */
const kobo = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])
const idText = z.union([z.int().transform(String), z.string().min(1).max(BILLING_LIMITS.paystackId)])

export const transactionSchema = z
  .object({
    id: idText,
    status: z.string(),
    reference: z.string(),
    amount: kobo,
    requested_amount: kobo.nullish(),
    currency: z.string(),
    domain: z.string(),
    channel: z.string().nullish(),
    fees: kobo.nullish().catch(null),
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
      feeKobo: raw.fees ?? null,
      paidAt: Number.isNaN(paidAt) ? null : paidAt,
      ...purposeOf(raw.metadata),
      isForeign: isForeign(raw.reference, metadataOf(raw.metadata)),
    }
  })

/** The metadata of a transaction. Paystack returns it as an object, as JSON text, as `""` or as `0`. */
export const metadataOf = (metadata: unknown): unknown =>
  typeof metadata === 'string' ? parseJson(metadata) : metadata

function purposeOf(metadata: unknown): { userId: string | null; plan: string | null } {
  const { userId, plan } = fieldsOf(metadataOf(metadata))
  return { userId: typeof userId === 'string' ? userId : null, plan: typeof plan === 'string' ? plan : null }
}

export const openedTransactionSchema = z.object({
  access_code: z.string().min(1),
  reference: z.string(),
  authorization_url: z.url({ protocol: /^https?$/ }),
})

export const refundSchema = z.object({ id: idText, amount: kobo, status: z.string() })

/** A refund in a list. Its transaction is an id, an object or absent. */
export const listedRefundSchema = refundSchema
  .extend({ transaction: z.unknown(), transaction_reference: z.unknown() })
  .transform(({ transaction, transaction_reference, ...refund }): PaystackRefund & TransactionRef => ({
    ...refund,
    ...transactionRefOf(transaction, transaction_reference),
  }))
  .refine(namesTransaction, 'It names no transaction.')

export const disputeSchema = z.object({
  id: idText,
  status: z.string(),
  resolution: z
    .string()
    .nullish()
    .transform((resolution) => resolution ?? null),
  domain: z.string(),
})

/** A dispute in a list. */
export const listedDisputeSchema = disputeSchema
  .extend({ transaction: z.unknown() })
  .transform(({ transaction, ...dispute }): PaystackDispute & TransactionRef => ({
    ...dispute,
    ...transactionRefOf(transaction, undefined),
  }))
  .refine(namesTransaction, 'It names no transaction.')

/** A payout, which Paystack calls a settlement. */
export const payoutSchema = z
  .object({
    id: idText,
    domain: z.string(),
    status: z.string(),
    currency: z.string(),
    /** Kobo that were charged, that Paystack keeps, what is left, and what arrives after deductions for refunds. */
    total_processed: kobo,
    total_fees: kobo,
    total_amount: kobo,
    effective_amount: kobo,
    settlement_date: z.string().transform((text) => Date.parse(text)),
  })
  .refine(({ settlement_date: at }) => !Number.isNaN(at), 'It has no date.')
  .transform((raw) => ({
    id: raw.id,
    reference: null,
    domain: raw.domain,
    status: raw.status,
    currency: raw.currency,
    processedKobo: raw.total_processed,
    feesKobo: raw.total_fees,
    deductedKobo: raw.total_amount - raw.effective_amount,
    paidOutKobo: raw.effective_amount,
    day: lagosDate(raw.settlement_date),
  }))
export type PaystackPayout = z.output<typeof payoutSchema>

const text = z.string().min(1)

function transactionRefOf(transaction: unknown, reference: unknown): TransactionRef {
  const { id, reference: inside } = fieldsOf(transaction)
  const transactionId = idText.safeParse(id ?? transaction).data ?? null
  return { transactionId, reference: text.safeParse(reference ?? inside).data ?? null }
}

function namesTransaction({ reference, transactionId }: TransactionRef): boolean {
  return reference !== null || transactionId !== null
}

export const envelopeSchema = z.object({
  status: z.boolean(),
  message: z.string().catch(''),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
})
export type Envelope = z.infer<typeof envelopeSchema>

/** Parses each row of a list separately, so one invalid row does not hide the others. */
export function readRows<Schema extends z.ZodType>(
  schema: Schema,
  list: readonly unknown[],
): Rows<z.output<Schema>> {
  const rows: z.output<Schema>[] = []
  const unreadable: UnreadableRow[] = []
  for (const raw of list) {
    const read = schema.safeParse(raw)
    if (read.success) rows.push(read.data)
    else unreadable.push({ ...idsOf(raw), problems: problemsOf(read.error) })
  }
  return { rows, unreadable }
}

function idsOf(raw: unknown): Omit<UnreadableRow, 'problems'> {
  const { id, reference, transaction, transaction_reference, metadata } = fieldsOf(raw)
  const named = transactionRefOf(transaction, transaction_reference ?? reference).reference
  return {
    id: idText.safeParse(id).data ?? null,
    reference: named !== null && named.length <= BILLING_LIMITS.reference ? named : null,
    // The metadata of refunds and disputes are not those of their transaction.
    isForeign: named !== null && isForeign(named, named === reference ? metadataOf(metadata) : null),
  }
}

const problemsOf = ({ issues }: z.ZodError) =>
  issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ')
    .slice(0, 500)

const fieldsOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>

/** Parses JSON; integers beyond 2^53, such as Paystack's ids, become text. */
export function parseJson(text: string): unknown {
  const largeIntegersAsText = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
      ? context!.source
      : value
  try {
    return JSON.parse(text, largeIntegersAsText as Parameters<typeof JSON.parse>[1])
  } catch {
    return undefined
  }
}
