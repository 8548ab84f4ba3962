import { PAID_PLANS, type PaidPlan, PLANS } from '../../../domain/billing/plans.ts'
import { Select, Field } from '../../ui/field.tsx'
import { WrongFields } from '../../api/use-form.ts'
import type { Values } from '../../admin/staff-form.tsx'

export function PlanSelect({ initially }: { initially: PaidPlan }) {
  return (
    <Select
      label="Plan"
      name="plan"
      defaultValue={initially}
      options={PAID_PLANS.map((plan) => [plan, PLANS[plan].name])}
    />
  )
}

/** The kobo of the field in naira. @throws WrongFields if it holds no amount */
export function koboOf({ kobo = '' }: Values): number {
  const match = /^₦?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(kobo.replace(/[\s,]/g, ''))
  if (!match) throw new WrongFields({ kobo: 'Enter an amount in naira, such as 1500 or 1500.50.' })
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

/** An amount in naira. */
export const NairaField = ({ defaultValue }: { defaultValue?: string }) => (
  <Field label="Naira" name="kobo" defaultValue={defaultValue} inputMode="decimal" required maxLength={15} />
)
