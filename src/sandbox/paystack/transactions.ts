import { randomBytes, randomInt } from 'node:crypto'
import { askBank, type CardAnswer, PREFILLED, someExpiry, type TypedCard } from './cards.ts'
import { type Channel, CHANNELS, type Transaction, type TransactionLog } from './model.ts'
import type { Modes, Moment } from './modes.ts'
import { refusals } from './refusal.ts'
import type { Store } from './store.ts'
import type { Timers } from './timers.ts'

/** The least that Paystack takes, ₦50, in kobo. */
const LEAST = 5000

/** A new id: digits past 32 bits as Paystack's are, or past what a number in JavaScript can hold, and odd to prove it. */
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
  /** Told once about each transaction that was paid. */
  onPaid: (transaction: Transaction) => void
}

/** What somebody does in the checkout. */
export type Attempt =
  | { action: 'pay'; card: TypedCard }
  | { action: 'vault' | 'transfer' | 'bank' | 'ussd' | 'qr' | 'decline' | 'fail' | 'cancel' }

export type Outcome =
  | { outcome: 'success' | 'pending' | 'cancelled' }
  | { outcome: 'declined' | 'failed'; message: string }
  | { outcome: 'asked'; for: 'pin' | 'otp' }

/** How transactions come into being and what people do with them. */
export function createTransactions({ store, modes, timers, onPaid }: Context) {
  function paid(transaction: Transaction, channel: Channel, gatewayResponse: string): Outcome {
    if (isCompleted(transaction)) throw refusals.completed()
    Object.assign(transaction, { status: 'success', channel, gatewayResponse, dueAt: null })
    transaction.paidAt = modes.now()
    note(transaction, 'success', `Successfully paid with ${channel}`)
    store.save(transaction)
    onPaid(transaction)
    return { outcome: 'success' }
  }

  function failed(transaction: Transaction, outcome: 'declined' | 'failed', message: string): Outcome {
    Object.assign(transaction, { status: 'failed', channel: 'card', gatewayResponse: message })
    note(transaction, 'error', `Error: ${message}`)
    store.save(transaction)
    return { outcome, message }
  }

  function byCard(transaction: Transaction, answer: CardAnswer): Outcome {
    if (answer.outcome === 'asked') return answer
    if (answer.outcome === 'declined') return failed(transaction, 'declined', answer.message)
    const { card, expiry } = answer
    transaction.card = {
      bin: card.number.slice(0, 6),
      last4: card.number.slice(-4),
      brand: card.brand,
      expiry,
    }
    return paid(transaction, 'card', 'Successful')
  }

  function byTransfer(transaction: Transaction): Outcome {
    const { transferAfter } = modes.get()
    const dueAt = transferAfter === null ? null : modes.now() + transferAfter
    Object.assign(transaction, {
      status: 'pending',
      channel: 'bank_transfer',
      gatewayResponse: 'Pending confirmation of the transfer',
      dueAt,
    })
    store.save(transaction)
    wait(transaction)
    return { outcome: 'pending' }
  }

  /** Lets a transfer arrive when it is due, also after a restart. */
  function wait(transaction: Transaction): void {
    const { dueAt } = transaction
    if (dueAt === null) return
    timers.after(dueAt - modes.now(), () => {
      if (transaction.dueAt === dueAt) settle(transaction)
    })
  }

  /** A bank transfer arrives, however late and whatever was tried meanwhile. */
  function settle(transaction: Transaction): void {
    paid(transaction, 'bank_transfer', 'Approved')
  }

  for (const transaction of store.transactions.values()) wait(transaction)

  return {
    settle,
    /**
     * A new transaction out of the parameters of initialize or of the checkout library.
     * @throws Refusal
     */
    initialize(parameters: Record<string, unknown>, ip: string, source: Transaction['source']): Transaction {
      const { amount, currency = 'NGN', email, plan } = parameters
      const reference = text(parameters.reference) || randomBytes(5).toString('hex')
      if (typeof email !== 'string' || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) throw refusals.email()
      if (plan) throw refusals.plan()
      const kobo = wholeNumber(amount)
      if (kobo === null || kobo < LEAST) throw refusals.amount(LEAST)
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

    /**
     * What somebody does in the checkout. A declined card leaves the transaction open for another try.
     * @throws Refusal when it is completed or has no such channel
     */
    attempt(transaction: Transaction, attempt: Attempt): Outcome {
      if (isCompleted(transaction)) throw refusals.completed()
      const channel = CHANNEL_OF[attempt.action]
      if (channel && !transaction.channels.includes(channel)) throw refusals.channels()
      if (channel) note(transaction, 'action', `Attempted to pay with ${channel}`)
      switch (attempt.action) {
        case 'pay':
          return byCard(transaction, askBank(attempt.card, modes.now()))
        case 'vault':
          return byCard(transaction, savedCard(modes.now()))
        case 'transfer':
          return byTransfer(transaction)
        case 'bank':
        case 'ussd':
        case 'qr':
          return paid(transaction, attempt.action, 'Approved')
        case 'decline':
          return failed(transaction, 'declined', 'Declined')
        case 'fail':
          return failed(transaction, 'failed', 'Unable to process transaction')
        case 'cancel':
          return { outcome: 'cancelled' }
      }
    },

    /** The checkout was opened by somebody. */
    opened(transaction: Transaction, ip: string): void {
      transaction.ip = ip
      logOf(transaction)
      store.save(transaction)
    },

    /**
     * Sets what a paid transaction is called after something happened to a refund or a dispute. Once all of its money has
     * gone back, the moment does not matter.
     */
    mark(transaction: Transaction, moment: Moment): void {
      const isReversed = hasReturned(store, transaction) || modes.get().reversedAt.includes(moment)
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

  function note(transaction: Transaction, type: 'action' | 'error' | 'success', message: string): void {
    const log = logOf(transaction)
    log.time_spent = seconds(modes.now()) - log.start_time
    if (type === 'action') log.attempts += 1
    if (type === 'error') log.errors += 1
    if (type === 'success') log.success = true
    log.history.push({ type, message, time: log.time_spent })
  }
}
export type Transactions = ReturnType<typeof createTransactions>

/** Which channel an action needs. */
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

/** Whether all of a transaction's money has gone back: by processed refunds, or by a dispute that was lost. */
function hasReturned({ refunds, disputes }: Store, { id, amount }: Transaction): boolean {
  const gone = [...refunds.values()]
    .filter(({ transactionId, status }) => transactionId === id && status === 'processed')
    .reduce((sum, refund) => sum + refund.amount, 0)
  const isLost = [...disputes.values()].some(
    ({ transactionId, resolution }) => transactionId === id && resolution === 'merchant-accepted',
  )
  return isLost || gone >= amount
}

/** Paid, whatever became of the money later. */
export const isCompleted = ({ paidAt }: Transaction): boolean => paidAt !== null

const seconds = (milliseconds: number) => Math.round(milliseconds / 1000)

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The documentation asks for text, the description for a number: Paystack takes both. */
function wholeNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null
}

function channelsOf(wished: unknown): Channel[] {
  if (!Array.isArray(wished) || wished.length === 0) return [...CHANNELS]
  const channels = CHANNELS.filter((channel) => wished.includes(channel))
  if (channels.length === 0) throw refusals.channels()
  return channels
}

/** Metadata arrive as an object or as its JSON. */
function metadataOf(given: unknown): unknown {
  if (typeof given !== 'string') return given ?? null
  try {
    return JSON.parse(given) as unknown
  } catch {
    return given
  }
}

/** The card that Paystack keeps for everybody when the switch says that people have saved cards. */
const savedCard = (now: number): CardAnswer =>
  askBank({ number: PREFILLED.number, cvv: PREFILLED.cvv, expiry: someExpiry(now) }, now)
