import type { ReactNode } from 'react'
import { formatDate, formatInstant } from '../../../platform/rules/base/calendar.ts'
import { formatNaira } from '../../../platform/rules/base/words.ts'
import { channelName, refundable, refundLimitText } from '../../rules/payments.ts'
import { OUTCOMES } from '../../rules/payment-outcomes.ts'
import { lastDay, PLANS } from '../../../platform/rules/access/plans.ts'
import { sendStaff, useAdminCall } from '../../../people/web/staff/calls.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { useForm } from '../../../platform/web/api/use-form.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { personPath, STAFF_PATHS } from '../../../platform/rules/access/staff.ts'
import { hasRight } from '../../../platform/rules/access/staff-roles.ts'
import { useMe } from '../../../platform/web/access/me.ts'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { paymentAddress, REFUND_LIMIT } from './addresses.ts'
import { AlarmCard, Details } from './alarms.tsx'
import { OnlyWith } from '../../../people/web/staff/section.tsx'
import { GrantForm } from './grant-form.tsx'
import { ReasonForm, problemText, koboOf, NairaField } from '../../../people/web/staff/reason-form.tsx'

type PaymentRecord = AnswerOf<'GET /api/admin/payments/:reference'>

/** One payment with its history, and staff's actions. */
export function PaymentDetails({ reference }: { reference: string }) {
  const address = paymentAddress(reference)
  const { data, error, refetch } = useCall('GET /api/admin/payments/:reference', address)
  return (
    <>
      <Head
        title={<span className="wrap-anywhere">Payment {reference}</span>}
        end={
          <PageLink to={STAFF_PATHS.payments} className="link inline-flex min-h-11 items-center">
            All payments
          </PageLink>
        }
      />
      {data ? (
        <>
          <PaymentAlarms alarms={data.alarms} onDone={refetch} />
          <Facts record={data} />
          <div className="mt-4 space-y-3">
            <Action
              label="Check again with Paystack"
              address={`${address}/check`}
              done="Checked with Paystack just now."
              onDone={refetch}
            />
            <OnlyWith right="move-money">
              <Restore record={data} address={address} onDone={refetch} />
            </OnlyWith>
            <div className="ruled">
              <OnlyWith right="refund-payments">
                <Refund record={data} address={address} onDone={refetch} />
              </OnlyWith>
              <OnlyWith right="grant-time">
                <GrantForm userId={data.payment.userId} plan={data.payment.plan} />
              </OnlyWith>
            </div>
          </div>
          <History record={data} />
        </>
      ) : error ? (
        <Failure text="This payment could not be loaded." detail={problemText(error)} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  )
}

const SAMPLE = 'Sample data: generated for the demo. No money moved, and no figure counts it.'

function Facts({ record: { payment, grant } }: { record: PaymentRecord }) {
  const { plan, kobo, mode, source, outcome, username, email, userId } = payment
  const { providerStatus, providerId, channel } = payment
  const me = useMe()
  const payer = `${username}, ${email}`
  const facts: [string, ReactNode][] = [
    [
      'Payer',
      me && hasRight(me, 'help-people') ? (
        <PageLink key={userId} to={personPath(userId)} className="link -my-3.5 inline-block py-3.5">
          {payer}
        </PageLink>
      ) : (
        payer
      ),
    ],
    ['Plan', `${PLANS[plan].name}, ${formatNaira(kobo)}${mode === 'test' ? ', without real money' : ''}`],
    ['State', OUTCOMES[outcome]],
    ...(source === 'sample' ? [['Source', SAMPLE] as [string, ReactNode]] : []),
    ['At Paystack', [providerStatus, providerId, channel && channelName(channel)].filter(Boolean).join(', ')],
    ['Opened', timeOf(payment.createdAt)],
    ['Paid', timeOf(payment.paidAt)],
    ['Charged', payment.paidKobo !== null && formatNaira(payment.paidKobo)],
    ['Settled', timeOf(payment.settledAt)],
    ['Last checked', timeOf(payment.checkedAt)],
    ['Period', grant && periodOf(grant)],
  ]
  if (grant?.revokedAt) facts.push(['Revoked', `${timeOf(grant.revokedAt)}: ${grant.revokedBecause}`])
  return (
    <dl className="ruled text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="grid grid-cols-3 gap-2 py-2">
          <dt className="text-quiet">{name}</dt>
          <dd className="col-span-2 wrap-anywhere">{value || 'not yet'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A period with its last day, as the payer sees it; a revoked one with its last minute. */
function periodOf({ startsAt, endsAt, revokedAt }: NonNullable<PaymentRecord['grant']>): string | null {
  if (!startsAt || !endsAt) return null
  if (revokedAt) return `${timeOf(startsAt)} to ${timeOf(endsAt)}`
  return `${timeOf(startsAt)} to the end of ${formatDate(lastDay(endsAt))}`
}

/** Refunds the money that is not refunded yet. */
function Refund({ record, address, onDone }: { record: PaymentRecord; address: string; onDone: () => void }) {
  const { payment, refunds } = record
  const me = useMe()
  const isLimited = !!me && !hasRight(me, 'move-money')
  const limit = useAdminCall('GET /api/admin/refund-limit', isLimited ? REFUND_LIMIT : undefined).data
  const refundableKobo = refundable(payment, refunds)
  const returned = (payment.paidKobo ?? payment.kobo) - refundableKobo
  const most = isLimited ? Math.min(refundableKobo, (limit?.kobo ?? 0) - returned) : refundableKobo
  if (isLimited && !limit) return null
  if (payment.state !== 'settled' && payment.state !== 'review') return null
  if (refundableKobo <= 0)
    return (
      <p role="status" className="py-2.5">
        All of the money is refunded or being refunded.
      </p>
    )
  if (limit && most <= 0) return <p className="py-2.5">{refundLimitText(limit.kobo)}</p>
  return (
    <ReasonForm
      label={`Refund up to ${formatNaira(most)}`}
      button="Refund"
      note="All of it ends the plan when Paystack confirms. A part takes the same part of the days, rounded down, from the end; used days stay."
      address={`${address}/refund`}
      body={(values) => ({ kobo: koboOf(values), seen: refundableKobo })}
      done="The refund is on its way."
      onDone={onDone}
    >
      <NairaField key={most} defaultValue={String(most / 100)} />
    </ReasonForm>
  )
}

const timeOf = (instant: number | null) => instant && formatInstant(instant)

interface ActionProps {
  label: string
  address: string
  /** The message after success. */
  done: string
  /** Whether to show the button. The result of the last click stays without the button. */
  isOffered?: boolean
  onDone: () => void
}

/** A button that makes one call and shows its result. */
function Action({ label, address, done, isOffered = true, onDone }: ActionProps) {
  const { busy, result, run } = useForm(problemText)
  const act = () =>
    run(async () => {
      await sendStaff('POST', address)
      onDone()
      return done
    })
  if (!isOffered && !result) return null
  return (
    <div>
      {result && <Banner kind={result.kind}>{result.text}</Banner>}
      {isOffered && (
        <Button disabled={busy} onClick={() => void act()}>
          {busy ? 'Please wait...' : label}
        </Button>
      )}
    </div>
  )
}

/** Restores a revoked plan, while an alarm says that the reversal may be wrong. */
function Restore({
  record,
  address,
  onDone,
}: {
  record: PaymentRecord
  address: string
  onDone: () => void
}) {
  const isDoubtful = record.alarms.some(
    ({ kind, closedAt }) =>
      closedAt === null && (kind === 'reversed-but-paid' || kind === 'reversed-unclear'),
  )
  return (
    <Action
      isOffered={record.payment.state === 'reversed' && isDoubtful}
      label={`Restore ${PLANS[record.payment.plan].name}`}
      address={`${address}/restore`}
      done="The plan runs again."
      onDone={onDone}
    />
  )
}

function History({ record }: { record: PaymentRecord }) {
  return (
    <section aria-label="History" className="mt-6">
      <h2 className="mb-2 font-bold">History</h2>
      <ol className="ruled">
        {historyOf(record).map(({ key, at, what, details }) => (
          <li key={key} className="py-2 text-sm">
            <p>
              <span className="text-quiet">{timeOf(at)}</span> {what}
            </p>
            <Details details={details} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The alarms about this payment, open and closed. */
function PaymentAlarms({ alarms, onDone }: { alarms: PaymentRecord['alarms']; onDone: () => void }) {
  if (alarms.length === 0) return null
  return (
    <section aria-label="Alarms" className="mb-4 space-y-3">
      {alarms.map((alarm) => (
        <AlarmCard key={alarm.id} alarm={alarm} onDone={onDone} />
      ))}
    </section>
  )
}

interface HistoryEntry {
  key: string
  /** Milliseconds since 1970. */
  at: number
  what: string
  details: Record<string, unknown>
}

/** What Paystack's webhooks say, by their events. */
const NEWS: Record<string, string> = {
  'charge.success': 'a payment',
  'refund.pending': 'a refund that waits',
  'refund.processing': 'a refund on its way',
  'refund.processed': 'a refund that arrived',
  'refund.failed': 'a refund that failed',
  'charge.dispute.create': 'a dispute',
  'charge.dispute.remind': 'a dispute that waits for an answer',
  'charge.dispute.resolve': 'the end of a dispute',
}

/** The events, webhooks, refunds and disputes of a payment in order of time. */
export function historyOf({
  events,
  deliveries,
  refunds,
  disputes,
}: Pick<PaymentRecord, 'events' | 'deliveries' | 'refunds' | 'disputes'>): HistoryEntry[] {
  return [
    ...events.map(({ at, source, what, details }, index) => ({
      key: `event ${index}`,
      at,
      what: `${source}: ${what}`,
      details,
    })),
    ...deliveries.map(({ event, fields, receivedAt, processedAt }, index) => ({
      key: `delivery ${index}`,
      at: receivedAt,
      what: `Paystack reports ${NEWS[event] ?? event}${processedAt ? '' : ' (not processed yet)'}`,
      details: fields,
    })),
    ...refunds.map(({ kobo, state, reason, updatedAt }, index) => ({
      key: `refund ${index}`,
      at: updatedAt,
      what: `Refund of ${formatNaira(kobo)}: ${state}`,
      details: { reason },
    })),
    ...disputes.map(({ id, state, updatedAt }) => ({
      key: `dispute ${id}`,
      at: updatedAt,
      what: `Dispute ${id}: ${state}`,
      details: {},
    })),
  ].sort((a, b) => a.at - b.at)
}
