import { useSearch } from '../../platform/web/ui/location.ts'
import { capitalised, clockOf, lagosDate, weekdayOf } from '../../platform/rules/base/calendar.ts'
import { MESSAGES, PREDICTION_MESSAGES } from '../../platform/rules/base/messages.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { useNow } from '../../platform/web/api/use-now.ts'
import { Cause } from '../../platform/web/ui/cause.tsx'
import { ResponsibleNote } from '../../platform/web/ui/responsible-note.tsx'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { forecastPath, PATHS } from '../../platform/rules/site/paths.ts'
import { roughly } from '../../draws/rules/luck/words.ts'
import { winsWords } from '../rules/record/score.ts'
import { formatCount } from '../../platform/rules/base/words.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { useOpens } from '../../money/web/locked.tsx'
import CheckResults from '../../draws/web/check-results.tsx'
import { SampleTag } from '../../draws/web/sample-note.tsx'
import { buttonClasses } from '../../platform/web/ui/button.tsx'
import { LuckBar } from '../../draws/web/luck-bar.tsx'
import { Empty, Failure, Loading } from '../../platform/web/ui/states.tsx'
import { Head } from '../../platform/web/ui/title.tsx'
import { CheckedRow, OpenRow } from './forecast-rows.tsx'
import { CHECKED, LockedForecasts } from './locked-forecasts.tsx'
import { Picture } from './picture.tsx'
import { KeptHeadNotice } from './record/kept-head.tsx'
import { closeWords, type Forecast, isOpen } from './forecast.ts'
import { premierName } from '../rules/predictions.ts'

/** The page's call: the newest forecasts, or those after a cursor. */
function addressOf(search: URLSearchParams): string {
  const after = search.get('after')
  return after ? `/api/predictions?after=${encodeURIComponent(after)}` : '/api/predictions'
}

export const parameters = ['after']

/** The server refuses the first to plans without forecasts, which see the second. */
export const calls = (search: URLSearchParams) => [addressOf(search), CHECKED]

/** Prediction: the live clock and the forecasts, the soonest to close first, then those whose draw is over. */
export default function PredictionPage() {
  const open = useOpens('prediction')
  return (
    <>
      <Head title="Prediction / Forecast (Premium)">
        <Clock />
        <Sample open={open} />
      </Head>
      <KeptHeadNotice />
      {open ? <Predictions /> : <LockedForecasts />}
      <CheckResults />
      <ResponsibleNote />
    </>
  )
}

/** The tag of a demonstration, whose forecasts are in a chain of their own. */
function Sample({ open }: { open: boolean }) {
  const search = new URLSearchParams(useSearch())
  const all = useCall('GET /api/predictions', open ? addressOf(search) : undefined)
  const checked = useCall('GET /api/predictions/checked', open ? undefined : CHECKED)
  return (all.data ?? checked.data)?.sample ? <SampleTag /> : null
}

/** Without script it would stand still. */
function Clock() {
  const now = useNow(1000)
  return (
    <p className="script-only text-sm text-quiet" role="timer" aria-live="off">
      {capitalised(weekdayOf(lagosDate(now)))} {clockOf(now)}
    </p>
  )
}

function Predictions() {
  const search = new URLSearchParams(useSearch())
  const now = useNow(30_000)
  const { data, error, refetch } = useCall('GET /api/predictions', addressOf(search))
  const older = search.has('after')
  if (!data && error)
    return (
      <Failure
        text="Failed to load predictions. Please try again later."
        detail={<Cause error={error} />}
        onRetry={refetch}
      />
    )
  if (!data) return <Loading text={PREDICTION_MESSAGES.loading} />
  const sections = inSections(data.predictions, now)
  const shown = (isAhead: boolean) =>
    sections
      .filter((section) => section.isAhead === isAhead)
      .map((section) => <Section key={section.title} section={section} now={now} record={data.record} />)
  return (
    <>
      {!older && !sections.some(({ isAhead }) => isAhead) && <None first={data.first} now={now} />}
      {older && data.predictions.length === 0 && (
        <Empty text={MESSAGES.noPredictions}>There are no older ones.</Empty>
      )}
      <div className="gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_23.75rem]">
        <div>
          {shown(true)}
          {data.record && <Against record={data.record} />}
        </div>
        <div>{shown(false)}</div>
      </div>
      <nav aria-label="Pages" className="mt-4 flex flex-wrap gap-3">
        {older && (
          <PageLink to={PATHS.prediction} className={buttonClasses('plain')}>
            Newest predictions
          </PageLink>
        )}
        {data.next && (
          <PageLink to={`${PATHS.prediction}?after=${data.next}`} className={buttonClasses('plain')}>
            Older predictions
          </PageLink>
        )}
      </nav>
    </>
  )
}

/** What a page without forecasts for the next draws says. */
function None({ first, now }: { first: AnswerOf<'GET /api/predictions'>['first']; now: number }) {
  return (
    <Empty text={MESSAGES.noPredictions}>
      <p>Nobody has published one for the next draws. New ones appear here at once.</p>
      {first && (
        <p>
          First to close:{' '}
          <b>
            {premierName(first.name)}, {closeWords(lagosDate(first.closesAt), first.closesAt, now)}
          </b>
          .
        </p>
      )}
      <a href={PATHS.record} className="link tap">
        Past forecasts
      </a>
    </Empty>
  )
}

type Record = AnswerOf<'GET /api/predictions'>['record']

/** Forecasts of one standing as rows below a heading. */
function Section({
  section: { title, note, isAhead, forecasts },
  now,
  record,
}: {
  section: ForecastSection
  now: number
  record: Record
}) {
  return (
    <section aria-label={title} className="mb-1 lg:mb-5">
      <div className="flex min-h-11 items-center justify-between gap-2">
        <h2 className="font-bold">{title}</h2>
        {title === 'Open now' && <span className="text-sm text-quiet">first to close first</span>}
        {title === 'Checked' && record && (
          <a href={PATHS.record} className="link tap -my-3 text-sm">
            {record.wins.forecasts > 0
              ? winsWords(record.wins).join('')
              : `${formatCount(record.came)} of ${formatCount(record.numbers)} numbers right; guessing gives ${roughly(record.expected)}`}
          </a>
        )}
      </div>
      {note && <p className="mb-2 text-sm text-quiet">{note}</p>}
      <div className="ruled">
        {forecasts.map((forecast) =>
          isAhead ? (
            <OpenRow
              key={forecast.id}
              forecast={forecast}
              to={forecastPath(forecast.id)}
              now={now}
              picture={<Picture of={forecast} />}
            />
          ) : (
            <CheckedRow key={forecast.id} forecast={forecast} to={forecastPath(forecast.id)} />
          ),
        )}
      </div>
    </section>
  )
}

/** The record beside luck, where a desktop has room for it. */
function Against({ record: { came, numbers, expected, usual } }: { record: NonNullable<Record> }) {
  return (
    <section className="rounded-lg bg-soft p-3 max-md:hidden">
      <p className="mb-2 font-bold">
        {`${formatCount(came)} of ${formatCount(numbers)} forecast numbers came. Luck gives about ${roughly(expected)}.`}
      </p>
      <LuckBar value={came} mean={expected} {...usual} ends />
    </section>
  )
}

type PredictionAnswer = AnswerOf<'GET /api/predictions'>['predictions'][number]

interface ForecastSection {
  title: string
  note?: string
  /** The draw is still to come or to be recorded. */
  isAhead: boolean
  forecasts: readonly PredictionAnswer[]
}

interface Rule {
  title: string
  note?: string
  isAhead?: true
  holds: (forecast: Forecast, now: number) => boolean
}

/** The sections in their order; a forecast belongs to the first whose rule it meets. */
const RULES: readonly Rule[] = [
  { title: 'Open now', isAhead: true, holds: isOpen },
  {
    title: 'Waiting for the result',
    isAhead: true,
    holds: ({ standing: { state } }) => state === 'open' || state === 'waiting',
  },
  { title: 'Checked', holds: ({ standing: { state } }) => state === 'scored' },
  {
    title: 'Too late to count',
    note: 'These were published after their draw had closed for forecasts. They are never scored.',
    holds: ({ standing: { state } }) => state === 'after-lock',
  },
  {
    title: 'Withdrawn or not counted',
    holds: ({ standing: { state } }) => state === 'withdrawn' || state === 'void',
  },
  { title: 'From before the public record', holds: ({ standing: { state } }) => state === 'before-ledger' },
]

/** The forecasts by what became of them; empty sections are left out. @param now milliseconds */
function inSections(forecasts: readonly PredictionAnswer[], now: number): ForecastSection[] {
  const ruleOf = (forecast: Forecast) => RULES.find(({ holds }) => holds(forecast, now))
  return RULES.map((rule) => ({
    title: rule.title,
    isAhead: rule.isAhead ?? false,
    ...(rule.note !== undefined && { note: rule.note }),
    forecasts: forecasts.filter((forecast) => ruleOf(forecast) === rule),
  })).filter((section) => section.forecasts.length > 0)
}
