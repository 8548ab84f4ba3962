import { useEffect, useRef } from 'react'
import { useSearch } from '../../platform/web/ui/location.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { FROM } from '../../platform/rules/site/destinations.ts'
import { formatDate } from '../../platform/rules/base/calendar.ts'
import { CHECKOUT_LIMITS } from '../rules/limits.ts'
import { CANCELLED, RETURN_PARAMETERS, returnedReference, PAYMENT_MESSAGES } from '../rules/payments.ts'
import { lastDay, PAID_PLANS, type PaidPlan, PLANS } from '../../platform/rules/access/plans.ts'
import { useMe } from '../../platform/web/access/me.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { ResponsibleNote } from '../../platform/web/ui/responsible-note.tsx'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { CHECK } from '../../platform/web/ui/more-icons.ts'
import { Head } from '../../platform/web/ui/title.tsx'
import { PaidTime, purchasePreview } from './slip.tsx'
import {
  PLAN,
  type Purchase,
  returnedPurchase,
  settledPayment,
  DISMISSED,
  historyAddress,
  receiptAddress,
} from './purchase-state.ts'
import { PlanCard, PayButton, WaysToPay } from './plan-card.tsx'
import { PaymentHistory, Receipt } from './payment-history.tsx'
import { VERDICT } from './plan-contents.tsx'
import { boughtPath, PurchaseStatus } from './purchase-status.tsx'
import { usePurchase } from './use-purchase.ts'
import { VoucherForm } from './voucher-form.tsx'

export const parameters = ['receipt', 'after', 'voucher', FROM, DISMISSED, ...RETURN_PARAMETERS]

export const calls = (search: URLSearchParams) => {
  const receipt = search.get('receipt')
  if (receipt) return [receiptAddress(receipt)]
  const returned = returnedReference(search)
  return [PLAN, historyAddress(search), VERDICT, ...(returned ? [receiptAddress(returned)] : [])]
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
  const { plan, purchase, buy, dismiss } = usePurchase(useReturned(search), search.has(DISMISSED))
  useReload(
    purchase.step === 'settled'
      ? boughtPath(purchase.payment, search.toString(), PATHS.paymentChannel)
      : null,
  )
  const expiry = me?.subscriptionExpiry ? formatDate(lastDay(Date.parse(me.subscriptionExpiry))) : null
  const ended = plan.data?.ended
  const code = search.get('voucher')
  // A scanned voucher comes first.
  const voucher = <VoucherForm code={code} onDone={plan.refetch} />
  const noteOf = (key: PaidPlan) => {
    const adds = plan.data?.purchases.find((one) => one.plan === key)
    return adds && !settledPayment(purchase, key) && purchasePreview(adds)
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
            {expiry && ` until ${expiry}`}.
            {ended && ` Your ${PLANS[ended.plan].name} plan ended on ${formatDate(lastDay(ended.endsAt))}.`}
          </span>
        </p>
      )}
      {plan.data && plan.data.periods.length > 1 && <PaidTime periods={plan.data.periods} />}
      {code !== null && voucher}
      <PurchaseStatus purchase={purchase} unsettled={PAYMENT_MESSAGES.notSynced} onDismiss={dismiss} />
      <WaysToPay />
      <div className="plans">
        {HIGHEST_FIRST.map((key, place) => (
          <PlanCard key={key} plan={key} note={noteOf(key)} isShort={place > 0}>
            <PayButton
              plan={key}
              purchase={purchase}
              buy={buy}
              label={`Pay for ${PLANS[key].name}`}
              variant={place === 0 ? 'normal' : 'light'}
            />
          </PlanCard>
        ))}
      </div>
      {code === null && voucher}
      <PaymentHistory search={search} step={purchase.step} />
      <ResponsibleNote />
    </>
  )
}

/** The purchase for which Paystack's own page sent the browser back. */
function useReturned(search: URLSearchParams): Purchase | undefined {
  const reference = returnedReference(search)
  const plan = useCall('GET /api/plan', PLAN)
  const { data, error } = useCall(
    'GET /api/payments/:reference',
    reference === null ? undefined : receiptAddress(reference),
  )
  if (reference === null) return undefined
  return returnedPurchase(reference, data ?? error, search.has(CANCELLED) ? plan.data?.pending : undefined)
}

const HIGHEST_FIRST = [...PAID_PLANS].reverse()

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

/** Reloads the page `CHECKOUT_LIMITS.settledMs` after a payment settles, with the notice that links what was bought. */
function useReload(here: string | null): void {
  useEffect(() => {
    if (here === null) return
    const timer = setTimeout(() => location.replace(here), CHECKOUT_LIMITS.settledMs)
    return () => clearTimeout(timer)
  }, [here])
}
