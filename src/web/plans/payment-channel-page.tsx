import { formatDate } from '../../domain/calendar.ts'
import { lastDay, PLAN_KEYS, PLANS } from '../../domain/plans.ts'
import { useMe } from '../accounts/me.ts'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { Title } from '../ui/title.tsx'
import { PaymentsSoon } from './payments-soon.tsx'
import { PlanCard } from './plan-card.tsx'

/** Payment Channels: the present plan and what each plan costs. */
export default function PaymentChannelPage() {
  const me = useMe()
  const expiry = me?.subscriptionExpiry ? formatDate(lastDay(Date.parse(me.subscriptionExpiry))) : null
  return (
    <>
      <Title>Payment Channels</Title>
      {me && (
        <p className="mt-2">
          Your plan is {PLANS[me.subscription].name}
          {expiry && `, paid up to and including ${expiry}. It does not renew by itself`}.
        </p>
      )}
      <PaymentsSoon />
      <div className="mt-4 grid gap-3 sm:grid-cols-3">
        {PLAN_KEYS.map((plan) => (
          <PlanCard key={plan} plan={plan} />
        ))}
      </div>
      <ResponsibleNote />
    </>
  )
}
