import { type Context, Hono } from 'hono'
import { PAYSTACK_SECRET_KEY } from './account.ts'
import { injectFaults, type Env } from './faults.ts'
import type { Disputes } from './disputes.ts'
import type { Transaction } from './model.ts'
import type { Modes } from './modes.ts'
import { pageOf, readPaging } from './paging.ts'
import { Refusal, refusals } from './refusal.ts'
import type { Refunds } from './refunds.ts'
import type { Store } from './store.ts'
import { isCompleted, type Transactions } from './transactions.ts'
import { views } from './views.ts'

interface Options {
  store: Store
  modes: Modes
  transactions: Transactions
  refunds: Refunds
  disputes: Disputes
  /** The sandbox's own address. */
  url: string
}

/** The server-side calls of https://paystack.com/docs/api, authorized by the secret key. */
export function createApi({ store, modes, transactions, refunds, disputes, url }: Options): Hono<Env> {
  const api = new Hono<Env>()
  const success = (c: Context, message: string, data: unknown, more: object = {}) =>
    c.json({ status: true, message, data, ...more })

  for (const path of ['/transaction', '/transaction/*', '/refund', '/refund/*', '/dispute', '/dispute/*'])
    api.use(path, async (c, next) => {
      if (c.req.header('authorization') !== `Bearer ${PAYSTACK_SECRET_KEY}`) throw refusals.key()
      await next()
    })

  api.post('/transaction/initialize', injectFaults(modes, 'initialize'), async (c) => {
    const { reference, accessCode } = transactions.initialize(await readParameters(c), ipOf(c), 'api')
    return success(c, 'Authorization URL created', {
      authorization_url: `${url}/${accessCode}`,
      access_code: accessCode,
      reference,
    })
  })
  api.get('/transaction/verify/:reference', injectFaults(modes, 'verify'), (c) => {
    const transaction = store.byReference.get(c.req.param('reference'))
    if (!transaction) throw refusals.transaction()
    return success(c, 'Verification successful', views.verified(transaction, modes.get()))
  })
  api.get('/transaction', injectFaults(modes, 'list'), (c) => {
    const query = c.req.query()
    const found = [...store.transactions.values()]
      .filter((transaction) => matchesQuery(transaction, query))
      .sort((a, b) => b.createdAt - a.createdAt)
    const { rows, meta } = pageOf(found, readPaging(query))
    const volume = found.filter(isCompleted).reduce((sum, { amount }) => sum + amount, 0)
    return success(
      c,
      'Transactions retrieved',
      rows.map((row) => views.listed(row, modes.get())),
      { meta: { total_volume: volume, ...meta } },
    )
  })
  api.get('/transaction/timeline/:id', injectFaults(modes, 'fetch'), (c) => {
    return success(c, 'Timeline retrieved', views.timeline(transactionOf(c.req.param('id'), 404)))
  })
  api.get('/transaction/:id', injectFaults(modes, 'fetch'), (c) => {
    const transaction = store.transactions.get(c.req.param('id'))
    if (!transaction) throw refusals.transaction(404)
    return success(c, 'Transaction retrieved', views.fetched(transaction, modes.get()))
  })

  api.post('/refund', injectFaults(modes, 'refund'), async (c) => {
    const params = await readParameters(c)
    const transaction = transactionOf(String(params.transaction), 404)
    const refund = refunds.create(transaction, {
      amount: params.amount === undefined ? undefined : Number(params.amount),
      customerNote: noteOf(params.customer_note) ?? `Refund for transaction ${transaction.reference}`,
      merchantNote: noteOf(params.merchant_note) ?? `Refund for transaction ${transaction.reference}`,
    })
    return success(
      c,
      'Refund has been queued for processing',
      views.refundCreated(refund, transaction, modes.get()),
    )
  })
  api.get('/refund', injectFaults(modes, 'refund'), (c) => {
    const query = c.req.query()
    const wantedId = query.transaction === undefined ? null : transactionOf(query.transaction, 404).id
    const found = [...store.refunds.values()]
      .filter(
        ({ transactionId, createdAt }) =>
          (!wantedId || transactionId === wantedId) && isBetween(createdAt, query),
      )
      .sort((a, b) => b.createdAt - a.createdAt)
    const { rows, meta } = pageOf(found, readPaging(query))
    const failedRefundCount = found.filter(({ status }) => status === 'failed').length
    return success(
      c,
      'Refunds retrieved',
      rows.map((refund) => views.refund(refund, ownerOf(refund), modes.get())),
      { meta: { ...meta, perPage: String(meta.perPage), failedRefundCount } },
    )
  })
  api.get('/refund/:id', injectFaults(modes, 'refund'), (c) => {
    const refund = store.refunds.get(c.req.param('id'))
    if (!refund) throw refusals.refund()
    return success(c, 'Refund retrieved', views.refund(refund, ownerOf(refund), modes.get()))
  })
  api.post('/refund/retry_with_customer_details/:id', injectFaults(modes, 'refund'), (c) => {
    const refund = store.refunds.get(c.req.param('id'))
    if (!refund) throw refusals.refund()
    refunds.retry(refund)
    return success(
      c,
      'Refund retried and has been queued for processing',
      views.refund(refund, ownerOf(refund), modes.get()),
    )
  })

  api.get('/dispute', injectFaults(modes, 'dispute'), (c) => {
    const query = c.req.query()
    const found = [...store.disputes.values()]
      .filter(
        ({ status, createdAt }) => (!query.status || status === query.status) && isBetween(createdAt, query),
      )
      .sort((a, b) => b.createdAt - a.createdAt)
    const { rows, meta } = pageOf(found, readPaging(query))
    return success(
      c,
      'Disputes retrieved',
      rows.map((dispute) => views.dispute(dispute, ownerOf(dispute), modes.get())),
      { meta },
    )
  })
  api.get('/dispute/transaction/:id', injectFaults(modes, 'dispute'), (c) => {
    const { id } = transactionOf(c.req.param('id'), 404)
    const dispute = [...store.disputes.values()].findLast(({ transactionId }) => transactionId === id)
    if (!dispute) throw refusals.dispute()
    return success(c, 'Dispute retrieved successfully', views.dispute(dispute, ownerOf(dispute), modes.get()))
  })
  api.get('/dispute/:id', injectFaults(modes, 'dispute'), (c) => {
    const dispute = store.disputes.get(c.req.param('id'))
    if (!dispute) throw refusals.dispute()
    return success(c, 'Dispute retrieved', views.dispute(dispute, ownerOf(dispute), modes.get()))
  })
  api.put('/dispute/:id/resolve', injectFaults(modes, 'dispute'), async (c) => {
    const dispute = store.disputes.get(c.req.param('id'))
    if (!dispute) throw refusals.dispute()
    disputes.resolve(dispute, (await readParameters(c)).resolution)
    return success(c, 'Dispute successfully resolved', views.dispute(dispute, ownerOf(dispute), modes.get()))
  })

  const ownerOf = ({ transactionId }: { transactionId: string }) => store.transactions.get(transactionId)!

  function transactionOf(idOrReference: string, status: 400 | 404): Transaction {
    const found = store.transactions.get(idOrReference) ?? store.byReference.get(idOrReference)
    if (!found) throw refusals.transaction(status)
    return found
  }

  api.onError(toErrorResponse)
  return api
}

/** Maps a refusal to Paystack's error format. Any other error is a defect of the sandbox and is rethrown. */
export function toErrorResponse(error: Error, c: Context): Response {
  if (error instanceof Refusal) return c.json(error.body, error.status)
  throw error
}

/** Reads JSON or a form; Paystack accepts both. @throws Refusal */
export async function readParameters(c: Context): Promise<Record<string, unknown>> {
  if (c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) return c.req.parseBody()
  const body: unknown = await c.req.json().catch(() => null)
  if (typeof body !== 'object' || body === null) throw refusals.body()
  return body as Record<string, unknown>
}

export const ipOf = (c: Context<Env>): string => c.env.incoming.socket.remoteAddress ?? '127.0.0.1'

const noteOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

type Query = Record<string, string>

function matchesQuery(transaction: Transaction, query: Query): boolean {
  const { status, amount, channel, email, createdAt } = transaction
  return (
    (!query.status || status === query.status) &&
    (!query.amount || amount === Number(query.amount)) &&
    (!query.channel || channel === query.channel) &&
    (!query.customer || email === query.customer) &&
    isBetween(createdAt, query)
  )
}

/** `from` and `to` are dates or instants. A date includes its whole day. */
function isBetween(time: number, { from, to }: Query): boolean {
  const day = /^\d{4}-\d\d-\d\d$/
  const end = to && day.test(to) ? `${to}T23:59:59.999Z` : to
  return !(from && time < Date.parse(from)) && !(end && time > Date.parse(end))
}
