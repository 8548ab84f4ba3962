import type { ReactNode } from 'react'
import { PLAN_CARDS } from '../rules/plan-cards.ts'
import { nextPriceText } from '../rules/prices.ts'
import { type Plan, PLAN_KEYS, type PaidPlan } from '../../platform/rules/access/plans.ts'
import { usePlan } from './prices.ts'
import { PlanContents, Price } from './plan-contents.tsx'
import { PAYMENT_MESSAGES, WAYS_TO_PAY } from '../rules/payments.ts'
import { FROM, wayBackOf } from '../../platform/rules/site/destinations.ts'
import { Button } from '../../platform/web/ui/button.tsx'
import { useSearch } from '../../platform/web/ui/location.ts'
import { PlainForm } from '../../platform/web/ui/plain-form.tsx'
import { settledPayment, type Purchase } from './purchase-state.ts'

interface Props {
  plan: Plan
  /** When the time of a purchase would end. */
  note?: string | false | undefined
  /** Names the contents in one line. */
  isShort?: boolean
  /** The plan's button. */
  children?: ReactNode
}

/** One plan: its price per period, its contents, when its time ends, and its button. The highest plan is marked. */
export function PlanCard({ plan, note, isShort = false, children }: Props) {
  const { name, next, ...price } = usePlan(plan)
  const isHighest = plan === PLAN_KEYS[PLAN_KEYS.length - 1]
  return (
    <section
      aria-label={name}
      className={`flex flex-col rounded-lg bg-sheet px-3 py-2.5 ${isHighest ? 'border-2 border-brand' : 'border border-line'}`}
    >
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h2 className="text-lg leading-tight font-bold">{name}</h2>
        {isHighest && <span className="tag tag-gold self-center">Everything</span>}
        <p className="ml-auto">
          <Price {...price} />
        </p>
        {next && <p className="w-full text-xs font-bold">{nextPriceText({ next })}</p>}
      </div>
      {isShort ? <p className="my-1 text-label">{PLAN_CARDS[plan].line}</p> : <PlanContents plan={plan} />}
      <div className="mt-auto">
        {note && <p className="mb-1.5 text-xs text-quiet">{note}</p>}
        {children}
      </div>
    </section>
  )
}

/** Above the buttons of the plans. */
export const WaysToPay = () => <p className="mt-0.5 mb-2 text-sm text-quiet">{WAYS_TO_PAY}</p>

/**
 * Opens the checkout for a plan; without script on Paystack's own page. Disabled while any payment is opening, and while a payment for the plan is pending;
 * hidden once the plan is bought.
 * @param variant 'light' is white, like the button of Paystack's library
 */
export function PayButton({
  plan,
  purchase,
  buy,
  isDisabled = false,
  label = 'Pay',
  variant = 'normal',
}: {
  plan: PaidPlan
  purchase: Purchase
  buy: (plan: PaidPlan, buttonId: string) => Promise<void>
  isDisabled?: boolean
  label?: string
  variant?: 'normal' | 'light'
}) {
  const back = wayBackOf(useSearch())
  const id = `pay-${plan}`
  const isOpening = purchase.step === 'opening'
  const isPending =
    (purchase.step === 'waiting' || purchase.step === 'unsettled') && (purchase.plan ?? plan) === plan
  if (settledPayment(purchase, plan)) return null
  return (
    <PlainForm
      name="pay"
      opensAtTop
      onSubmit={(event) => {
        event.preventDefault()
        void buy(plan, id)
      }}
    >
      {back && <input type="hidden" name={FROM} value={back} />}
      <Button
        id={id}
        type="submit"
        name="plan"
        value={plan}
        kind={variant === 'light' ? 'plain' : 'main'}
        className="w-full"
        disabled={isDisabled || isOpening || isPending}
      >
        {isOpening && purchase.plan === plan ? PAYMENT_MESSAGES.processing : label}
      </Button>
    </PlainForm>
  )
}
