import { useSearch, useLocation } from '../../../platform/web/ui/location.ts'
import { Head } from '../../../platform/web/ui/title.tsx'
import {
  ALARMS,
  FILTERS,
  listAddress,
  paymentAddress,
  firstPagePath,
  nextPagePath,
  paymentPath,
} from './addresses.ts'
import { Alarms } from './alarms.tsx'
import { OnlyWith } from '../../../people/web/staff/section.tsx'
import { PaymentDetails } from './payment-details.tsx'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import { PAYMENT_STATES, type PaymentState } from '../../rules/payments.ts'
import { OUTCOMES } from '../../rules/payment-outcomes.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { Field, Select } from '../../../platform/web/ui/field.tsx'
import { ReasonForm, problemText, PlanSelect } from '../../../people/web/staff/reason-form.tsx'
import type { FormEvent } from 'react'
import { formatInstant } from '../../../platform/rules/base/calendar.ts'
import { ACCOUNT_LIMITS } from '../../../platform/rules/access/limits.ts'
import { formatNaira } from '../../../platform/rules/base/words.ts'
import { PAID_PLANS, PLANS } from '../../../platform/rules/access/plans.ts'
import { Ruled } from '../../../people/web/staff/ruled.tsx'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { STAFF_PATHS } from '../../../platform/rules/access/staff.ts'
import { Button, buttonClasses } from '../../../platform/web/ui/button.tsx'
import { formText } from '../../../platform/web/ui/form-text.ts'
import { Icon } from '../../../platform/web/ui/icons.tsx'
import { Empty, Failure, Loading } from '../../../platform/web/ui/states.tsx'

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

type Payment = AnswerOf<'GET /api/admin/payments'>['payments'][number]

/** The names of the states in the filter. A state with one outcome has the name that the list shows. */
const STATE_NAMES: Record<PaymentState, string> = {
  open: OUTCOMES.pending,
  settled: OUTCOMES.active,
  review: OUTCOMES.review,
  reversed: OUTCOMES.refunded,
  lapsed: `${OUTCOMES.unpaid} or failed`,
}

/** All payments, newest first, with the filters in the address. */
function PaymentList({ search }: { search: URLSearchParams }) {
  const { data, error, refetch } = useCall('GET /api/admin/payments', listAddress(search))
  return (
    <section aria-label="All payments" className="mt-6">
      <details open={firstPagePath(search) !== STAFF_PATHS.payments}>
        <summary className="flex min-h-11 items-center justify-between">
          <h2 className="font-bold">All payments</h2>
          <span className="link text-sm">Filter</span>
        </summary>
        <Filters key={search.toString()} search={search} />
      </details>
      {data ? (
        <Payments payments={data.payments} />
      ) : error ? (
        <Failure text="The payments could not be loaded." detail={problemText(error)} onRetry={refetch} />
      ) : (
        <Loading />
      )}
      <nav aria-label="Pages of payments" className="mt-3 flex flex-wrap gap-3">
        {search.has('after') && (
          <PageLink to={firstPagePath(search)} className={buttonClasses('plain')}>
            Newest payments
          </PageLink>
        )}
        {data?.next != null && (
          <PageLink to={nextPagePath(search, data.next)} className={buttonClasses('plain')}>
            Older payments
          </PageLink>
        )}
      </nav>
    </section>
  )
}

function Filters({ search }: { search: URLSearchParams }) {
  const [, navigate] = useLocation()
  const valueOf = (name: (typeof FILTERS)[number]) => search.get(name) ?? ''
  function filter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const wanted = new URLSearchParams(FILTERS.map((name) => [name, formText(form, name)]))
    navigate(firstPagePath(wanted))
  }
  return (
    <form action={STAFF_PATHS.payments} onSubmit={filter} className="mb-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        <Select
          label="State"
          name="state"
          defaultValue={valueOf('state')}
          options={[['', 'Any'], ...PAYMENT_STATES.map((state) => [state, STATE_NAMES[state]] as const)]}
        />
        <Select
          label="Plan"
          name="plan"
          defaultValue={valueOf('plan')}
          options={[['', 'Any'], ...PAID_PLANS.map((plan) => [plan, PLANS[plan].name] as const)]}
        />
        <Field label="Email" name="email" maxLength={ACCOUNT_LIMITS.email} defaultValue={valueOf('email')} />
        <Field label="Reference" name="reference" maxLength={40} defaultValue={valueOf('reference')} />
        <Field label="From" name="from" type="date" defaultValue={valueOf('from')} />
        <Field label="To" name="to" type="date" defaultValue={valueOf('to')} />
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit">Show</Button>
        <PageLink to={STAFF_PATHS.payments} className={buttonClasses('plain')}>
          Show all
        </PageLink>
      </div>
    </form>
  )
}

function Payments({ payments }: { payments: Payment[] }) {
  if (payments.length === 0)
    return (
      <Empty icon={<Icon name="card" size={32} />} text="No payments.">
        Each checkout appears here when it starts.
      </Empty>
    )
  return (
    <Ruled label="Payments, newest first">
      {payments.map((payment) => (
        <PaymentRow key={payment.reference} payment={payment} />
      ))}
    </Ruled>
  )
}

/** One payment. The link covers the whole row. */
function PaymentRow({ payment }: { payment: Payment }) {
  const { reference, username, email, plan, kobo, outcome, providerStatus, createdAt, source } = payment
  return (
    <li className="relative flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-40">
        <PageLink
          to={paymentPath(reference)}
          className="text-name leading-tight font-bold wrap-anywhere after:absolute after:inset-0"
        >
          {username}
          <span className="visually-hidden">, payment {reference}</span>
        </PageLink>
        <p className="wrap-anywhere text-quiet">
          {email} {source === 'sample' && <span className="tag">Sample data</span>}
        </p>
      </div>
      <div className="md:text-right">
        <p>
          {PLANS[plan].name}, {formatNaira(kobo)},{' '}
          <span className={outcome === 'review' ? 'font-bold text-warn' : 'font-bold'}>
            {OUTCOMES[outcome]}
          </span>
        </p>
        <p className="text-xs text-quiet">
          {formatInstant(createdAt)}
          {providerStatus && `, Paystack: ${providerStatus}`}
        </p>
      </div>
    </li>
  )
}
