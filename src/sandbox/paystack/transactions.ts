import { randomBytes, randomInt } from 'node:crypto'
import { authorizeCard, type CardAnswer, PREFILLED, validExpiry, type TypedCard } from './cards.ts'
import { type Channel, CHANNELS, type Transaction, type TransactionLog } from './model.ts'
import type { Modes, Moment } from './modes.ts'
import { refusals } from './refusal.ts'
import type { Store } from './store.ts'
import type { Timers } from './timers.ts'

/** Paystack's minimum, ₦50. */
const MIN_AMOUNT_KOBO = 5000

/** Creates an id past 2^32, as Paystack's are. With the mode `huge`, it is past 2^53 and odd, so that rounding shows. */
export function newId(modes: Modes, taken: (id: string) => boolean): string {
  for (;;) {
    const id =
      modes.get().ids === 'huge'
        ? String(2n ** 53n + 1n + 2n * BigInt(randomInt(2 ** 47)))
        : String(4_500_000_000 + randomInt(1_000_000_000))
    if (!taken(id)) return id
  }
}

interface Context {
  store: Store
  modes: Modes
  timers: Timers
  /** Called once for each paid transaction. */
  onPaid: (transaction: Transaction) => void
}

/** A customer's action in the checkout. */
export type Attempt =
  | { action: 'pay'; card: TypedCard }
  | { action: 'vault' | 'transfer' | 'bank' | 'ussd' | 'qr' | 'decline' | 'fail' | 'cancel' }

export type Outcome =
  | { outcome: 'success' | 'pending' | 'cancelled' }
  | { outcome: 'declined' | 'failed'; message: string }
  | { outcome: 'asked'; for: 'pin' | 'otp' }

/** A payment that the app generated for its demo. Times are in milliseconds, the amount in kobo. */
export interface SampleTransaction {
  id: string
  reference: string
  email: string
  kobo: number
  channel: string | null
  createdAt: number
  /** Null for a checkout that was opened and not paid. */
  paidAt: number | null
}

/** Transactions and the customers' attempts to pay them. */
export function createTransactions({ store, modes, timers, onPaid }: Context) {
  function markPaid(transaction: Transaction, channel: Channel, gatewayResponse: string): Outcome {
    if (isCompleted(transaction)) throw refusals.completed()
    Object.assign(transaction, { status: 'success', channel, gatewayResponse, dueAt: null })
    transaction.paidAt = modes.now()
    addToLog(transaction, 'success', `Successfully paid with ${channel}`)
    store.save(transaction)
    onPaid(transaction)
    return { outcome: 'success' }
  }

  function markFailed(transaction: Transaction, outcome: 'declined' | 'failed', message: string): Outcome {
    Object.assign(transaction, { status: 'failed', channel: 'card', gatewayResponse: message })
    addToLog(transaction, 'error', `Error: ${message}`)
    store.save(transaction)
    return { outcome, message }
  }

  function payByCard(transaction: Transaction, answer: CardAnswer): Outcome {
    if (answer.outcome === 'asked') return answer
    if (answer.outcome === 'declined') return markFailed(transaction, 'declined', answer.message)
    const { card, expiry } = answer
    transaction.card = {
      bin: card.number.slice(0, 6),
      last4: card.number.slice(-4),
      brand: card.brand,
      expiry,
    }
    return markPaid(transaction, 'card', 'Successful')
  }

  function payByTransfer(transaction: Transaction): Outcome {
    const { transferAfter } = modes.get()
    const dueAt = transferAfter === null ? null : modes.now() + transferAfter
    Object.assign(transaction, {
      status: 'pending',
      channel: 'bank_transfer',
      gatewayResponse: 'Pending confirmation of the transfer',
      dueAt,
    })
    store.save(transaction)
    scheduleArrival(transaction)
    return { outcome: 'pending' }
  }

  /** Schedules the arrival of a transfer, also after a restart. */
  function scheduleArrival(transaction: Transaction): void {
    const { dueAt } = transaction
    if (dueAt === null) return
    timers.after(dueAt - modes.now(), () => {
      if (transaction.dueAt === dueAt) settle(transaction)
    })
  }

  /** Records the arrival of a bank transfer, also after other attempts. */
  function settle(transaction: Transaction): void {
    markPaid(transaction, 'bank_transfer', 'Approved')
  }

  for (const transaction of store.transactions.values()) scheduleArrival(transaction)

  return {
    settle,
    /**
     * Creates a transaction from the parameters of initialize or of the checkout library.
     * @throws Refusal
     */
    initialize(parameters: Record<string, unknown>, ip: string, source: Transaction['source']): Transaction {
      const { amount, currency = 'NGN', email, plan } = parameters
      const reference = text(parameters.reference) || randomBytes(5).toString('hex')
      if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw refusals.email()
      if (plan) throw refusals.plan()
      const kobo = wholeNumber(amount)
      if (kobo === null || kobo < MIN_AMOUNT_KOBO) throw refusals.amount(MIN_AMOUNT_KOBO)
      if (currency !== 'NGN') throw refusals.currency()
      if (!/^[\w.=-]+$/.test(reference) || reference.includes('_')) throw refusals.reference()
      if (store.byReference.has(reference)) throw refusals.duplicate()
      const transaction: Transaction = {
        kind: 'transaction',
        id: newId(modes, (id) => store.transactions.has(id)),
        accessCode: randomBytes(12).toString('hex').slice(0, 15),
        reference,
        status: 'abandoned',
        amount: kobo,
        currency,
        email: email.toLowerCase(),
        channels: channelsOf(parameters.channels),
        metadata: metadataOf(parameters.metadata),
        callbackUrl: text(parameters.callback_url) || null,
        source,
        channel: null,
        card: null,
        gatewayResponse: 'The transaction was not completed',
        ip,
        log: null,
        createdAt: modes.now(),
        paidAt: null,
        dueAt: null,
      }
      store.save(transaction)
      return transaction
    },

    /** Adds the transaction of a sample payment, labelled in its metadata, and sends no event. A known one stays. */
    addSample({ id, reference, email, kobo, channel, createdAt, paidAt }: SampleTransaction): void {
      if (store.byReference.has(reference)) return
      store.save({
        kind: 'transaction',
        id,
        accessCode: reference,
        reference,
        status: paidAt === null ? 'abandoned' : 'success',
        amount: kobo,
        currency: 'NGN',
        email,
        channels: [...CHANNELS],
        metadata: { source: 'sample' },
        callbackUrl: null,
        source: 'api',
        channel: CHANNELS.find((known) => known === channel) ?? null,
        card: null,
        gatewayResponse: paidAt === null ? 'The transaction was not completed' : 'Approved',
        ip: '127.0.0.1',
        log: null,
        createdAt,
        paidAt,
        dueAt: null,
      })
    },

    /**
     * Runs a customer's action. After a declined card, the transaction can still be paid.
     * @throws Refusal when it is completed or lacks the channel
     */
    attempt(transaction: Transaction, attempt: Attempt): Outcome {
      if (isCompleted(transaction)) throw refusals.completed()
      const channel = CHANNEL_OF[attempt.action]
      if (channel && !transaction.channels.includes(channel)) throw refusals.channels()
      if (channel) addToLog(transaction, 'action', `Attempted to pay with ${channel}`)
      switch (attempt.action) {
        case 'pay':
          return payByCard(transaction, authorizeCard(attempt.card, modes.now()))
        case 'vault':
          return payByCard(transaction, savedCard(modes.now()))
        case 'transfer':
          return payByTransfer(transaction)
        case 'bank':
        case 'ussd':
        case 'qr':
          return markPaid(transaction, attempt.action, 'Approved')
        case 'decline':
          return markFailed(transaction, 'declined', 'Declined')
        case 'fail':
          return markFailed(transaction, 'failed', 'Unable to process transaction')
        case 'cancel':
          return { outcome: 'cancelled' }
      }
    },

    /** Records that a customer opened the checkout. */
    opened(transaction: Transaction, ip: string): void {
      transaction.ip = ip
      logOf(transaction)
      store.save(transaction)
    },

    /**
     * Sets the status of a paid transaction after a change of a refund or a dispute. A fully returned transaction is
     * reversed at every moment.
     */
    updateStatus(transaction: Transaction, moment: Moment): void {
      const isReversed = isFullyReturned(store, transaction) || modes.get().reversedAt.includes(moment)
      transaction.status = isReversed ? 'reversed' : 'success'
      store.save(transaction)
    },
  }

  function logOf(transaction: Transaction): TransactionLog {
    transaction.log ??= {
      start_time: seconds(modes.now()),
      time_spent: 0,
      attempts: 0,
      errors: 0,
      success: false,
      mobile: false,
      input: [],
      history: [],
    }
    return transaction.log
  }

  function addToLog(transaction: Transaction, type: 'action' | 'error' | 'success', message: string): void {
    const log = logOf(transaction)
    log.time_spent = seconds(modes.now()) - log.start_time
    if (type === 'action') log.attempts += 1
    if (type === 'error') log.errors += 1
    if (type === 'success') log.success = true
    log.history.push({ type, message, time: log.time_spent })
  }
}
export type Transactions = ReturnType<typeof createTransactions>

/** The channel that an action requires. */
const CHANNEL_OF: Record<Attempt['action'], Channel | null> = {
  pay: 'card',
  vault: 'card',
  transfer: 'bank_transfer',
  bank: 'bank',
  ussd: 'ussd',
  qr: 'qr',
  decline: 'card',
  fail: null,
  cancel: null,
}

/** Whether processed refunds or a lost dispute returned all of a transaction's money. */
function isFullyReturned({ refunds, disputes }: Store, { id, amount }: Transaction): boolean {
  const refundedKobo = [...refunds.values()]
    .filter(({ transactionId, status }) => transactionId === id && status === 'processed')
    .reduce((sum, refund) => sum + refund.amount, 0)
  const isLost = [...disputes.values()].some(
    ({ transactionId, resolution }) => transactionId === id && resolution === 'merchant-accepted',
  )
  return isLost || refundedKobo >= amount
}

/** Whether it was ever paid, including transactions that were refunded later. */
export const isCompleted = ({ paidAt }: Transaction): boolean => paidAt !== null

const seconds = (milliseconds: number) => Math.round(milliseconds / 1000)

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The documentation requires text, the OpenAPI description a number. Paystack accepts both. */
function wholeNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null
}

function channelsOf(requested: unknown): Channel[] {
  if (!Array.isArray(requested) || requested.length === 0) return [...CHANNELS]
  const channels = CHANNELS.filter((channel) => requested.includes(channel))
  if (channels.length === 0) throw refusals.channels()
  return channels
}

/** Metadata arrives as an object or as JSON text. */
function metadataOf(given: unknown): unknown {
  if (typeof given !== 'string') return given ?? null
  try {
    return JSON.parse(given) as unknown
  } catch {
    return given
  }
}

/** The saved card of every customer in the mode `instruments`. */
const savedCard = (now: number): CardAnswer =>
  authorizeCard({ number: PREFILLED.number, cvv: PREFILLED.cvv, expiry: validExpiry(now) }, now)
