import { formatInstant, formatDuration, formatDate } from '../../../platform/rules/base/calendar.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { failureText, useAdminCall, sendAdminCall } from '../../../people/web/staff/calls.ts'
import {
  RevenueChart,
  SignUpChart,
  AlarmList,
  Figures,
  type Overview,
  shortDate,
  shortTime,
} from './figures.tsx'
import { LateDraws } from './late-draws.tsx'
import { formatCount } from '../../../platform/rules/base/words.ts'
import { ReasonForm } from '../../../people/web/staff/reason-form.tsx'
import { useForm } from '../../../platform/web/api/use-form.ts'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { Button, buttonClasses } from '../../../platform/web/ui/button.tsx'
import { Section, OnlyWith } from '../../../people/web/staff/section.tsx'
import { STAFF_PATHS, STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { CHECK } from '../../../platform/web/ui/more-icons.ts'
import { CLOCK } from '../../../people/web/staff/staff-icons.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { BILLING_LIMITS } from '../../../money/rules/limits.ts'
import { MESSAGES } from '../../../platform/rules/base/messages.ts'
import { lastDay, PLANS } from '../../../platform/rules/access/plans.ts'
import { shortStanding } from '../../../forecasts/web/forecast.ts'
import { DataTable } from '../../../platform/web/ui/data-table.tsx'

const OVERVIEW = '/api/admin/overview'

export const calls = () => [OVERVIEW]

/** The staff's first page: what is late, the figures, recent predictions and activity. */
export default function AdminPage() {
  const { data, error, refetch } = useAdminCall('GET /api/admin/overview', OVERVIEW, STAFF_LIMITS.startMs)
  const now = useNow(30_000)
  return (
    <>
      <Head title="My Dashboard">
        <span className="text-sm text-quiet">{formatInstant(now)}</span>
      </Head>
      {data ? (
        <div className="space-y-3">
          {!data.writes && (
            <p role="alert" className="rounded-lg bg-error-soft p-3 font-bold text-error">
              Nothing can be saved: the disk of the database is full. People can still read.
            </p>
          )}
          {data.notReady && (
            <p role="status" className="rounded-lg bg-error-soft p-3 font-bold text-error">
              {data.notReady}{' '}
              <PageLink to={STAFF_PATHS.ready} className="link">
                See what is missing
              </PageLink>
            </p>
          )}
          {data.restore && <AfterRestore of={data.restore} onChange={refetch} />}
          <DrawsToday draws={data.draws} now={now} />
          {data.lateDraws && <LateDraws of={data.lateDraws} now={now} onChange={refetch} />}
          {data.alarms && <AlarmList of={data.alarms} />}
          <Figures of={data} />
          <div className="grid grid-cols-1 items-start gap-x-4 gap-y-3 lg:grid-cols-2">
            {data.recent && <RecentPredictions predictions={data.recent} now={now} />}
            {data.activity && <Activity entries={data.activity} now={now} />}
            {data.signUps && <SignUpChart days={data.signUps} />}
            {data.revenue && <RevenueChart months={data.revenue} />}
            {data.expiring && <Expiring of={data.expiring} />}
          </div>
        </div>
      ) : error ? (
        <Failure text="The figures could not be loaded." detail={failureText(error)} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  )
}

type Restore = NonNullable<Overview['restore']>

/** What staff still decide after a restore: closed payments, and mails that may have been sent already. */
function AfterRestore({
  of: { at, backupAt, paymentsClosed, heldMails },
  onChange,
}: {
  of: Restore
  /** Called after a decision. */
  onChange: () => void
}) {
  return (
    <Section title="After the restore">
      <p className="text-sm">
        All data is as of {formatInstant(backupAt)}. It was restored on {formatInstant(at)}.
      </p>
      {paymentsClosed && (
        <>
          <p className="mt-2 text-sm font-bold">
            Payments are closed until the comparison with Paystack has finished.
          </p>
          <ReasonForm
            label="Open payments now"
            note="A payment made after the backup is unknown here until the comparison has found it."
            address="/api/admin/restore/open-payments"
            done="Payments are open."
            onDone={onChange}
          />
        </>
      )}
      {heldMails > 0 && <HeldMails count={heldMails} onChange={onChange} />}
    </Section>
  )
}

function HeldMails({ count, onChange }: { count: number; onChange: () => void }) {
  const { busy, result, run } = useForm(failureText)
  const decide = (decision: 'send' | 'discard') =>
    run(async () => {
      await sendAdminCall('POST /api/admin/restore/mails', { body: { decision } })
      onChange()
    })

  return (
    <>
      <p className="mt-2 text-sm">
        <strong>
          {count === 1
            ? '1 mail from before the restore waits.'
            : `${formatCount(count)} mails from before the restore wait.`}
        </strong>{' '}
        They may have been sent already. Their links to confirm an address or to set a password do not work.
      </p>
      {result && <Banner kind="bad">{result.text}</Banner>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button kind="plain" disabled={busy} onClick={() => void decide('discard')}>
          Discard them
        </Button>
        <Button kind="plain" disabled={busy} onClick={() => void decide('send')}>
          Send them
        </Button>
      </div>
    </>
  )
}

type Draws = Overview['draws']

/** What is late and a button for it, then the draws of today in one sentence. */
function DrawsToday({ draws, now }: { draws: Draws; now: number }) {
  const { late, missing, counts } = draws
  const isWaiting = late.length > 0 || missing > 0 || counts.due > 0
  return (
    <section
      aria-label="Draws today"
      className={`flex flex-wrap items-start gap-x-3 gap-y-2 md:items-center rounded-lg p-3 text-sm ${isWaiting ? 'bg-warn-soft text-warn' : 'bg-soft text-ink'}`}
    >
      <IconPath path={isWaiting ? CLOCK : CHECK} />
      <div className="min-w-0 flex-1 basis-60">
        <p>
          <strong>{lateText(late, now)}</strong> {missing > 0 && missingText(missing)}
        </p>
        <p>{todayText(draws, now)}</p>
      </div>
      <OnlyWith right="enter-results">
        <PageLink to={STAFF_PATHS.results} className={buttonClasses(isWaiting ? 'main' : 'plain')}>
          Enter results
        </PageLink>
      </OnlyWith>
    </section>
  )
}

function lateText(late: Draws['late'], now: number): string {
  if (late.length === 0) return 'Nothing is late today.'
  const named = late
    .slice(0, STAFF_LIMITS.namedLate)
    .map(({ gameName, expectedAt }) => `${gameName} is late by ${formatDuration(now - expectedAt)}.`)
  const more = late.length - named.length
  if (more > 0) named.push(more === 1 ? '1 more draw is late.' : `${more} more draws are late.`)
  return named.join(' ')
}

const missingText = (missing: number) =>
  missing === 1
    ? '1 earlier draw is still missing.'
    : `${formatCount(missing)} earlier draws are still missing.`

function todayText({ counts, next }: Draws, now: number): string {
  const { entered, due, late, sample, coming } = counts
  const total = entered + due + late + sample + coming
  if (total === 0) return 'No game draws today.'
  const parts = [
    `${entered} of ${total} entered`,
    due > 0 && `${due} due`,
    sample > 0 && `${sample} with a sample result`,
    coming > 0 && `${coming} to come`,
  ].filter(Boolean)
  const follows = next ? ` ${next.gameName} closes in ${formatDuration(next.closesAt - now)}.` : ''
  return `Today: ${parts.join(', ')}.${follows}`
}

/** The five predictions of the latest draw dates. */
function RecentPredictions({
  predictions,
  now,
}: {
  predictions: NonNullable<Overview['recent']>
  now: number
}) {
  return (
    <Section title="Recent predictions" link={{ to: STAFF_PATHS.predictions, text: 'Manage predictions' }}>
      {predictions.length === 0 ? (
        <p className="text-quiet">{MESSAGES.noPredictions}</p>
      ) : (
        <DataTable
          caption={`The ${predictions.length} most recent predictions`}
          captionHidden
          label="Recent predictions, table"
          columns={['Game', 'Date', 'Numbers', 'Standing']}
          tall={false}
        >
          {predictions.map(({ id, gameName, date, numbers, forecast }) => (
            <tr key={id}>
              <th scope="row">{gameName}</th>
              <td className="whitespace-nowrap">{shortDate(date, now)}</td>
              <td>{numbers.join(', ')}</td>
              <td>{shortStanding(forecast, now)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </Section>
  )
}

/** The latest actions of staff, players and programs, as sentences. */
function Activity({ entries, now }: { entries: NonNullable<Overview['activity']>; now: number }) {
  return (
    <Section title="Latest activity" link={{ to: STAFF_PATHS.audit, text: 'All activity' }}>
      {entries.length === 0 && <p className="text-quiet">Nothing has happened yet.</p>}
      <ul className="divide-y divide-line border-b border-line text-sm">
        {entries.map(({ id, at, who, did }) => (
          <li key={id} className="flex justify-between gap-4 py-2">
            <span className="min-w-0">
              {who} {did}
            </span>
            <time dateTime={new Date(at).toISOString()} className="shrink-0 text-quiet">
              {shortTime(at, now)}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The plans that end next. */
function Expiring({ of: { count, first } }: { of: NonNullable<Overview['expiring']> }) {
  const title = count === 0 ? 'Expiring soon' : `Expiring soon: ${count}`
  return (
    <Section title={title} link={{ to: STAFF_PATHS.users, text: 'Manage users' }}>
      {count === 0 && <p className="text-quiet">No plan ends within {BILLING_LIMITS.expiringDays} days.</p>}
      <ul className="divide-y divide-line text-sm">
        {first.map(({ uid, email, plan, endsAt }) => (
          <li key={`${uid} ${plan}`} className="flex flex-wrap items-center justify-between gap-x-4">
            <PageLink
              to={`${STAFF_PATHS.users}?${new URLSearchParams({ search: email })}`}
              className="link inline-flex min-h-11 items-center wrap-anywhere"
            >
              {email}
            </PageLink>
            <span className="text-quiet">
              {PLANS[plan].name}, last day {formatDate(lastDay(endsAt))}
            </span>
          </li>
        ))}
      </ul>
      {count > first.length && <p className="text-sm text-quiet">and {count - first.length} more</p>}
    </Section>
  )
}
