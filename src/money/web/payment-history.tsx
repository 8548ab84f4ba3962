import { useEffect, useRef } from 'react'
import { formatInstant } from '../../platform/rules/base/calendar.ts'
import { formatNaira } from '../../platform/rules/base/words.ts'
import { channelName, INTERVALS, planLabel } from '../rules/payments.ts'
import { hasReceipt, OUTCOMES } from '../rules/payment-outcomes.ts'
import { PLANS } from '../../platform/rules/access/plans.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { Cause } from '../../platform/web/ui/cause.tsx'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { buttonClasses, Button } from '../../platform/web/ui/button.tsx'
import { Failure, Loading } from '../../platform/web/ui/states.tsx'
import { type OwnPayment, type Purchase, historyAddress, receiptAddress } from './purchase-state.ts'
import { DateRange, Reference, SlipLine } from './slip.tsx'
import { useMe } from '../../platform/web/access/me.ts'
import { Head } from '../../platform/web/ui/title.tsx'

/**
 * The user's payments and attempts, newest first.
 * @param step the step of the current purchase; the list is reloaded when it changes
 */
export function PaymentHistory({ search, step }: { search: URLSearchParams; step: Purchase['step'] }) {
  const { data, error, refetch } = useCall('GET /api/payments', historyAddress(search))
  const known = useRef(step)
  useEffect(() => {
    if (known.current !== step && step !== 'opening') refetch()
    known.current = step
  })
  return (
    <section aria-label="Your payments" className="mt-6">
      <h2 className="font-bold">Your payments</h2>
      {!data && error && (
        <Failure
          text="Your payments could not be loaded."
          detail={<Cause error={error} />}
          onRetry={refetch}
        />
      )}
      {!data && !error && <Loading />}
      {data?.payments.length === 0 && <p className="mt-2 text-quiet">There are no payments yet.</p>}
      {data && data.payments.length > 0 && (
        <ul className="rows mt-2">
          {data.payments.map((payment) => (
            <Row key={payment.reference} payment={payment} />
          ))}
        </ul>
      )}
      {data && (search.has('after') || data.next !== null) && (
        <nav aria-label="Pages of payments" className="mt-3 flex flex-wrap gap-3">
          {search.has('after') && (
            <PageLink to={PATHS.paymentChannel} className={buttonClasses('plain')}>
              Newest payments
            </PageLink>
          )}
          {data.next !== null && (
            <PageLink to={`${PATHS.paymentChannel}?after=${data.next}`} className={buttonClasses('plain')}>
              Older payments
            </PageLink>
          )}
        </nav>
      )}
    </section>
  )
}

function Row({ payment }: { payment: OwnPayment }) {
  const { reference, plan, kobo, outcome, createdAt, settledAt, period } = payment
  return (
    <li className="px-3 py-2 text-sm not-first:border-t not-first:border-line md:px-4">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-bold">
          {PLANS[plan].name}, {formatNaira(kobo)}
        </span>
        <span className={outcome === 'active' ? 'font-bold text-brand' : ''}>{OUTCOMES[outcome]}</span>
      </p>
      <div className="flex items-center gap-x-3 text-xs text-quiet">
        <div className="min-w-0 flex-1">
          <p>
            {formatInstant(createdAt)}
            {period && (
              <>
                , for <DateRange {...period} />
              </>
            )}
          </p>
          <p>
            Reference <Reference>{reference}</Reference>
          </p>
        </div>
        {settledAt && hasReceipt(outcome) && (
          <PageLink to={`${PATHS.paymentChannel}?receipt=${reference}`} className="link tap text-sm">
            Receipt
          </PageLink>
        )}
      </div>
    </li>
  )
}

/** One payment as a printable sheet. */
export function Receipt({ reference }: { reference: string }) {
  const { data, error, refetch } = useCall('GET /api/payments/:reference', receiptAddress(reference))
  return (
    <>
      <Head title={data && !hasReceipt(data.outcome) ? 'Payment' : 'Receipt'} />
      {data ? (
        <Sheet payment={data} />
      ) : error ? (
        <Failure
          text="This receipt could not be loaded."
          detail={error.problem?.title ?? <Cause error={error} />}
          onRetry={refetch}
        />
      ) : (
        <Loading />
      )}
      <div className="no-print mt-4 flex flex-wrap gap-3">
        {data && hasReceipt(data.outcome) && <Button onClick={() => print()}>Print</Button>}
        <PageLink to={PATHS.paymentChannel} className={buttonClasses('plain')}>
          Back to payments
        </PageLink>
      </div>
    </>
  )
}

function Sheet({ payment }: { payment: OwnPayment }) {
  const { plan, kobo, outcome, channel, createdAt, settledAt, period, reference } = payment
  const { name, per } = PLANS[plan]
  const me = useMe()
  return (
    <dl className="slip max-w-md">
      <SlipLine name="Paid to">Lotto Forecast</SlipLine>
      <SlipLine name="Paid by">
        {me?.username && <p>{me.username}</p>}
        {me?.email}
      </SlipLine>
      <SlipLine name="For">
        {name}, {planLabel(INTERVALS[per])}
      </SlipLine>
      <SlipLine name="Amount">{formatNaira(kobo)}</SlipLine>
      <SlipLine name="State">{OUTCOMES[outcome]}</SlipLine>
      <SlipLine name="Time">{formatInstant(settledAt ?? createdAt)}, Lagos</SlipLine>
      {channel && <SlipLine name="Paid with">{channelName(channel)}</SlipLine>}
      {period && (
        <SlipLine name="Runs">
          <DateRange {...period} />
        </SlipLine>
      )}
      <SlipLine name="Reference">
        <Reference>{reference}</Reference>
      </SlipLine>
    </dl>
  )
}
