import { useEffect } from 'react'
import { useLocation, useSearch } from '../../platform/web/ui/location.ts'
import { CHECKOUT_LIMITS } from '../rules/limits.ts'
import { PAYMENT_MESSAGES } from '../rules/payments.ts'
import { PLAN_CARDS } from '../rules/plan-cards.ts'
import { PAID_PLANS } from '../../platform/rules/access/plans.ts'
import { AgeQuestion } from '../../people/web/age-question.tsx'
import { useMe } from '../../platform/web/access/me.ts'
import { send } from '../../platform/web/api/call.ts'
import { stateOf, useForm } from '../../platform/web/api/use-form.ts'
import { FROM, wayBackOf } from '../../platform/rules/site/destinations.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { loadDocument } from '../../platform/web/site/documents.ts'
import { useSite } from '../../platform/web/site/site.ts'
import { Banner } from '../../platform/web/ui/banner.tsx'
import { Button, buttonClasses } from '../../platform/web/ui/button.tsx'
import { useFormAnswer } from '../../platform/web/ui/form-answer.ts'
import { PlainForm } from '../../platform/web/ui/plain-form.tsx'
import { Title } from '../../platform/web/ui/title.tsx'
import { PaidTime, purchasePreview } from './slip.tsx'
import { PlanCard, PayButton, WaysToPay } from './plan-card.tsx'
import { VERDICT } from './plan-contents.tsx'
import { boughtPath, PurchaseStatus } from './purchase-status.tsx'
import { type OwnPayment, PLAN } from './purchase-state.ts'
import { usePurchase } from './use-purchase.ts'

export const calls = () => [PLAN, VERDICT]
export const parameters = [FROM]

/** The plan choice after a sign-up. */
export default function ConfirmationPage() {
  const me = useMe()
  return me?.ageConfirmed === false ? <AgeQuestion /> : <PlanChoice />
}

function PlanChoice() {
  const me = useMe()
  const site = useSite()
  const [, navigate] = useLocation()
  const back = wayBackOf(useSearch())
  const { busy, result, submit } = useForm(
    () => PAYMENT_MESSAGES.planNotSaved,
    stateOf(useFormAnswer('free')),
  )
  const { plan, purchase, buy, dismiss } = usePurchase()
  const isPaid = (plan.data?.periods.length ?? 0) > 0
  const bought = purchase.step === 'settled' ? purchase.payment : null

  const chooseFree = submit(async () => {
    await send('POST /api/plans/free')
    if (back) loadDocument(back)
    else navigate(site?.destinations.results ?? PATHS.start)
  })

  return (
    <div className="mx-auto max-w-[59.5rem]">
      <Title>Welcome, {me?.username || me?.email}</Title>
      {!bought && <WaysToPay />}
      {!bought && plan.data && <PaidTime periods={plan.data.periods} />}
      <PurchaseStatus purchase={purchase} unsettled={PAYMENT_MESSAGES.notSaved} onDismiss={dismiss}>
        {bought && <Continue payment={bought} />}
      </PurchaseStatus>
      {result && <Banner kind="bad">{PAYMENT_MESSAGES.planNotSaved}</Banner>}
      {!bought && (
        <div className="plans">
          <PlanCard plan="free" note={isPaid && 'Your paid time keeps running.'}>
            <PlainForm name="free" opensAtTop onSubmit={chooseFree}>
              {back && <input type="hidden" name={FROM} value={back} />}
              <Button
                type="submit"
                kind="plain"
                className="w-full"
                disabled={busy || purchase.step === 'opening'}
              >
                {PLAN_CARDS.free.button}
              </Button>
            </PlainForm>
          </PlanCard>
          {PAID_PLANS.map((key) => {
            const adds = plan.data?.purchases.find((one) => one.plan === key)
            return (
              <PlanCard key={key} plan={key} note={adds && purchasePreview(adds)}>
                <PayButton
                  plan={key}
                  purchase={purchase}
                  isDisabled={busy}
                  buy={buy}
                  label={PLAN_CARDS[key].button}
                  variant={key === 'pro' ? 'normal' : 'light'}
                />
              </PlanCard>
            )
          })}
        </div>
      )}
    </div>
  )
}

/** Opens the specified screen after `CHECKOUT_LIMITS.settledMs`, or at once by its link: the Overview, or the chart for Basic. */
function Continue({ payment }: { payment: OwnPayment }) {
  const site = useSite()
  const [, navigate] = useLocation()
  const query = useSearch()
  // The specification's page of a Basic payment may be on another host.
  const screen =
    payment.plan === 'basic' ? (site?.destinations.classification ?? PATHS.classification) : PATHS.overview
  const to = screen.startsWith('/') ? boughtPath(payment, query, screen) : screen
  useEffect(() => {
    const timer = setTimeout(() => navigate(to), CHECKOUT_LIMITS.settledMs)
    return () => clearTimeout(timer)
  })
  return (
    <>
      <a href={to} className={`${buttonClasses('main')} min-h-13 w-full`}>
        Continue
      </a>
      <p className="mt-2 text-xs text-quiet">You continue in a few seconds. A receipt is in your mail.</p>
    </>
  )
}
