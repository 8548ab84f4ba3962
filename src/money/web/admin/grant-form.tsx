import { type FormEvent, useState } from 'react'
import { formatDate } from '../../../platform/rules/base/calendar.ts'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import { lastDay, type PaidPlan, PLANS } from '../../../platform/rules/access/plans.ts'
import { useAdminCall } from '../../../people/web/staff/calls.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { Field } from '../../../platform/web/ui/field.tsx'
import { ReasonForm, PlanSelect } from '../../../people/web/staff/reason-form.tsx'

interface Props {
  userId: string
  /** The plan that is selected at first. */
  plan: PaidPlan
  onDone?: () => void
}

/** Adds days to a user's plan. Shows the resulting last day. */
export function GrantForm({ userId, plan, onDone }: Props) {
  const initially = { plan, days: BILLING_LIMITS.usualDays as number }
  const [chosen, setChosen] = useState(initially)
  const user = `/api/admin/users/${encodeURIComponent(userId)}`
  const isAllowed =
    Number.isInteger(chosen.days) && chosen.days >= 1 && chosen.days <= BILLING_LIMITS.grantedDays
  const { data, refetch } = useAdminCall(
    'GET /api/admin/users/:id/grants/preview',
    isAllowed ? `${user}/grants/preview?plan=${chosen.plan}&days=${chosen.days}` : undefined,
  )

  function choose({ currentTarget }: FormEvent<HTMLElement>) {
    const data = new FormData(currentTarget.closest('form')!)
    setChosen({ plan: data.get('plan') as PaidPlan, days: Number(data.get('days')) })
  }
  function noteDone() {
    setChosen(initially)
    refetch()
    onDone?.()
  }

  return (
    <ReasonForm
      label="Add days"
      note="Free of charge. Days are added after the current period of the plan."
      address={`${user}/grants`}
      body={(values) => ({ plan: values.plan, length: { days: Number(values.days) } })}
      done={(answer) => untilText(answer as AnswerOf<'POST /api/admin/users/:id/grants'>, 'now runs')}
      onDone={noteDone}
    >
      <div className="grid grid-cols-2 gap-3" onChange={choose}>
        <PlanSelect initially={plan} />
        <Field
          label="Days"
          name="days"
          type="number"
          inputMode="numeric"
          min={1}
          max={BILLING_LIMITS.grantedDays}
          defaultValue={BILLING_LIMITS.usualDays}
        />
      </div>
      <p role="status" className="min-h-6 font-bold">
        {isAllowed && data && untilText(data, 'will run')}
      </p>
    </ReasonForm>
  )
}

const untilText = ({ plan, endsAt }: { plan: PaidPlan; endsAt: number }, runs: string) =>
  `${PLANS[plan].name} ${runs} until the end of ${formatDate(lastDay(endsAt))}.`
