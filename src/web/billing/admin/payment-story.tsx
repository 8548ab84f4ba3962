import { type ReactNode, useState } from 'react'
import { formatDate, formatInstant } from '../../../domain/calendar.ts'
import { MESSAGES } from '../../../domain/messages.ts'
import { formatNaira } from '../../../domain/money.ts'
import { OUTCOMES } from '../../../domain/payment-messages.ts'
import { channelName, refundable } from '../../../domain/payments.ts'
import { lastDay, PLANS } from '../../../domain/plans.ts'
import { useProof } from '../../accounts/proof.tsx'
import { type AnswerOf, call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { PATHS } from '../../../domain/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { Title } from '../../ui/title.tsx'
import { storyAddress } from './addresses.ts'
import { AlarmCard } from './alarms.tsx'
import { Details } from './details.tsx'
import { GrantForm } from './grant-form.tsx'
import { ReasonForm, sentenceOf } from './reason-form.tsx'

type Story = AnswerOf<'GET /api/admin/payments/:reference'>

/** Everything that is known of one payment, and what staff can do about it. */
export function PaymentStory({ reference }: { reference: string }) {
  const address = storyAddress(reference)
  const { data, error, askAgain } = useCall('GET /api/admin/payments/:reference', address)
  return (
    <>
      <p>
        <PageLink to={PATHS.adminPayments} className="link">
          All payments
        </PageLink>
      </p>
      <Title>Payment {reference}</Title>
      {data ? (
        <>
          <StoryAlarms alarms={data.alarms} onDone={askAgain} />
          <Facts story={data} />
          <div className="mt-4 space-y-3">
            <Action
              label="Check again with Paystack"
              address={`${address}/check`}
              done="Checked with Paystack just now."
              onDone={askAgain}
            />
            <Restore story={data} address={address} onDone={askAgain} />
            <Refund story={data} address={address} onDone={askAgain} />
            <GrantForm userId={data.payment.userId} plan={data.payment.plan} />
          </div>
          <Happenings story={data} />
        </>
      ) : error ? (
        <Failure text="This payment could not be loaded." detail={sentenceOf(error)} onRetry={askAgain} />
      ) : (
        <Loading text={MESSAGES.loading} />
      )}
    </>
  )
}

function Facts({ story: { payment, grant } }: { story: Story }) {
  const { plan, kobo, mode, outcome, providerStatus, providerId, channel, username, email, userId } = payment
  const facts: [string, ReactNode][] = [
    ['Payer', `${username}, ${email}`],
    ['User', userId],
    ['Plan', `${PLANS[plan].name}, ${formatNaira(kobo)}, ${mode} mode`],
    ['State', OUTCOMES[outcome]],
    ['At Paystack', [providerStatus, providerId, channel && channelName(channel)].filter(Boolean).join(', ')],
    ['Opened', timeOf(payment.createdAt)],
    ['Paid', timeOf(payment.paidAt)],
    ['Charged', payment.paidKobo !== null && formatNaira(payment.paidKobo)],
    ['Settled', timeOf(payment.settledAt)],
    ['Last checked', timeOf(payment.checkedAt)],
    ['Period', grant && periodOf(grant)],
  ]
  if (grant?.takenBackAt)
    facts.push(['Taken back', `${timeOf(grant.takenBackAt)}: ${grant.takenBackBecause}`])
  return (
    <dl className="mt-3 rounded-lg border border-line bg-sheet p-4 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="grid grid-cols-3 gap-2 py-0.5">
          <dt className="text-quiet">{name}</dt>
          <dd className="col-span-2 break-words">{value || 'not yet'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** As its payer reads it, by its last day; one that was taken back ended within a day. */
function periodOf({ startsAt, endsAt, takenBackAt }: NonNullable<Story['grant']>): string | null {
  if (!startsAt || !endsAt) return null
  if (takenBackAt) return `${timeOf(startsAt)} to ${timeOf(endsAt)}`
  return `${timeOf(startsAt)} up to and including ${formatDate(lastDay(Date.parse(endsAt)))}`
}

/** Sends back what has not gone back yet. */
function Refund({ story, address, onDone }: { story: Story; address: string; onDone: () => void }) {
  const { payment, refunds } = story
  const left = refundable(payment, refunds)
  if (payment.state !== 'settled' && payment.state !== 'review') return null
  if (left <= 0) return <p role="status">All of the money has gone back or is on its way back.</p>
  return (
    <ReasonForm
      label={`Refund ${formatNaira(left)}`}
      note="All of the money goes back. The plan ends when Paystack says that it has."
      address={`${address}/refund`}
      done={() => 'The refund is on its way.'}
      onDone={onDone}
    />
  )
}

const timeOf = (instant: string | null) => instant && formatInstant(Date.parse(instant))

interface ActionProps {
  label: string
  address: string
  /** Said when it was done. */
  done: string
  /** Without it there is no button; the result of the last click stays. */
  isOffered?: boolean
  onDone: () => void
}

/** A call of one click, with its result. */
function Action({ label, address, done, isOffered = true, onDone }: ActionProps) {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<{ kind: 'good' | 'bad'; text: string } | null>(null)
  const { proven, dialog } = useProof()
  async function act() {
    setBusy(true)
    setResult(null)
    try {
      await proven(() => call('POST', address))
      setResult({ kind: 'good', text: done })
      onDone()
    } catch (error) {
      setResult({ kind: 'bad', text: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }
  if (!isOffered && !result) return null
  return (
    <div>
      {result && <Banner kind={result.kind}>{result.text}</Banner>}
      {isOffered && (
        <Button disabled={busy} onClick={() => void act()}>
          {busy ? 'Please wait...' : label}
        </Button>
      )}
      {dialog}
    </div>
  )
}

/** Gives a plan again that was taken back, while an alarm says that this may have been wrong. */
function Restore({ story, address, onDone }: { story: Story; address: string; onDone: () => void }) {
  const isDoubtful = story.alarms.some(
    ({ kind, closedAt }) =>
      closedAt === null && (kind === 'reversed-but-paid' || kind === 'reversed-unclear'),
  )
  return (
    <Action
      isOffered={story.payment.state === 'reversed' && isDoubtful}
      label={`Give ${PLANS[story.payment.plan].name} again`}
      address={`${address}/restore`}
      done="The plan runs again."
      onDone={onDone}
    />
  )
}

interface Happening {
  key: string
  at: string
  what: string
  details: Record<string, unknown>
}

/** What happened, in order, whoever noticed it. */
function Happenings({ story }: { story: Story }) {
  const events: Happening[] = story.events.map(({ at, source, what, details }, index) => ({
    key: `event ${index}`,
    at,
    what: `${source}: ${what}`,
    details,
  }))
  const deliveries: Happening[] = story.deliveries.map(
    ({ event, fields, receivedAt, processedAt }, index) => ({
      key: `delivery ${index}`,
      at: receivedAt,
      what: `Paystack told us: ${event}${processedAt ? '' : ' (not worked on yet)'}`,
      details: fields,
    }),
  )
  const refunds: Happening[] = story.refunds.map(({ kobo, state, reason, updatedAt }, index) => ({
    key: `refund ${index}`,
    at: updatedAt,
    what: `Refund of ${formatNaira(kobo)}: ${state}`,
    details: { reason },
  }))
  const disputes: Happening[] = story.disputes.map(({ id, state, updatedAt }) => ({
    key: `dispute ${id}`,
    at: updatedAt,
    what: `Dispute ${id}: ${state}`,
    details: {},
  }))
  const all = [...events, ...deliveries, ...refunds, ...disputes].sort((a, b) => a.at.localeCompare(b.at))
  return (
    <section aria-label="Story" className="mt-6">
      <h2 className="text-lg font-bold">Story</h2>
      <ol className="mt-2 space-y-2">
        {all.map(({ key, at, what, details }) => (
          <li key={key} className="border-l-4 border-line pl-3 text-sm">
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

/** What about this payment needs an eye, or needed one. */
function StoryAlarms({ alarms, onDone }: { alarms: Story['alarms']; onDone: () => void }) {
  if (alarms.length === 0) return null
  return (
    <section aria-label="Alarms" className="mt-4 space-y-3">
      {alarms.map((alarm) => (
        <AlarmCard key={alarm.id} alarm={alarm} onDone={onDone} />
      ))}
    </section>
  )
}
