import { createHash } from 'node:crypto'
import { type Dispute, MERCHANT, PAYSTACK_PUBLIC_KEY, type Refund, type Transaction } from './model.ts'

// Paystack's answer formats, field by field as in its OpenAPI description and its documented samples. They include its
// irregularities: the same fact has different names and types in different answers.

type Json = Record<string, unknown>

/** Writes digits to JSON as a number of any size, without rounding. */
const number = (digits: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits)

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

const DOMAIN = 'test'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** A customer's id and code are derived from the e-mail address. */
function customerOf(email: string): Json {
  const digest = hash(email)
  return {
    id: Number.parseInt(digest.slice(0, 7), 16),
    first_name: null,
    last_name: null,
    email,
    customer_code: `CUS_${digest.slice(0, 15)}`,
    phone: null,
    metadata: null,
    risk_action: 'default',
    international_format_phone: null,
  }
}

function authorizationOf({ id, card, channel, paidAt }: Transaction): Json {
  if (paidAt === null || channel === null) return {}
  const code = hash(id)
  return {
    authorization_code: `AUTH_${code.slice(0, 10)}`,
    bin: card?.bin ?? '000000',
    last4: card?.last4 ?? '0000',
    exp_month: card?.expiry.month ?? '12',
    exp_year: card?.expiry.year ?? '2099',
    channel,
    card_type: card ? `${card.brand} ` : 'transfer',
    bank: 'TEST BANK',
    country_code: 'NG',
    brand: card?.brand ?? 'Managed Account',
    reusable: card !== null,
    signature: card ? `SIG_${code.slice(10, 30)}` : null,
    account_name: null,
    receiver_bank_account_number: null,
    receiver_bank: null,
  }
}

/** The fields that all answers about a transaction share. */
function core(transaction: Transaction): Json {
  const { id, status, reference, amount, currency, channel, gatewayResponse, paidAt, createdAt } = transaction
  return {
    id: number(id),
    domain: DOMAIN,
    status,
    reference,
    amount,
    message: null,
    gateway_response: gatewayResponse,
    paid_at: iso(paidAt),
    created_at: iso(createdAt),
    channel: channel ?? 'card',
    currency,
    ip_address: '127.0.0.1',
    metadata: transaction.metadata ?? '',
    log: null,
    fees: null,
    fees_split: null,
    authorization: authorizationOf(transaction),
    customer: customerOf(transaction.email),
    split: {},
    subaccount: {},
    order_id: null,
    paidAt: iso(paidAt),
    createdAt: iso(createdAt),
    requested_amount: amount,
    pos_transaction_data: null,
    connect: null,
  }
}

const SOURCE = {
  source: 'merchant_api',
  type: 'api',
  identifier: null,
  entry_point: 'transaction_initialize',
}

export const views = {
  verified: (transaction: Transaction): Json => ({
    ...core(transaction),
    receipt_number: null,
    plan: null,
    source: null,
    fees_breakdown: null,
    transaction_date: iso(transaction.createdAt),
    plan_object: {},
  }),

  listed: (transaction: Transaction): Json => ({
    ...core(transaction),
    metadata: transaction.metadata ?? null,
    plan: {},
    source: SOURCE,
  }),

  refundCreated: (refund: Refund, transaction: Transaction): Json => ({
    transaction: {
      ...core(transaction),
      plan: {},
      subaccount: { currency: null },
      source: null,
      fees_breakdown: null,
    },
    integration: MERCHANT.id,
    deducted_amount: 0,
    channel: null,
    merchant_note: refund.merchantNote,
    customer_note: refund.merchantNote,
    status: refund.status,
    refunded_by: MERCHANT.staff,
    expected_at: iso(refund.createdAt + 5 * 86_400_000),
    currency: transaction.currency,
    domain: DOMAIN,
    amount: refund.amount,
    fully_deducted: false,
    id: number(refund.id),
    createdAt: iso(refund.createdAt),
    updatedAt: iso(refund.updatedAt),
  }),

  refund: (refund: Refund, transaction: Transaction): Json => ({
    integration: MERCHANT.id,
    transaction: number(transaction.id),
    dispute: null,
    settlement: null,
    id: number(refund.id),
    domain: DOMAIN,
    currency: transaction.currency,
    amount: refund.amount,
    status: refund.status,
    refunded_at: refund.status === 'processed' ? iso(refund.updatedAt) : null,
    refunded_by: MERCHANT.staff,
    customer_note: refund.merchantNote,
    merchant_note: refund.merchantNote,
    deducted_amount: refund.amount,
    fully_deducted: 1,
    createdAt: iso(refund.createdAt),
    bank_reference: null,
    transaction_reference: transaction.reference,
    reason: refund.merchantNote,
    customer: {
      ...customerOf(transaction.email),
      first_name: '',
      last_name: '',
      phone: '',
      metadata: '',
      international_format_phone: '',
    },
    refund_type: refund.amount === transaction.amount ? 'full' : 'partial',
    transaction_amount: transaction.amount,
    initiated_by: MERCHANT.staff,
    refund_channel: 'bank',
    session_id: null,
    collect_account_number: false,
  }),

  /** The data of refund.*. The amount is text while the refund is pending, and a number later. */
  refundEvent: (refund: Refund, transaction: Transaction): Json => ({
    status: refund.status,
    transaction_reference: transaction.reference,
    refund_reference: refund.status === 'processed' ? refund.id : null,
    amount: refund.status === 'pending' ? String(refund.amount) : refund.amount,
    currency: transaction.currency,
    processor: 'instant-transfer',
    customer: { first_name: null, last_name: null, email: transaction.email },
    integration: MERCHANT.id,
    domain: DOMAIN,
    id: number(refund.id),
  }),

  dispute: (dispute: Dispute, transaction: Transaction): Json => ({
    id: number(dispute.id),
    refund_amount: dispute.amount,
    currency: transaction.currency,
    status: dispute.status,
    resolution: dispute.resolution,
    domain: DOMAIN,
    transaction: views.listed(transaction),
    transaction_reference: null,
    category: 'chargeback',
    customer: customerOf(transaction.email),
    bin: transaction.card?.bin ?? null,
    last4: transaction.card?.last4 ?? null,
    dueAt: iso(dispute.createdAt + 2 * 86_400_000),
    resolvedAt: iso(dispute.resolvedAt),
    evidence: null,
    attachments: '',
    note: null,
    history: [{ status: dispute.status, by: transaction.email, createdAt: iso(dispute.createdAt) }],
    messages: [],
    created_at: iso(dispute.createdAt),
    updated_at: iso(dispute.resolvedAt ?? dispute.createdAt),
  }),

  /** The data of verify_access_code and request_inline. */
  inline: (transaction: Transaction, instruments: boolean, url: string): Json => ({
    email: transaction.email,
    merchant_logo: `${url}/paystack/logo.svg`,
    merchant_name: MERCHANT.name,
    amount: transaction.amount,
    domain: DOMAIN,
    currency: transaction.currency,
    id: number(transaction.id),
    channels: transaction.channels,
    label: '',
    original_amount: transaction.amount,
    added_fees: 0,
    merchant_id: MERCHANT.id,
    merchant_key: PAYSTACK_PUBLIC_KEY,
    cancel_action: null,
    access_code: transaction.accessCode,
    transaction_status: transaction.status,
    log: null,
    custom_filters: '',
    customer: { ...customerOf(transaction.email), created_at: CUSTOMER_SINCE, updated_at: CUSTOMER_SINCE },
    reference: transaction.reference,
    saved_cards: { enabled: false, registered: false, registered_phone: null, registered_calling_code: null },
    plan_details: null,
    channel_options: { bank_transfer: ['titan'], ussd: ['737'] },
    merchant_channel_settings: { bank_transfer: { fulfil_late_notification: true } },
    link_config: {
      enabled: instruments,
      has_linked_accounts: false,
      has_saved_cards: instruments,
      has_payment_instruments: instruments,
      registered: instruments,
      registered_phone: null,
      registered_calling_code: null,
    },
    public_encryption_key: '',
    whitelabel: false,
  }),
}

const CUSTOMER_SINCE = '2026-01-01T00:00:00.000Z'
