import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from '../ui/location.ts'
import { formatDate, MINUTE } from '../../domain/base/calendar.ts'
import { PAYMENT_MESSAGES } from '../../domain/billing/messages.ts'
import { CHANNEL_NAMES, CHANNELS } from '../../domain/billing/payments.ts'
import { isPaid, lastDay, type PaidPlan, PLAN_KEYS, PLANS } from '../../domain/billing/plans.ts'
import { useMe } from '../accounts/me.ts'
import { useCall } from '../api/use-call.ts'
import { useNow } from '../api/use-now.ts'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { PATHS } from '../../domain/site/paths.ts'
import { IconPath } from '../ui/icon-path.tsx'
import { CHECK } from '../ui/more-icons.ts'
import { Head } from '../ui/title.tsx'
import { PurchasePreview, PaidTime } from './paid-time.tsx'
import { historyAddress, receiptAddress, RETURN_PARAMETERS, returnedReference } from './addresses.ts'
import { PayButton } from './pay-button.tsx'
import { PaymentHistory } from './payment-history.tsx'
import { PlanCard } from './plan-card.tsx'
import { PurchaseStatus } from './purchase-status.tsx'
import { Receipt } from './receipt.tsx'
import { settledPayment, PLAN, type Purchase } from './purchase-state.ts'
import { SETTLED_DISPLAY_MS, usePurchase } from './use-purchase.ts'

/** Query parameter with the reference of the settled payment that the page reloads for. */
const PAID_PARAMETER = 'paid'

export const parameters = ['receipt', PAID_PARAMETER, 'after', ...RETURN_PARAMETERS]

export const calls = (search: URLSearchParams) => {
  const receipt = search.get('receipt')
  const paid = search.get(PAID_PARAMETER)
  if (receipt) return [receiptAddress(receipt)]
  return [PLAN, historyAddress(search), ...(paid ? [receiptAddress(paid)] : [])]
}

/** Payment Channels: the user's plan, the plans for sale and past payments; or the receipt of one payment. */
export default function PaymentChannelPage() {
  const search = new URLSearchParams(useSearch())
  const receipt = search.get('receipt')
  useFocusOnChange(receipt)
  return receipt ? <Receipt reference={receipt} /> : <Channels search={search} />
}

function Channels({ search }: { search: URLSearchParams }) {
  const me = useMe()
  const [, navigate] = useLocation()
  const { plan, purchase, buy, dismiss } = usePurchase(returnedReference(search))
  useReload(purchase.step === 'settled' ? purchase.payment.reference : null)
  const settled = useSettled(search)
  const purchaseOf = (key: 'basic' | 'pro') => (settled && settledPayment(settled, key) ? settled : purchase)
  const expiry = me?.subscriptionExpiry ? formatDate(lastDay(Date.parse(me.subscriptionExpiry))) : null
  const ended = plan.data?.ended
  const adds = (key: PaidPlan) => plan.data?.purchases.find((one) => one.plan === key)
  const noteOf = (key: PaidPlan) => {
    const purchased = adds(key)
    if (!purchased || settledPayment(purchaseOf(key), key)) return null
    return <PurchasePreview purchase={purchased} periods={plan.data!.periods} />
  }
  return (
    <>
      <Head title="Payment Channels" />
      {me && (
        <p className="mb-3 flex gap-2.5 rounded-lg bg-soft px-3 py-2.5 text-sm">
          <span className="text-brand">
            <IconPath path={CHECK} />
          </span>
          <span>
            Your plan is <b>{PLANS[me.subscription].name}</b>
            {expiry && `, paid to the end of ${expiry}. No automatic renewal`}.
            {ended && ` Your ${PLANS[ended.plan].name} plan ended on ${formatDate(lastDay(ended.endsAt))}.`}
          </span>
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
      <div className="plans">
        {HIGHEST_FIRST.map((key) => (
          <PlanCard key={key} plan={key} note={isPaid(key) ? noteOf(key) : 'Always yours.'}>
            {isPaid(key) && (
              <PayButton
                plan={key}
                purchase={purchaseOf(key)}
                buy={buy}
                label={`Pay for ${PLANS[key].name}`}
                variant={key === HIGHEST_FIRST[0] ? 'normal' : 'light'}
              />
            )}
          </PlanCard>
        ))}
      </div>
      <p className="mt-3 text-sm text-quiet">
        Pay by {CHANNEL_LABELS.slice(0, -1).join(', ')} or {CHANNEL_LABELS.slice(-1)}, or on Apple devices by{' '}
        {CHANNEL_NAMES.apple_pay}, through Paystack. Each payment is made once. There are no automatic
        charges.
      </p>
      <PaymentHistory search={search} step={purchase.step} />
      <ResponsibleNote />
    </>
  )
}

const HIGHEST_FIRST = [...PLAN_KEYS].reverse()

/** Resets the focus and the scroll position between list and receipt, because the router sees no change of the path. */
function useFocusOnChange(receipt: string | null): void {
  const known = useRef(receipt)
  useEffect(() => {
    if (known.current === receipt) return
    known.current = receipt
    document.querySelector('h1')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [receipt])
}

const CHANNEL_LABELS = CHANNELS.filter((channel) => channel !== 'apple_pay').map(
  (channel) => CHANNEL_NAMES[channel],
)

/** The settled payment that the page reloaded for. Null after its period has ended: the address may be a bookmark. */
function useSettled(search: URLSearchParams): Purchase | null {
  const paid = search.get(PAID_PARAMETER)
  const now = useNow(MINUTE)
  const { data } = useCall('GET /api/payments/:reference', paid ? receiptAddress(paid) : undefined)
  const isRunning = data?.outcome === 'active' && data.period !== null && data.period.endsAt > now
  return isRunning ? { step: 'settled', payment: data, isReturned: true } : null
}

/** Reloads the page {@link SETTLED_DISPLAY_MS} after a payment settles, without Paystack's parameters in the address. */
function useReload(settled: string | null): void {
  useEffect(() => {
    if (settled === null) return
    const reload = () => location.replace(`${PATHS.paymentChannel}?${PAID_PARAMETER}=${settled}`)
    const timer = setTimeout(reload, SETTLED_DISPLAY_MS)
    return () => clearTimeout(timer)
  }, [settled])
}
