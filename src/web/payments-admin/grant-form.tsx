import { formatDate } from '../../domain/calendar.ts'
import { LIMITS } from '../../domain/limits.ts'
import { lastDay, type PaidPlan, PLANS } from '../../domain/plans.ts'
import type { AnswerOf } from '../api/call.ts'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import { PlanSelect } from './plan-select.tsx'
import { ReasonForm } from './reason-form.tsx'

/** Gives somebody time, or more of it. */
export function GrantForm({ userId, plan }: { userId: string; plan: PaidPlan }) {
  return (
    <ReasonForm
      label="Give this person days"
      note="Without a price. Days of a plan that runs already are added behind it."
      address={`/api/admin/users/${encodeURIComponent(userId)}/grants`}
      body={(form) => ({
        plan: formText(form, 'plan'),
        length: { days: Number(formText(form, 'days')) },
      })}
      done={(answer) => {
        const { plan: given, endsAt } = answer as AnswerOf<'POST /api/admin/users/:id/grants'>
        return `${PLANS[given].name} now runs up to and including ${formatDate(lastDay(Date.parse(endsAt)))}.`
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <PlanSelect initially={plan} />
        <Field
          label="Days"
          name="days"
          type="number"
          inputMode="numeric"
          min={1}
          max={LIMITS.givenDays}
          defaultValue={7}
        />
      </div>
    </ReasonForm>
  )
}
