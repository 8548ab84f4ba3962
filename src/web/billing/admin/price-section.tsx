import { formatDate } from '../../../domain/base/calendar.ts'
import { formatNaira } from '../../../domain/base/words.ts'
import { PAID_PLANS, PLANS } from '../../../domain/billing/plans.ts'
import { Ruled } from '../../admin/ruled.tsx'
import { Section } from '../../admin/section.tsx'
import { useAdminCall } from '../../admin/calls.ts'
import { Field } from '../../ui/field.tsx'
import { koboOf, NairaField, PlanSelect } from './fields.tsx'
import { PRICES } from './addresses.ts'
import { ReasonForm } from './reason-form.tsx'

/** The prices of today and the next ones, which players see in advance. */
export function PriceSection({ today }: { today: string }) {
  const { data, refetch } = useAdminCall('GET /api/admin/prices', PRICES)
  const entered = data?.prices ?? []
  return (
    <Section title="Prices">
      <Ruled label="Prices">
        {PAID_PLANS.map((plan) => {
          const held = entered.filter((price) => price.plan === plan && price.holdsFrom <= today)
          return (
            <li key={plan} className="flex justify-between gap-3 py-2 text-sm">
              <span>{PLANS[plan].name}</span>
              <b>
                {formatNaira(held[held.length - 1]?.kobo ?? PLANS[plan].kobo)} per {PLANS[plan].per}
              </b>
            </li>
          )
        })}
        {entered
          .filter(({ holdsFrom }) => holdsFrom > today)
          .map(({ id, plan, kobo, holdsFrom }) => (
            <li key={id} className="text-sm">
              <ReasonForm
                label={`Withdraw ${PLANS[plan].name} ${formatNaira(kobo)} from ${formatDate(holdsFrom)}`}
                address={`${PRICES}/${id}/withdraw`}
                done="Withdrawn."
                onDone={refetch}
              />
            </li>
          ))}
        <li>
          <ReasonForm
            label="Enter the next price"
            note="Players see it from now on. A payment keeps the price it was opened with."
            address={PRICES}
            body={(values) => ({ ...values, kobo: koboOf(values) })}
            done="Entered. Players see it now."
            onDone={refetch}
          >
            <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
              <PlanSelect initially="pro" />
              <NairaField />
              <Field label="From" name="holdsFrom" type="date" required />
            </div>
          </ReasonForm>
        </li>
      </Ruled>
    </Section>
  )
}
