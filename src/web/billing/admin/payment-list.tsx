import type { FormEvent } from 'react'
import { useLocation } from '../../ui/location.ts'
import { formatInstant } from '../../../domain/calendar.ts'
import { ACCOUNT_LIMITS } from '../../../domain/account-limits.ts'
import { MESSAGES } from '../../../domain/messages.ts'
import { formatNaira } from '../../../domain/money.ts'
import { OUTCOMES } from '../../../domain/payment-messages.ts'
import { PAYMENT_STATES, type PaymentState } from '../../../domain/payments.ts'
import { PAID_PLANS, PLANS } from '../../../domain/plans.ts'
import type { AnswerOf } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { PATHS } from '../../../domain/paths.ts'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { formText } from '../../ui/form-text.ts'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { FILTERS, firstPagePath, listAddress, nextPagePath, paymentPath } from './addresses.ts'
import { problemText } from './reason-form.tsx'

/** The names of the states in the filter. A state with one outcome has the name that the list shows. */
const STATE_NAMES: Record<PaymentState, string> = {
  open: OUTCOMES.pending,
  settled: OUTCOMES.active,
  review: OUTCOMES.review,
  reversed: OUTCOMES.refunded,
  lapsed: `${OUTCOMES.unpaid} or failed`,
}

/** All payments, newest first, with the filters in the address. */
export function PaymentList({ search }: { search: URLSearchParams }) {
  const { data, error, refetch } = useCall('GET /api/admin/payments', listAddress(search))
  return (
    <section aria-label="All payments" className="mt-6">
      <h2 className="text-lg font-bold">All payments</h2>
      <Filters key={search.toString()} search={search} />
      {data ? (
        <Table payments={data.payments} />
      ) : error ? (
        <Failure text="The payments could not be loaded." detail={problemText(error)} onRetry={refetch} />
      ) : (
        <Loading text={MESSAGES.loading} />
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
    <form action={PATHS.adminPayments} onSubmit={filter} className="mt-2">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        <Select label="State" name="state" defaultValue={valueOf('state')}>
          <option value="">Any</option>
          {PAYMENT_STATES.map((state) => (
            <option key={state} value={state}>
              {STATE_NAMES[state]}
            </option>
          ))}
        </Select>
        <Select label="Plan" name="plan" defaultValue={valueOf('plan')}>
          <option value="">Any</option>
          {PAID_PLANS.map((plan) => (
            <option key={plan} value={plan}>
              {PLANS[plan].name}
            </option>
          ))}
        </Select>
        <Field label="Email" name="email" maxLength={ACCOUNT_LIMITS.email} defaultValue={valueOf('email')} />
        <Field label="Reference" name="reference" maxLength={40} defaultValue={valueOf('reference')} />
        <Field label="From" name="from" type="date" defaultValue={valueOf('from')} />
        <Field label="To" name="to" type="date" defaultValue={valueOf('to')} />
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit">Show</Button>
        <PageLink to={PATHS.adminPayments} className={buttonClasses('plain')}>
          Show all
        </PageLink>
      </div>
    </form>
  )
}

function Table({ payments }: { payments: AnswerOf<'GET /api/admin/payments'>['payments'] }) {
  if (payments.length === 0) return <Empty text="No payments." />
  return (
    <div
      className="mt-4 overflow-x-auto rounded-lg border border-line bg-sheet"
      role="region"
      aria-label="Payments"
      tabIndex={0}
    >
      <table className="w-full text-sm">
        <caption className="sr-only">Payments, newest first</caption>
        <thead>
          <tr className="border-b border-line text-left">
            {['Payer', 'Plan', 'State', 'Opened, reference'].map((name) => (
              <th key={name} scope="col" className="px-3 py-2">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {payments.map(({ reference, username, email, plan, kobo, outcome, providerStatus, createdAt }) => (
            <tr key={reference} className="border-b border-line align-top last:border-0">
              <th scope="row" className="max-w-60 min-w-44 px-3 py-2 text-left font-normal wrap-anywhere">
                <span className="font-bold">{username}</span>
                <br />
                {email}
              </th>
              <td className="px-3 py-2 whitespace-nowrap">
                {PLANS[plan].name}, {formatNaira(kobo)}
              </td>
              <td className="px-3 py-2">
                <span className={outcome === 'review' ? 'font-bold text-warn' : ''}>{OUTCOMES[outcome]}</span>
                {providerStatus && <p className="text-quiet">Paystack: {providerStatus}</p>}
              </td>
              <td className="px-3 py-2 whitespace-nowrap">
                {formatInstant(createdAt)}
                <br />
                <PageLink to={paymentPath(reference)} className="link text-xs">
                  {reference}
                </PageLink>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
