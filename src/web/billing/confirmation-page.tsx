import { useEffect, useState } from 'react'
import { useLocation } from '../ui/location.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { PAYMENT_MESSAGES } from '../../domain/payment-messages.ts'
import { PAID_PLANS, PLANS } from '../../domain/plans.ts'
import { AgeQuestion } from '../accounts/age-question.tsx'
import { LogoutButton } from '../accounts/logout-button.tsx'
import { useMe } from '../accounts/me.ts'
import { send } from '../api/call.ts'
import { PATHS } from '../../domain/paths.ts'
import { useSite } from '../site/site.ts'
import { Banner } from '../ui/banner.tsx'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Title } from '../ui/title.tsx'
import { PurchasePreview, PaidTime } from './paid-time.tsx'
import { PayButton } from './pay-button.tsx'
import { PlanCard } from './plan-card.tsx'
import { PurchaseStatus } from './purchase-status.tsx'
import { settledPayment, PLAN, type Purchase } from './purchase-state.ts'
import { SETTLED_DISPLAY_MS, usePurchase } from './use-purchase.ts'

export const calls = () => [PLAN]

/** The plan choice after a sign-up. */
export default function ConfirmationPage() {
  const me = useMe()
  return me?.ageConfirmed === false ? <AgeQuestion /> : <PlanChoice />
}

function PlanChoice() {
  const me = useMe()
  const site = useSite()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const { plan, purchase, buy, dismiss } = usePurchase()
  const isPaid = (plan.data?.periods.length ?? 0) > 0
  const isPaying = purchase.step === 'opening' || purchase.step === 'settled'

  async function chooseFree() {
    setBusy(true)
    setFailed(false)
    try {
      await send('POST /api/plans/free')
      navigate(site?.destinations.results ?? PATHS.start)
    } catch {
      setFailed(true)
      setBusy(false)
    }
  }

  return (
    <div className="lg:relative lg:left-1/2 lg:w-[min(55rem,94vw)] lg:-translate-x-1/2">
      <Title>Welcome, {me?.username || me?.email}</Title>
      <p className="mt-1 text-quiet">
        Choose your plan. You pay once for the period shown, and can change your choice at any time.
      </p>
      {plan.data && <PaidTime periods={plan.data.periods} />}
      <PurchaseStatus purchase={purchase} unsettled={PAYMENT_MESSAGES.notSaved} onDismiss={dismiss} />
      <Continue purchase={purchase} />
      {failed && <Banner kind="bad">{MESSAGES.planNotSaved}</Banner>}
      <div className="grid gap-4 lg:grid-cols-3">
        <PlanCard plan="free">
          {isPaid && <p className="mb-3 text-sm text-quiet">Your paid time keeps running.</p>}
          <Button className="w-full" disabled={busy || isPaying} onClick={() => void chooseFree()}>
            {PLANS.free.button}
          </Button>
        </PlanCard>
        {PAID_PLANS.map((key) => {
          const adds = plan.data?.purchases.find((one) => one.plan === key)
          return (
            <PlanCard key={key} plan={key}>
              {adds && !settledPayment(purchase, key) && (
                <PurchasePreview purchase={adds} periods={plan.data!.periods} />
              )}
              <PayButton
                plan={key}
                purchase={purchase}
                isDisabled={busy}
                buy={buy}
                label={PLANS[key].button}
              />
            </PlanCard>
          )
        })}
      </div>
      <div className="mt-4 flex justify-center">
        <LogoutButton />
      </div>
    </div>
  )
}

/** After a settled payment, opens the plan's screen after {@link SETTLED_DISPLAY_MS}, or at once by its link. */
function Continue({ purchase }: { purchase: Purchase }) {
  const site = useSite()
  const [, navigate] = useLocation()
  const plan = purchase.step === 'settled' ? purchase.payment.plan : null
  const to = plan === 'basic' ? (site?.destinations.classification ?? PATHS.classification) : PATHS.overview
  useEffect(() => {
    if (plan === null) return
    const timer = setTimeout(() => navigate(to), SETTLED_DISPLAY_MS)
    return () => clearTimeout(timer)
  })
  if (plan === null) return null
  return (
    <a href={to} className={`${buttonClasses('main')} mb-4 w-full`}>
      Continue
    </a>
  )
}
