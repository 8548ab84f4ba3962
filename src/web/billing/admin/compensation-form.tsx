import { LIMITS } from '../../../domain/limits.ts'
import type { AnswerOf } from '../../api/call.ts'
import { Field } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'
import { PlanSelect } from './plan-select.tsx'
import { ReasonForm } from './reason-form.tsx'

/** Gives days back to everybody whose plan ran on a day that went wrong because of us. */
export function CompensationForm() {
  return (
    <section aria-label="Days given back" className="mt-6">
      <h2 className="mb-2 text-lg font-bold">Days given back</h2>
      <ReasonForm
        label="Give days back"
        note="To everybody whose plan ran on that day, once for a plan and a day. Each of them gets a mail with the reason."
        address="/api/admin/days-given-back"
        body={(form) => ({
          plan: formText(form, 'plan'),
          date: formText(form, 'date'),
          days: Number(formText(form, 'days')),
        })}
        done={(answer) => {
          const { people } = answer as AnswerOf<'POST /api/admin/days-given-back'>
          return people === 1 ? '1 person gets days back.' : `${people} people get days back.`
        }}
      >
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
          <PlanSelect initially="pro" />
          <Field label="Day that went wrong" name="date" type="date" required />
          <Field
            label="Days"
            name="days"
            type="number"
            inputMode="numeric"
            min={1}
            max={LIMITS.givenDays}
            defaultValue={1}
          />
        </div>
      </ReasonForm>
    </section>
  )
}
