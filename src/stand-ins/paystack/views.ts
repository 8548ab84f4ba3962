import { createHash } from 'node:crypto'
import {
  type Dispute,
  MERCHANT,
  type Payout,
  PAYSTACK_PUBLIC_KEY,
  type Refund,
  type Transaction,
  type ModeState,
} from './model.ts'
import type { Store } from './store.ts'

// Paystack's answer formats, with every field that its OpenAPI description requires. They include its irregularities: the
// same fact has different names and types in different answers.

type Json = Record<string, unknown>

/** Writes digits to JSON as a number of any size, without rounding. */
const number = (digits: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits)

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

/** Fields that the app does not read, all with one value. */
const all = (value: unknown, names: string): Json =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]))

const UNKNOWN_OF_CUSTOMER = 'first_name last_name phone metadata international_format_phone'

/** A customer's id and code are derived from the e-mail address. */
function customerOf(email: string, unknown: null | '' = null): Json {
  const digest = createHash('sha256').update(email).digest('hex')
  return {
    id: Number.parseInt(digest.slice(0, 7), 16),
    email,
    customer_code: `CUS_${digest.slice(0, 15)}`,
    risk_action: 'default',
    ...all(unknown, UNKNOWN_OF_CUSTOMER),
  }
}

const UNKNOWN_OF_AUTHORIZATION =
  'authorization_code bin last4 exp_month exp_year card_type bank country_code brand signature account_name'

const authorizationOf = ({ card, channel, paidAt }: Transaction): Json =>
  paidAt === null ? {} : { channel, reusable: card !== null, ...all('', UNKNOWN_OF_AUTHORIZATION) }

/** Kobo that Paystack keeps of a payment in Nigeria: 1.5 %, from ₦2,500 on ₦100 more, at most ₦2,000. */
const feeOf = (amount: number): number =>
  Math.min(200_000, Math.ceil((amount * 15) / 1000) + (amount < 250_000 ? 0 : 10_000))

/** The fields that all answers about a transaction share. */
function core(transaction: Transaction): Json {
  const { id, status, reference, amount, currency, channel, gatewayResponse, paidAt, createdAt } = transaction
  return {
    status,
    reference,
    amount,
    currency,
    id: number(id),
    domain: 'test',
    gateway_response: gatewayResponse,
    paid_at: iso(paidAt),
    created_at: iso(createdAt),
    paidAt: iso(paidAt),
    createdAt: iso(createdAt),
    channel: channel ?? 'card',
    ip_address: '127.0.0.1',
    metadata: transaction.metadata ?? '',
    authorization: authorizationOf(transaction),
    customer: customerOf(transaction.email),
    split: {},
    subaccount: {},
    requested_amount: amount,
    fees: paidAt === null ? null : feeOf(amount),
    ...all(null, 'message log fees_split order_id pos_transaction_data connect'),
  }
}

/** The fields that all answers about a refund share. */
const refundCore = (
  { id, amount, status, merchantNote: note, createdAt }: Refund,
  of: Transaction,
): Json => ({
  amount,
  status,
  currency: of.currency,
  id: number(id),
  domain: 'test',
  integration: MERCHANT.id,
  merchant_note: note,
  customer_note: note,
  refunded_by: MERCHANT.staff,
  createdAt: iso(createdAt),
})

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

export const views = {
  verified: (transaction: Transaction): Json => ({
    ...core(transaction),
    transaction_date: iso(transaction.createdAt),
    plan_object: {},
    ...all(null, 'receipt_number plan source fees_breakdown'),
  }),

  listed: (transaction: Transaction): Json => ({
    ...core(transaction),
    metadata: transaction.metadata ?? null,
    plan: {},
    source: { source: 'merchant_api', type: 'api', identifier: null, entry_point: 'transaction_initialize' },
  }),

  refundCreated: (refund: Refund, transaction: Transaction): Json => ({
    ...refundCore(refund, transaction),
    transaction: {
      ...core(transaction),
      plan: {},
      subaccount: { currency: null },
      ...all(null, 'source fees_breakdown'),
    },
    deducted_amount: 0,
    fully_deducted: false,
    channel: null,
    expected_at: iso(refund.createdAt + 5 * 86_400_000),
    updatedAt: iso(refund.updatedAt),
  }),

  refund: (refund: Refund, transaction: Transaction): Json => ({
    ...refundCore(refund, transaction),
    transaction: number(transaction.id),
    transaction_reference: transaction.reference,
    transaction_amount: transaction.amount,
    refunded_at: refund.status === 'processed' ? iso(refund.updatedAt) : null,
    deducted_amount: refund.amount,
    fully_deducted: 1,
    reason: refund.merchantNote,
    customer: customerOf(transaction.email, ''),
    refund_type: refund.amount === transaction.amount ? 'full' : 'partial',
    initiated_by: MERCHANT.staff,
    refund_channel: 'bank',
    collect_account_number: false,
    ...all(null, 'dispute settlement bank_reference session_id'),
  }),

  /** The data of refund.*. The amount is text while the refund is pending, and a number later. */
  refundEvent: ({ id, status, amount }: Refund, { reference, currency, email }: Transaction): Json => ({
    id: number(id),
    status,
    currency,
    domain: 'test',
    integration: MERCHANT.id,
    transaction_reference: reference,
    refund_reference: status === 'processed' ? id : null,
    amount: status === 'pending' ? String(amount) : amount,
    customer: { first_name: null, last_name: null, email },
  }),

  dispute: (dispute: Dispute, transaction: Transaction): Json => ({
    id: number(dispute.id),
    refund_amount: dispute.amount,
    currency: transaction.currency,
    status: dispute.status,
    resolution: dispute.resolution,
    domain: 'test',
    transaction: views.listed(transaction),
    transaction_reference: null,
    category: 'chargeback',
    customer: customerOf(transaction.email),
    resolvedAt: iso(dispute.resolvedAt),
    created_at: iso(dispute.createdAt),
  }),

  payout: (
    { id, createdAt, transactionIds, refundIds }: Payout,
    { transactions, refunds }: Pick<Store, 'transactions' | 'refunds'>,
    mode: ModeState['payouts'],
  ): Json => {
    const amounts = transactionIds.map((one) => transactions.get(one)!.amount)
    const [processed, fees] = [sumOf(amounts), sumOf(amounts.map(feeOf))]
    const returned = sumOf(refundIds.map((one) => refunds.get(one)!.amount))
    const total = processed - fees - (mode === 'short' ? 10_000 : 0)
    return {
      id: number(id),
      domain: 'test',
      status: 'success',
      currency: 'NGN',
      integration: MERCHANT.id,
      total_processed: processed,
      total_fees: fees,
      total_amount: total,
      effective_amount: total - returned,
      settlement_date: iso(createdAt),
      createdAt: iso(createdAt),
      updatedAt: iso(createdAt),
      ...all(null, 'deductions settled_by'),
    }
  },

  /** The data of verify_access_code: what the checkout library reads. */
  inline: (transaction: Transaction, instruments: boolean, url: string): Json => ({
    email: transaction.email,
    amount: transaction.amount,
    currency: transaction.currency,
    id: number(transaction.id),
    reference: transaction.reference,
    channels: transaction.channels,
    merchant_logo: `${url}/paystack/logo.svg`,
    merchant_name: MERCHANT.name,
    merchant_id: MERCHANT.id,
    merchant_key: PAYSTACK_PUBLIC_KEY,
    domain: 'test',
    label: '',
    access_code: transaction.accessCode,
    transaction_status: transaction.status,
    log: null,
    customer: customerOf(transaction.email),
    plan_details: null,
    link_config: { enabled: instruments, has_payment_instruments: instruments },
  }),
}
