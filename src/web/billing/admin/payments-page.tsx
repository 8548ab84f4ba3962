import { useSearch } from '../../ui/location.ts'
import { Head } from '../../ui/title.tsx'
import { ALARMS, FILTERS, listAddress, paymentAddress } from './addresses.ts'
import { Alarms } from './alarms.tsx'
import { OnlyWith } from '../../admin/only-with.tsx'
import { PaymentList } from './payment-list.tsx'
import { PaymentDetails } from './payment-details.tsx'
import { BILLING_LIMITS } from '../../../domain/billing/payments.ts'
import type { AnswerOf } from '../../api/call.ts'
import { Field } from '../../ui/field.tsx'
import { PlanSelect } from './fields.tsx'
import { ReasonForm } from './reason-form.tsx'

export const parameters = ['payment', ...FILTERS, 'after']

export const calls = (search: URLSearchParams) => {
  const payment = search.get('payment')
  return payment ? [paymentAddress(payment)] : [ALARMS, listAddress(search)]
}

/** Payments for staff: open alarms and all payments; or one payment with its history. */
export default function PaymentsPage() {
  const search = new URLSearchParams(useSearch())
  const payment = search.get('payment')
  if (payment) return <PaymentDetails key={payment} reference={payment} />
  return (
    <>
      <Head title="Payments" />
      <Alarms />
      <PaymentList search={search} />
      <OnlyWith right="move-money">
        <CompensationForm />
      </OnlyWith>
    </>
  )
}

/** Adds days for every user whose plan ran on the day of an outage. */
export function CompensationForm() {
  return (
    <section aria-label="Outage compensation" className="mt-6">
      <h2 className="mb-2 font-bold">Outage compensation</h2>
      <div className="ruled">
        <ReasonForm
          label="Compensate an outage"
          note="Adds days for everyone whose plan ran on that day, once per plan and day. Each user gets a mail with the reason."
          address="/api/admin/compensations"
          body={(values) => ({ ...values, days: Number(values.days) })}
          done={(answer) => {
            const { people } = answer as AnswerOf<'POST /api/admin/compensations'>
            return people === 1 ? '1 person gets extra days.' : `${people} people get extra days.`
          }}
        >
          <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
            <PlanSelect initially="pro" />
            <Field label="Day of the outage" name="date" type="date" required />
            <Field
              label="Days"
              name="days"
              type="number"
              inputMode="numeric"
              min={1}
              max={BILLING_LIMITS.grantedDays}
              defaultValue={1}
            />
          </div>
        </ReasonForm>
      </div>
    </section>
  )
}
