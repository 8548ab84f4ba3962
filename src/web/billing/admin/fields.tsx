import { PAID_PLANS, type PaidPlan, PLANS } from '../../../domain/billing/plans.ts'
import { Select, Field } from '../../ui/field.tsx'
import type { ComponentProps } from 'react'
import { WrongFields } from '../../api/use-form.ts'
import { formText } from '../../ui/form-text.ts'

export function PlanSelect({ initially }: { initially: PaidPlan }) {
  return (
    <Select label="Plan" name="plan" defaultValue={initially}>
      {PAID_PLANS.map((plan) => (
        <option key={plan} value={plan}>
          {PLANS[plan].name}
        </option>
      ))}
    </Select>
  )
}

/** The kobo of a field in naira. @throws WrongFields if it holds no amount */
export function koboOf(form: HTMLFormElement, name: string): number {
  const match = /^₦?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(formText(form, name).replace(/[\s,]/g, ''))
  if (!match) throw new WrongFields({ [name]: 'Enter an amount in naira, such as 1500 or 1500.50.' })
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** An amount in naira. */
export const NairaField = ({
  label = 'Naira',
  ...props
}: { label?: string } & Partial<ComponentProps<typeof Field>>) => (
  <Field {...props} label={label} inputMode="decimal" required maxLength={15} />
)
