import { formatInstant } from '../../domain/base/calendar.ts'
import { formatNaira } from '../../domain/base/words.ts'
import { OUTCOMES } from '../../domain/billing/messages.ts'
import { channelName, hasReceipt, INTERVALS, planLabel } from '../../domain/billing/payments.ts'
import { PLANS } from '../../domain/billing/plans.ts'
import { useMe } from '../accounts/me.ts'
import { useCall } from '../api/use-call.ts'
import { Cause } from '../layout/cause.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS } from '../../domain/site/paths.ts'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { receiptAddress } from './addresses.ts'
import { DateRange, Reference, SlipLine } from './slip.tsx'
import type { OwnPayment } from './purchase-state.ts'

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
