// A model of Paystack whose every answer a test decides: transactions, refunds, signed webhooks and outages. The stand-in
// in src/stand-ins/paystack speaks the whole protocol.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export const SECRET_KEY = 'sk_test_of_the_model'
const PUBLIC_KEY = 'pk_test_of_the_model'

export interface ModelTransaction {
  reference: string
  /** Larger than 2^53, like Paystack's. */
  id: string
  status: string
  amount: number
  requested_amount: number | undefined
  currency: string
  domain: string
  email: string
  metadata: unknown
  channel: string
  accessCode: string
  /** Milliseconds. */
  createdAt: number
  paidAt: number | null
}

export interface ModelDispute {
  reference: string
  status: string
  resolution: string | null
  /** Milliseconds. */
  createdAt: number
}

export interface ModelRefund {
  /** Milliseconds. */
  createdAt: number
  id: string
  reference: string
  amount: number
  status: string
}

/**
 * Moments at which Paystack may call a transaction reversed. Its documentation says that the word means a refund or a
 * logged chargeback, but not how much was returned.
 */
export const MOMENTS = [
  'dispute-opened',
  'dispute-won',
  'refund-pending',
  'refund-failed',
  'partial-refund-processed',
] as const
export type Moment = (typeof MOMENTS)[number]

/** Faults of a request. With `lost` and `huge` it is carried out, but the answer is cut off or has 4 MB. */
export const FAULTS = ['refused', '500', '429', 'garbage', 'html', 'huge', 'drip', 'silent', 'lost'] as const
export type Fault = (typeof FAULTS)[number]

interface Raw {
  [field: string]: unknown
}

const raw = (id: string) => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(id)

export class PaystackModel {
  readonly transactions = new Map<string, ModelTransaction>()
  readonly refunds: ModelRefund[] = []
  readonly disputes: ModelDispute[] = []
  /** Moments at which a transaction becomes reversed. It always does when all its money has been returned. */
  readonly reversedAt = new Set<Moment>()
  /** References of the transactions whose money was ever returned in full. */
  readonly everReturned = new Set<string>()
  /** Every request received: method and path, such as `POST /transaction/initialize`, and body. */
  readonly requests: { what: string; body: Raw }[] = []
  /** Faults of the next requests, in order. `null` means no fault. */
  readonly faults: (Fault | null)[] = []
  /** The fault of every request, until set to null. */
  fault: Fault | null = null
  /** The fault by method and path, such as `GET /dispute`. */
  faultOf: (what: string) => Fault | null = () => null
  /** Milliseconds before each answer. */
  latency = 0
  /** Promises for which the next answers about one transaction wait after they were computed, so that they arrive outdated. */
  readonly late: Promise<unknown>[] = []
  /** The model's clock, in milliseconds. */
  now: () => number = () => Date.now()
  url = ''
  private count = 0
  private server = createServer((request, response) => void this.answer(request, response))

  /** The settings of a server that uses this model. */
  get settings(): Record<string, string> {
    return { PAYSTACK_SECRET_KEY: SECRET_KEY, PAYSTACK_PUBLIC_KEY: PUBLIC_KEY, SANDBOX_URL: this.url }
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
    return this
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  /** Marks a transaction as paid, or with other changes. */
  pay(reference: string, changes: Partial<ModelTransaction> = {}): ModelTransaction {
    const found = this.transactions.get(reference)
    if (!found) throw new Error(`there is no transaction ${reference}`)
    return Object.assign(found, { status: 'success', paidAt: this.now() }, changes)
  }

  /** Adds a transaction that the server did not open. */
  add(reference: string, changes: Partial<ModelTransaction> = {}): ModelTransaction {
    const made: ModelTransaction = {
      reference,
      id: String(9_007_199_254_740_993n + BigInt(this.count++)),
      status: 'abandoned',
      amount: 150_000,
      requested_amount: undefined,
      currency: 'NGN',
      domain: 'test',
      email: 'someone@example.com',
      metadata: '',
      channel: 'card',
      accessCode: `code${this.count}`,
      createdAt: this.now(),
      paidAt: null,
      ...changes,
    }
    this.transactions.set(reference, made)
    return made
  }

  /** Refunds an amount, as Paystack's dashboard does. */
  refund(reference: string, amount: number, status = 'processed'): ModelRefund {
    const refund = {
      id: String(9_007_199_254_740_993n + BigInt(this.count++)),
      reference,
      amount,
      status,
      createdAt: this.now(),
    }
    this.refunds.push(refund)
    this.markRefund(reference, status)
    return refund
  }

  /** Ends all refunds of a transaction. */
  finishRefunds(reference: string, status = 'processed'): void {
    for (const refund of this.refunds) if (refund.reference === reference) this.finishRefund(refund, status)
  }

  /** Ends one refund. A processed refund can still fail: the bank returns the money. */
  finishRefund(refund: ModelRefund, status: string): void {
    refund.status = status
    this.markRefund(refund.reference, status)
  }

  /** Opens a dispute about a payment. */
  dispute(reference: string): ModelDispute {
    const dispute = {
      reference,
      status: 'awaiting-merchant-feedback',
      resolution: null,
      createdAt: this.now(),
    }
    this.disputes.push(dispute)
    this.mark(reference, 'dispute-opened')
    return dispute
  }

  /** Decides the dispute about a payment, even if it was decided before. With `declined` the merchant keeps the money. */
  resolveDispute(reference: string, resolution: 'merchant-accepted' | 'declined'): void {
    const dispute = this.disputes.findLast((one) => one.reference === reference)!
    Object.assign(dispute, { status: 'resolved', resolution })
    this.mark(reference, 'dispute-won')
  }

  /** Whether all of a transaction's money was returned, so that its grant must be reversed. */
  hasReturned(reference: string): boolean {
    const refunded = this.refunds
      .filter((refund) => refund.reference === reference && refund.status === 'processed')
      .reduce((sum, refund) => sum + refund.amount, 0)
    const isLost = this.disputes.some(
      (dispute) => dispute.reference === reference && dispute.resolution === 'merchant-accepted',
    )
    return isLost || refunded >= this.transactions.get(reference)!.amount
  }

  private markRefund(reference: string, status: string): void {
    if (status === 'processed') this.mark(reference, 'partial-refund-processed')
    else this.mark(reference, status === 'failed' ? 'refund-failed' : 'refund-pending')
  }

  private mark(reference: string, moment: Moment): void {
    const hasReturned = this.hasReturned(reference)
    if (hasReturned) this.everReturned.add(reference)
    const isReversed = hasReturned || this.reversedAt.has(moment)
    this.transactions.get(reference)!.status = isReversed ? 'reversed' : 'success'
  }

  /** The body of a webhook about a transaction. */
  eventOf(event: string, reference: string, more: Raw = {}): string {
    const transaction = this.transactions.get(reference)
    const { id, ...shown } = transaction ? this.shown(transaction) : { id: raw('1'), reference }
    const data = event.startsWith('charge.dispute')
      ? {
          ...disputeOf(transaction),
          status: 'awaiting-merchant-feedback',
          domain: 'test',
          transaction: { id, ...shown },
          ...more,
        }
      : event.startsWith('refund.')
        ? {
            status: event.slice(7),
            transaction_reference: reference,
            amount: '10000',
            domain: 'test',
            ...more,
          }
        : { id, ...shown, ...more }
    return JSON.stringify({ event, data })
  }

  sign(body: string | Uint8Array, key = SECRET_KEY): string {
    return createHmac('sha512', key).update(body).digest('hex')
  }

  /** Sends a webhook as Paystack does. @returns the status of the answer */
  async deliver(to: string, body: string, headers: Record<string, string> = {}): Promise<number> {
    const response = await fetch(`${to}/api/webhooks/paystack`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-paystack-signature': this.sign(body), ...headers },
    })
    await response.arrayBuffer()
    return response.status
  }

  /** Sends `charge.success` of a transaction. */
  sendWebhook(to: string, reference: string): Promise<number> {
    return this.deliver(to, this.eventOf('charge.success', reference))
  }

  private shown(transaction: ModelTransaction): Raw {
    const { id, accessCode: _, createdAt, paidAt, email, ...rest } = transaction
    const paid = paidAt === null ? null : new Date(paidAt).toISOString()
    return {
      id: raw(id),
      ...rest,
      created_at: new Date(createdAt).toISOString(),
      paid_at: paid,
      paidAt: paid,
      customer: { email },
      log: null,
      ip_address: null,
      plan: {},
    }
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, this.url)
    const sent = await text(request)
    const body = (sent === '' ? {} : JSON.parse(sent)) as Raw
    const what = `${request.method} ${url.pathname}`
    this.requests.push({ what, body })
    const fault = this.fault ?? this.faultOf(what) ?? this.faults.shift() ?? null
    if (this.latency > 0) await sleep(this.latency)
    if (fault !== null && fault !== 'lost' && fault !== 'huge') return this.fail(fault, response)
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
      return say(response, 401, false, 'Invalid key')
    const [status, message, data, meta] = this.route(what, url, body)
    if (/ \/transaction\/(initialize|verify\/)/.test(what)) await this.late.shift()
    if (fault === 'lost') return void response.destroy()
    const padding = fault === 'huge' ? 'x'.repeat(4_000_000) : undefined
    say(response, status, status < 400, message, data, padding ?? meta)
  }

  private route(what: string, url: URL, body: Raw): [number, string, unknown?, unknown?] {
    if (what === 'POST /transaction/initialize') return this.initialize(body)
    if (what.startsWith('GET /transaction/verify/')) {
      const reference = decodeURIComponent(url.pathname.split('/').pop()!)
      const found = this.transactions.get(reference)
      return found
        ? [200, 'Verification successful', this.shown(found)]
        : [400, 'Transaction reference not found.']
    }
    if (what === 'GET /transaction') return this.list(url.searchParams)
    if (what === 'GET /settlement') return [200, 'Settlements retrieved', []]
    if (what === 'POST /refund') return this.newRefund(body)
    if (what === 'GET /refund') {
      const id = url.searchParams.get('transaction')
      const of =
        id === null ? null : [...this.transactions.values()].find((transaction) => transaction.id === id)
      const list = this.refunds.filter(
        (refund) => (of === null || refund.reference === of?.reference) && within(url, refund),
      )
      return [200, 'Refunds retrieved', pageOf(url, list).map((refund) => this.shownRefund(refund))]
    }
    if (what.startsWith('GET /dispute/transaction/')) {
      const id = url.pathname.split('/').pop()
      const found = this.disputes.findLast(({ reference }) => this.transactions.get(reference)!.id === id)
      return found
        ? [200, 'Dispute retrieved successfully', this.shownDispute(found)]
        : [404, 'Dispute not found']
    }
    if (what === 'GET /dispute') {
      const list = this.disputes.filter((dispute) => within(url, dispute))
      return [200, 'Disputes retrieved', pageOf(url, list).map((dispute) => this.shownDispute(dispute))]
    }
    return [404, 'Not found']
  }

  private initialize({ reference, email, amount, currency, metadata }: Raw): [number, string, unknown?] {
    if (this.transactions.has(String(reference))) return [400, 'Duplicate Transaction Reference']
    const made = this.add(String(reference), {
      email: String(email),
      amount: Number(amount),
      currency: String(currency),
      metadata,
    })
    const data = {
      reference,
      access_code: made.accessCode,
      authorization_url: `https://checkout.paystack.com/${made.accessCode}`,
    }
    return [200, 'Authorization URL created', data]
  }

  private list(query: URLSearchParams): [number, string, unknown, unknown] {
    const [from, to] = [Date.parse(query.get('from')!), Date.parse(query.get('to')!)]
    const all = [...this.transactions.values()].filter(
      ({ status, createdAt }) => status === query.get('status') && createdAt >= from && createdAt <= to,
    )
    const start = Number(query.get('next') ?? 0)
    const size = Number(query.get('perPage'))
    const next = start + size < all.length ? String(start + size) : null
    const page = all.slice(start, start + size).map((transaction) => this.shown(transaction))
    return [200, 'Transactions retrieved', page, { next, previous: null, perPage: size }]
  }

  private newRefund({ transaction, amount }: Raw): [number, string, unknown?] {
    const found = this.transactions.get(String(transaction))
    if (!found || found.status !== 'success') return [400, 'Transaction has been fully reversed']
    const refunded = this.refunds.filter(
      (one) => one.reference === found.reference && one.status !== 'failed',
    )
    if (refunded.reduce((sum, one) => sum + one.amount, Number(amount)) > found.amount)
      return [400, 'Refund amount cannot be more than what is left']
    return [
      200,
      'Refund has been queued for processing',
      this.shownRefund(this.refund(found.reference, Number(amount), 'pending')),
    ]
  }

  private shownRefund({ id, reference, amount, status }: ModelRefund): Raw {
    const { id: transaction } = this.transactions.get(reference)!
    return { id: raw(id), transaction: raw(transaction), transaction_reference: reference, amount, status }
  }

  private shownDispute({ reference, status, resolution }: ModelDispute): Raw {
    const transaction = this.transactions.get(reference)!
    const { id } = disputeOf(transaction)
    return { id, status, resolution, domain: transaction.domain, transaction: this.shown(transaction) }
  }

  private async fail(fault: Exclude<Fault, 'lost' | 'huge'>, response: ServerResponse): Promise<void> {
    if (fault === 'refused') response.destroy()
    else if (fault === '500') say(response, 500, false, 'Something went wrong')
    else if (fault === '429') say(response, 429, false, 'Rate limited')
    else if (fault === 'garbage')
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status": tr')
    else if (fault === 'html') response.writeHead(200).end('<html><body>Bad gateway</body></html>')
    else {
      // Nothing, or one byte per second, until the client times out.
      const drip = fault === 'drip' ? setInterval(() => response.write(' '), 1000) : undefined
      response.on('close', () => clearInterval(drip))
    }
  }
}

/** A transaction has at most one dispute, with its own id. */
const disputeOf = (transaction: ModelTransaction | undefined) => ({
  id: Number(BigInt(transaction?.id ?? 0) % 1_000_000_007n),
})

/** Whether a record was created in the requested interval. */
function within(url: URL, { createdAt }: { createdAt: number }): boolean {
  const [from, to] = ['from', 'to'].map((name) => url.searchParams.get(name))
  return (!from || createdAt >= Date.parse(from)) && (!to || createdAt <= Date.parse(to))
}

function pageOf<T>(url: URL, list: readonly T[]): T[] {
  const [page, size] = [
    Number(url.searchParams.get('page') ?? 1),
    Number(url.searchParams.get('perPage') ?? 50),
  ]
  return list.slice((page - 1) * size, page * size)
}

function say(
  response: ServerResponse,
  httpStatus: number,
  status: boolean,
  message: string,
  data?: unknown,
  meta?: unknown,
): void {
  if (response.destroyed) return
  response.writeHead(httpStatus, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      status,
      message,
      ...(data !== undefined && { data }),
      ...(meta !== undefined && { meta }),
    }),
  )
}

export const startPaystack = () => new PaystackModel().start()
