import { PAID_PLANS, type PaidPlan, PLANS } from '../../../domain/billing/plans.ts'
import { Select } from '../../ui/field.tsx'

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
