import { PAYMENT_MESSAGES } from '../../domain/billing/messages.ts'
import type { PaidPlan } from '../../domain/billing/plans.ts'
import { FROM, wayBackOf } from '../../domain/site/destinations.ts'
import { Button } from '../ui/button.tsx'
import { useSearch } from '../ui/location.ts'
import { PlainForm } from '../ui/plain-form.tsx'
import { settledPayment, type Purchase } from './purchase-state.ts'

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
