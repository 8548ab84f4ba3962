import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { PAYSTACK_PUBLIC_KEY } from './account.ts'
import { injectFaults, type Env } from './faults.ts'
import { ipOf, readParameters, toErrorResponse } from './api.ts'
import type { Transaction, TransactionLog } from './model.ts'
import type { Modes } from './modes.ts'
import { refusals } from './refusal.ts'
import type { Store } from './store.ts'
import { isCompleted, type Transactions } from './transactions.ts'
import { views } from './views.ts'

interface Options {
  store: Store
  modes: Modes
  transactions: Transactions
  url: string
}

const PATHS = [
  '/checkout/request_inline',
  '/transaction/verify_access_code/:code',
  '/transaction/set_ip/:id',
  '/transaction/update_log/:id',
]

/** The calls from browsers: by the checkout library in the shop's pages, and by Paystack's own checkout page. */
export function createInline({ store, modes, transactions, url }: Options): Hono<Env> {
  const inline = new Hono<Env>()
  const allowed = cors({
    origin: '*',
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['authorization', 'content-type', 'accept-language', 'x-connect-account'],
  })
  for (const path of PATHS) inline.use(path, allowed, injectFaults(modes, 'inline'))

  const show = (c: Context, transaction: Transaction, message: string) => {
    if (isCompleted(transaction)) throw refusals.completed()
    return c.json({ status: true, message, data: views.inline(transaction, modes.get(), url) })
  }

  inline.post('/checkout/request_inline', async (c) => {
    const params = await readParameters(c)
    if (params.key !== PAYSTACK_PUBLIC_KEY) throw refusals.key()
    const existing = typeof params.ref === 'string' ? store.byReference.get(params.ref) : undefined
    const transaction =
      existing && isSame(existing, params)
        ? existing
        : transactions.initialize({ ...params, reference: params.ref }, ipOf(c), 'checkout')
    return show(c, transaction, 'Transaction requested')
  })
  inline.get('/transaction/verify_access_code/:code', (c) => {
    const transaction = store.byAccessCode.get(c.req.param('code'))
    if (!transaction) throw refusals.accessCode()
    return show(c, transaction, 'Access code verified')
  })
  inline.post('/transaction/set_ip/:id', (c) => {
    transactions.opened(ownTransaction(c), ipOf(c))
    return c.json({ status: true, message: 'IP address saved' })
  })
  inline.post('/transaction/update_log/:id', async (c) => {
    const transaction = ownTransaction(c)
    // The library sends JSON inside JSON as text/plain, which needs no CORS preflight.
    const { payload } = (await c.req.json().catch(() => ({}))) as { payload?: string }
    const log = readLog(payload)
    if (!log) throw refusals.body()
    transaction.log = log
    store.save(transaction)
    return c.json({ status: true, message: 'Log updated' })
  })

  /** Browsers round ids past 2^53, so a rounded id matches too. */
  function ownTransaction(c: Context): Transaction {
    if (c.req.header('authorization') !== `Bearer ${PAYSTACK_PUBLIC_KEY}`) throw refusals.key()
    const id = c.req.param('id') ?? ''
    const found =
      store.transactions.get(id) ??
      [...store.transactions.values()].find((transaction) => String(Number(transaction.id)) === id)
    if (!found) throw refusals.transaction(404)
    return found
  }

  inline.onError(toErrorResponse)
  return inline
}

/** The library may restart with a reference in use when nothing else changes. */
const isSame = ({ email, amount, currency }: Transaction, params: Record<string, unknown>) =>
  email === String(params.email).toLowerCase() &&
  amount === Number(params.amount) &&
  currency === (params.currency ?? 'NGN')

function readLog(payload: unknown): TransactionLog | null {
  try {
    const log = JSON.parse(String(payload)) as Partial<TransactionLog> | null
    return Array.isArray(log?.history) && Array.isArray(log.input) ? (log as TransactionLog) : null
  } catch {
    return null
  }
}
