import { ALARM_COUNT } from '../../../people/web/staff/calls.ts'
import { formatInstant } from '../../../platform/rules/base/calendar.ts'
import { formatCount } from '../../../platform/rules/base/words.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useAnswerCache, useCall } from '../../../platform/web/api/use-call.ts'
import { Cause } from '../../../platform/web/ui/cause.tsx'
import { Failure } from '../../../platform/web/ui/states.tsx'
import { ALARMS, paymentPath } from './addresses.ts'
import { OnlyWith } from '../../../people/web/staff/section.tsx'
import { ReasonForm } from '../../../people/web/staff/reason-form.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { detailLabel, detailText } from '../../../platform/rules/audit/detail-words.ts'

type Alarm = AnswerOf<'GET /api/admin/alarms'>['alarms'][number]

/**
 * Open alarms, oldest first, and the count of payments that are not ours.
 * @param onlyOpen without any, the count alone
 */
export function Alarms({ onlyOpen = false }: { onlyOpen?: boolean }) {
  const { data, error, refetch } = useCall('GET /api/admin/alarms', ALARMS)
  const foreign = data && data.foreign.count > 0 && (
    <p className="my-2 text-sm text-quiet">
      Payments of another shop on the same Paystack business: {formatCount(data.foreign.count)}, the last seen{' '}
      {formatInstant(data.foreign.lastAt ?? 0)}. They are left alone.
    </p>
  )
  if (onlyOpen && data?.alarms.length === 0) return foreign
  return (
    <section aria-label="Alarms" className={onlyOpen ? 'mb-4' : ''}>
      <h2 className="font-bold">Alarms</h2>
      {!data && error && (
        <Failure text="The alarms could not be loaded." detail={<Cause error={error} />} onRetry={refetch} />
      )}
      {data?.alarms.length === 0 && <p className="mt-1 text-sm text-quiet">No alarms.</p>}
      <ul className="mt-2 space-y-3">
        {data?.alarms.map((alarm) => (
          <li key={alarm.id}>
            <AlarmCard alarm={alarm} onDone={refetch} />
          </li>
        ))}
      </ul>
      {foreign}
      {data?.next != null && <p className="mt-2 text-sm">There are more alarms. Close these to see them.</p>}
    </section>
  )
}

export function AlarmCard({ alarm, onDone }: { alarm: Alarm; onDone: () => void }) {
  const cache = useAnswerCache()
  function refresh() {
    onDone()
    void cache.renew((address) => address === ALARM_COUNT)
  }
  return (
    <div className="rounded-lg bg-warn-soft px-3 pt-3 pb-1">
      <p className="font-bold text-warn">{alarm.meaning}</p>
      <p className="text-sm">
        {formatInstant(alarm.raisedAt)},{' '}
        <AlarmReference reference={alarm.reference} hasPayment={alarm.hasPayment} />
      </p>
      <Details details={alarm.details} />
      {alarm.closedAt ? (
        <p className="mt-1 text-sm">
          Closed {formatInstant(alarm.closedAt)}: {alarm.closedReason}
        </p>
      ) : (
        <OnlyWith right="move-money">
          <div className="mt-2">
            <ReasonForm
              label="Close this alarm"
              note="Say what you did about it. If the cause remains, the alarm is raised again."
              address={`${ALARMS}/${alarm.id}/close`}
              done="Closed."
              onDone={refresh}
            />
          </div>
        </OnlyWith>
      )}
    </div>
  )
}

/** An alarm's reference: a link if it names one of our payments, otherwise plain text. */
export function AlarmReference({ reference, hasPayment }: { reference: string; hasPayment: boolean }) {
  if (!hasPayment) return <span className="break-all">{reference}</span>
  return (
    <PageLink to={paymentPath(reference)} className="link -my-3 inline-block py-3 break-all">
      {reference}
    </PageLink>
  )
}

/** The details of an event, as labels and values. */
export function Details({ details }: { details: Record<string, unknown> }) {
  const entries = flat(details)
  if (entries.length === 0) return null
  return (
    <p className="text-sm break-words text-quiet">
      {entries.map(([name, value]) => `${detailLabel(name)}: ${detailText(name, value, {})}`).join('; ')}
    </p>
  )
}

/** Values of Paystack's that say nothing beside the other facts of a payment. */
const UNSAID: ReadonlySet<string> = new Set(['domain', 'userId', 'isForeign'])

/** The entries with a value. Nested objects are flattened. */
function flat(details: object): [name: string, value: unknown][] {
  return Object.entries(details).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || value === undefined || UNSAID.has(name)) return []
    return typeof value === 'object' && !Array.isArray(value) ? flat(value) : [[name, value]]
  })
}
