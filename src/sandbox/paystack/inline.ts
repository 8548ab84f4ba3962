import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { PAYSTACK_PUBLIC_KEY } from './account.ts'
import { answering, type Env } from './answering.ts'
import { ipOf, parameters, tell } from './api.ts'
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

/** The calls that the checkout library makes from the shop's pages, and Paystack's own checkout page from its. */
export function createInline({ store, modes, transactions, url }: Options): Hono<Env> {
  const inline = new Hono<Env>()
  const allowed = cors({
    origin: '*',
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['authorization', 'content-type', 'accept-language', 'x-connect-account'],
  })
  for (const path of PATHS) inline.use(path, allowed, answering(modes, 'inline'))

  const show = (c: Context, transaction: Transaction, message: string) => {
    if (isCompleted(transaction)) throw refusals.completed()
    return c.json({ status: true, message, data: views.inline(transaction, modes.get(), url) })
  }

  inline.post('/checkout/request_inline', async (c) => {
    const wish = await parameters(c)
    if (wish.key !== PAYSTACK_PUBLIC_KEY) throw refusals.key()
    const known = typeof wish.ref === 'string' ? store.byReference.get(wish.ref) : undefined
    const transaction =
      known && isSame(known, wish)
        ? known
        : transactions.initialize({ ...wish, reference: wish.ref }, ipOf(c), 'checkout')
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
    // The library sends JSON in JSON as text/plain, which asks for no permission in advance.
    const { payload } = (await c.req.json().catch(() => ({}))) as { payload?: string }
    const log = readLog(payload)
    if (!log) throw refusals.body()
    transaction.log = log
    store.save(transaction)
    return c.json({ status: true, message: 'Log updated' })
  })

  /** Browsers round ids past 2^53, so that a rounded one counts too. */
  function ownTransaction(c: Context): Transaction {
    if (c.req.header('authorization') !== `Bearer ${PAYSTACK_PUBLIC_KEY}`) throw refusals.key()
    const id = c.req.param('id') ?? ''
    const found =
      store.transactions.get(id) ??
      [...store.transactions.values()].find((transaction) => String(Number(transaction.id)) === id)
    if (!found) throw refusals.transaction(404)
    return found
  }

  inline.onError(tell)
  return inline
}

/** The library may begin again with a reference that is in use, as long as nothing else changes. */
const isSame = ({ email, amount, currency }: Transaction, wish: Record<string, unknown>) =>
  email === String(wish.email).toLowerCase() &&
  amount === Number(wish.amount) &&
  currency === (wish.currency ?? 'NGN')

function readLog(payload: unknown): TransactionLog | null {
  try {
    const log = JSON.parse(String(payload)) as Partial<TransactionLog> | null
    return Array.isArray(log?.history) && Array.isArray(log.input) ? (log as TransactionLog) : null
  } catch {
    return null
  }
}
