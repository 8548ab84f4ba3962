import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Env } from './faults.ts'
import { toErrorResponse } from './api.ts'
import { consolePage, refusalPage, MAX_ROWS } from './console-page.ts'
import type { Disputes } from './disputes.ts'
import type { Transaction } from './model.ts'
import type { Modes } from './modes.ts'
import { Refusal, refusals } from './refusal.ts'
import type { Refunds } from './refunds.ts'
import type { Store } from './store.ts'
import type { Transactions } from './transactions.ts'
import type { Webhooks } from './webhooks.ts'

export interface Controlled {
  store: Store
  modes: Modes
  transactions: Transactions
  refunds: Refunds
  disputes: Disputes
  webhooks: Webhooks
}

const CARD = z.object({
  number: z.string().max(40),
  cvv: z.string().max(10),
  expiry: z.string().max(10),
  pin: z.string().max(10).optional(),
  otp: z.string().max(10).optional(),
})
const ATTEMPT = z.discriminatedUnion('action', [
  z.object({ action: z.literal('pay'), card: CARD }),
  z.object({ action: z.enum(['vault', 'transfer', 'bank', 'ussd', 'qr', 'decline', 'fail', 'cancel']) }),
])
const EVENT = z.strictObject({ event: z.string().min(1), data: z.unknown() })

/** Routes that the real Paystack lacks: the mode, and the buttons of the checkout and of the dashboard as calls. */
export function createControls(controlled: Controlled): Hono<Env> {
  const { store, modes, transactions, webhooks } = controlled
  const controls = new Hono<Env>()

  controls.get('/paystack', (c) => {
    const newest = <T>(rows: ReadonlyMap<string, T>) => [...rows.values()].reverse().slice(0, MAX_ROWS)
    const own =
      <T extends { transactionId: string }>(rows: ReadonlyMap<string, T>) =>
      ({ id }: Transaction) =>
        [...rows.values()].filter(({ transactionId }) => transactionId === id)
    c.header('cache-control', 'no-store')
    return c.html(
      consolePage({
        transactions: newest(store.transactions),
        deliveries: newest(store.deliveries),
        refundsOf: own(store.refunds),
        disputesOf: own(store.disputes),
        mode: modes.get(),
      }),
    )
  })
  controls.get('/paystack/mode', (c) => c.json(modes.get()))
  controls.put('/paystack/mode', async (c) => {
    const error = modes.set(await c.req.json().catch(() => null))
    return error === null ? c.json(modes.get()) : c.json({ error }, 400)
  })
  controls.post('/checkout/attempt/:code', async (c) => {
    const transaction = store.byAccessCode.get(c.req.param('code'))
    if (!transaction) throw refusals.accessCode()
    const attempt = ATTEMPT.safeParse(await c.req.json().catch(() => null))
    if (!attempt.success) throw refusals.body()
    return c.json(transactions.attempt(transaction, attempt.data))
  })
  controls.post('/paystack/transactions/:reference/:action', (c) => {
    const transaction = store.byReference.get(c.req.param('reference'))
    if (!transaction) throw refusals.transaction(404)
    const amount = Number(c.req.query('amount')) || undefined
    if (!act(controlled, transaction, c.req.param('action'), amount)) return c.notFound()
    return answerDone(c)
  })
  controls.get('/paystack/webhooks.json', (c) => c.json([...store.deliveries.values()].reverse()))
  controls.post('/paystack/webhooks', async (c) => {
    const event = EVENT.safeParse(await c.req.json().catch(() => null))
    if (!event.success) throw refusals.body()
    return c.json(webhooks.emit(event.data.event, event.data.data), 202)
  })
  controls.post('/paystack/webhooks/:id/resend', (c) => {
    const delivery = store.deliveries.get(c.req.param('id'))
    if (!delivery) return c.notFound()
    webhooks.resend(delivery)
    return answerDone(c)
  })
  controls.onError((error, c) =>
    error instanceof Refusal && wantsHtml(c)
      ? c.html(refusalPage(error.message), error.status)
      : toErrorResponse(error, c),
  )
  return controls
}

const wantsHtml = (c: Context) => c.req.header('accept')?.includes('text/html') ?? false

/** Redirects browsers to the dashboard; programs get 204. */
const answerDone = (c: Context) => (wantsHtml(c) ? c.redirect('/paystack', 303) : c.body(null, 204))

/**
 * Runs a dashboard action.
 * @param amount of a refund in kobo; the whole rest when omitted
 * @returns false for an unknown action
 * @throws Refusal when the transaction's state does not allow the action
 */
function act(
  { store, transactions, refunds, disputes }: Controlled,
  transaction: Transaction,
  action: string,
  amount: number | undefined,
): boolean {
  const belongs = ({ transactionId }: { transactionId: string }) => transactionId === transaction.id
  const dispute = () => {
    const found = [...store.disputes.values()].findLast(belongs)
    if (!found) throw refusals.dispute()
    return found
  }
  const refund = () => {
    const found = [...store.refunds.values()].findLast(belongs)
    if (!found) throw refusals.refund()
    return found
  }
  const actions: Record<string, () => unknown> = {
    settle: () => transactions.settle(transaction),
    refund: () => refunds.create(transaction, { amount }),
    'step-refund': () => refunds.step(refund()),
    'finish-refund': () => refunds.retry(refund()),
    dispute: () => disputes.open(transaction),
    'remind-dispute': () => disputes.remind(dispute()),
    'lose-dispute': () => disputes.resolve(dispute(), 'merchant-accepted'),
    'win-dispute': () => disputes.resolve(dispute(), 'declined'),
  }
  if (!Object.hasOwn(actions, action)) return false
  actions[action]!()
  return true
}
