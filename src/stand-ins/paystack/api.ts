import type { Env } from '../base/base.ts'
import { type Context, Hono } from 'hono'
import { PAYSTACK_SECRET_KEY, Refusal, refuse, type Transaction, type Modes, now } from './model.ts'
import type { Payments } from './payments.ts'
import type { Store } from './store.ts'
import { views } from './views.ts'

const DEFAULT_PER_PAGE = 50
const MOST_PER_PAGE = 100

/** The calls of https://paystack.com/docs/api that the app makes, authorized by the secret key. */
export function createApi(store: Store, modes: Modes, payments: Payments, url: string): Hono<Env> {
  const api = new Hono<Env>()
  const success = (c: Context, message: string, data: unknown, meta?: object) =>
    c.json({ status: true, message, data, ...(meta && { meta }) })

  for (const path of ['/transaction', '/transaction/*', '/refund', '/dispute', '/dispute/*', '/settlement']) {
    api.use(path, async (c, next) => {
      if (c.req.header('authorization') !== `Bearer ${PAYSTACK_SECRET_KEY}`) throw refuse('key')
      if (modes.get().answers === 'normal') return next()
      return c.html('<html><body><h1>502 Bad Gateway</h1></body></html>', 502)
    })
  }

  api.post('/transaction/initialize', async (c) => {
    const { reference, accessCode } = payments.initialize(await readJson(c))
    const data = { authorization_url: `${url}/${accessCode}`, access_code: accessCode, reference }
    return success(c, 'Authorization URL created', data)
  })
  api.get('/transaction/verify/:reference', (c) => {
    const transaction = store.transaction('reference', c.req.param('reference'))
    if (!transaction) throw refuse('unknown')
    return success(c, 'Verification successful', { ...views.verified(transaction), ...modes.get().overrides })
  })
  api.get('/transaction', (c) => {
    const { status, settlement } = c.req.query()
    const payout = settlement ? store.payouts.get(settlement) : undefined
    const skipped = modes.get().payouts === 'incomplete' ? 1 : 0
    const isWanted = (transaction: Transaction) =>
      (!status || transaction.status === status) &&
      (!settlement || payout?.transactionIds.slice(skipped).includes(transaction.id))
    const { rows, meta } = pageOf([...store.transactions.values()].filter(isWanted), c.req.query())
    const { overrides } = modes.get()
    const shown = rows.map((row) => ({ ...views.listed(row), ...overrides }))
    return success(c, 'Transactions retrieved', shown, { total_volume: 0, ...meta })
  })

  api.get('/settlement', (c) => {
    payments.payOut(startOfLagosDay(now()))
    const { rows, meta } = pageOf([...store.payouts.values()], c.req.query())
    const shown = rows.map((payout) => views.payout(payout, store, modes.get().payouts))
    return success(c, 'Settlements retrieved', shown, meta)
  })

  api.post('/refund', async (c) => {
    const { transaction: named, amount, merchant_note: note } = await readJson(c)
    const transaction = transactionOf(String(named))
    const refund = payments.refund(
      transaction,
      amount === undefined ? undefined : Number(amount),
      typeof note === 'string' ? note : undefined,
    )
    return success(c, 'Refund has been queued for processing', views.refundCreated(refund, transaction))
  })
  api.get('/refund', (c) => {
    const { transaction } = c.req.query()
    const all = transaction ? payments.refundsOf(transactionOf(transaction)) : [...store.refunds.values()]
    const { rows, meta } = pageOf(all, c.req.query())
    const shown = rows.map((refund) => views.refund(refund, ownerOf(refund)))
    const more = { perPage: String(meta.perPage), failedRefundCount: 0 }
    return success(c, 'Refunds retrieved', shown, { ...meta, ...more })
  })

  api.get('/dispute', (c) => {
    const { rows, meta } = pageOf([...store.disputes.values()], c.req.query())
    const shown = rows.map((dispute) => views.dispute(dispute, ownerOf(dispute)))
    return success(c, 'Disputes retrieved', shown, meta)
  })
  api.get('/dispute/transaction/:id', (c) => {
    const transaction = transactionOf(c.req.param('id'))
    const dispute = payments.disputesOf(transaction).at(-1)
    if (!dispute) throw refuse('dispute')
    return success(c, 'Dispute retrieved successfully', views.dispute(dispute, transaction))
  })

  const ownerOf = ({ transactionId }: { transactionId: string }) => store.transactions.get(transactionId)!

  function transactionOf(named: string): Transaction {
    const found = store.transactions.get(named) ?? store.transaction('reference', named)
    if (!found) throw refuse('transaction')
    return found
  }

  return api
}

/** Maps a refusal to Paystack's error format. Any other error is a defect of the sandbox and is rethrown. */
export function toErrorResponse(error: Error, c: Context): Response {
  if (error instanceof Refusal) return c.json(error.body, error.status)
  throw error
}

async function readJson(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => null)
  if (typeof body !== 'object' || body === null) throw refuse('body')
  return body as Record<string, unknown>
}

/** Midnight in Lagos, which is an hour ahead of UTC all year. */
const startOfLagosDay = (at: number) => Math.floor((at + 3_600_000) / 86_400_000) * 86_400_000 - 3_600_000

/** A page of rows that were created between `from` and `to`, newest first. */
function pageOf<T extends { createdAt: number }>(
  all: readonly T[],
  { from, to, ...query }: Record<string, string>,
) {
  const rows = all
    .filter(({ createdAt: at }) => !(from && at < Date.parse(from)) && !(to && at > Date.parse(to)))
    .sort((a, b) => b.createdAt - a.createdAt)
  const perPage = Math.min(Number(query.perPage) || DEFAULT_PER_PAGE, MOST_PER_PAGE)
  const page = Number(query.page) || 1
  const skipped = (page - 1) * perPage
  const meta = { total: rows.length, skipped, perPage, page, pageCount: Math.ceil(rows.length / perPage) }
  return { rows: rows.slice(skipped, skipped + perPage), meta }
}
