import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { formatDate, MINUTE } from '../../domain/calendar.ts'
import { PAYMENT_MESSAGES } from '../../domain/payment-messages.ts'
import { CHANNEL_NAMES, CHANNELS } from '../../domain/payments.ts'
import { isPaid, lastDay, type PaidPlan, PLAN_KEYS, PLANS } from '../../domain/plans.ts'
import { useMe } from '../accounts/me.ts'
import { useCall } from '../api/use-call.ts'
import { useNow } from '../api/use-now.ts'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { PATHS } from '../../domain/paths.ts'
import { Title } from '../ui/title.tsx'
import { PurchasePreview, PaidTime } from './paid-time.tsx'
import { PayButton } from './pay-button.tsx'
import { historyAddress, PaymentHistory } from './payment-history.tsx'
import { PlanCard } from './plan-card.tsx'
import { PurchaseStatus } from './purchase-status.tsx'
import { Receipt, receiptAddress } from './receipt.tsx'
import { boughtWith, PLAN, type Purchase } from './purchase-state.ts'
import { SETTLED_DISPLAY_MS, usePurchase } from './use-purchase.ts'

/** Names the payment in the address that the page is loaded with after it has settled. */
const PAID = 'paid'

export const calls = (search: URLSearchParams) => {
  const receipt = search.get('receipt')
  const paid = search.get(PAID)
  if (receipt) return [receiptAddress(receipt)]
  return [PLAN, historyAddress(search), ...(paid ? [receiptAddress(paid)] : [])]
}

/** Payment Channels: what somebody holds, what can be bought, and what was paid; or the receipt of one payment. */
export default function PaymentChannelPage() {
  const search = new URLSearchParams(useSearch())
  const receipt = search.get('receipt')
  useArrival(receipt)
  return receipt ? <Receipt reference={receipt} /> : <Channels search={search} />
}

function Channels({ search }: { search: URLSearchParams }) {
  const me = useMe()
  const [, navigate] = useLocation()
  const { plan, purchase, buy, dismiss } = usePurchase(returnedWith(search))
  useReload(purchase.step === 'settled' ? purchase.payment.reference : null)
  const settled = useSettled(search)
  const purchaseOf = (key: 'basic' | 'pro') => (settled && boughtWith(settled, key) ? settled : purchase)
  const expiry = me?.subscriptionExpiry ? formatDate(lastDay(Date.parse(me.subscriptionExpiry))) : null
  const ended = plan.data?.ended
  const adds = (key: PaidPlan) => plan.data?.purchases.find((one) => one.plan === key)
  const pay = (key: PaidPlan, variant: 'normal' | 'light') => (
    <>
      {adds(key) && !boughtWith(purchaseOf(key), key) && (
        <PurchasePreview purchase={adds(key)!} periods={plan.data!.periods} />
      )}
      <PayButton
        plan={key}
        purchase={purchaseOf(key)}
        buy={buy}
        label={`Pay for ${PLANS[key].name}`}
        variant={variant}
      />
    </>
  )
  return (
    <>
      <Title>Payment Channels</Title>
      {me && (
        <p className="mt-2">
          Your plan is {PLANS[me.subscription].name}
          {expiry && `, paid up to and including ${expiry}. It does not renew by itself`}.
          {ended &&
            ` Your ${PLANS[ended.plan].name} plan ended on ${formatDate(lastDay(Date.parse(ended.endsAt)))}.`}
        </p>
      )}
      {plan.data && plan.data.periods.length > 1 && <PaidTime periods={plan.data.periods} />}
      {settled && purchase.step !== 'settled' && (
        <PurchaseStatus
          purchase={settled}
          unsettled={PAYMENT_MESSAGES.notSynced}
          onDismiss={() => navigate(PATHS.paymentChannel)}
        />
      )}
      <PurchaseStatus purchase={purchase} unsettled={PAYMENT_MESSAGES.notSynced} onDismiss={dismiss} />
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {[...PLAN_KEYS].reverse().map((key, place) => (
          <PlanCard key={key} plan={key}>
            {isPaid(key) && pay(key, place === 0 ? 'normal' : 'light')}
          </PlanCard>
        ))}
      </div>
      <p className="mt-3 text-sm text-quiet">
        Pay by {WAYS.slice(0, -1).join(', ')} or {WAYS[WAYS.length - 1]}, through Paystack. Each payment is
        made once; nothing is charged again by itself.
      </p>
      <PaymentHistory search={search} step={purchase.step} />
      <ResponsibleNote />
    </>
  )
}

/** Between the list and a receipt only the end of the address changes, and still it is a step to another screen. */
function useArrival(receipt: string | null): void {
  const known = useRef(receipt)
  useEffect(() => {
    if (known.current === receipt) return
    known.current = receipt
    document.querySelector('h1')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [receipt])
}

const WAYS = CHANNELS.map((channel) => CHANNEL_NAMES[channel])

/** The reference that Paystack's own page sends people back with. */
function returnedWith(search: URLSearchParams): string | null {
  const reference = search.get('reference') ?? search.get('trxref') ?? ''
  return /^[0-9a-z]{26,40}$/.test(reference) ? reference : null
}

/** The payment that the page was loaded again for, if it has settled and its period has not ended: a bookmark stays. */
function useSettled(search: URLSearchParams): Purchase | null {
  const paid = search.get(PAID)
  const now = useNow(MINUTE)
  const { data } = useCall('GET /api/payments/:reference', paid ? receiptAddress(paid) : undefined)
  const isRunning = data?.outcome === 'active' && data.period !== null && Date.parse(data.period.endsAt) > now
  return isRunning ? { step: 'settled', payment: data, isReturned: true } : null
}

/** Loads the page again a moment after a payment has settled, without what Paystack added to the address. */
function useReload(settled: string | null): void {
  useEffect(() => {
    if (settled === null) return
    const again = () => location.replace(`${PATHS.paymentChannel}?${PAID}=${settled}`)
    const timer = setTimeout(again, SETTLED_DISPLAY_MS)
    return () => clearTimeout(timer)
  }, [settled])
}
