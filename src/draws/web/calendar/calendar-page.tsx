import { useState } from 'react'
import {
  addDays,
  formatClock,
  formatDayMonth,
  formatMonth,
  type LagosDate,
  parseDate,
} from '../../../platform/rules/base/calendar.ts'
import { failureText, sendAdminCall, useAdminCall } from '../../../people/web/staff/calls.ts'
import { useForm } from '../../../platform/web/api/use-form.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { Banner } from '../../../platform/web/ui/banner.tsx'
import { buttonClasses, Button } from '../../../platform/web/ui/button.tsx'
import { useLocation, useSearch } from '../../../platform/web/ui/location.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { type Week, weekAddress, calendarPath } from './cells.ts'
import { ChangeForm, HolidayForm } from './change-form.tsx'
import { DayList, WeekTable } from './week.tsx'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { Section } from '../../../people/web/staff/section.tsx'

const LOOK = `${buttonClasses('plain')} w-[44px] shrink-0 px-0!`
const STATE_INTERVAL_MS = 30_000

export const parameters = ['date', 'game', 'form']

const addressOf = (search: URLSearchParams) => weekAddress(parseDate(search.get('date') ?? '') ?? '')

export const calls = (search: URLSearchParams) => [addressOf(search)]

/** The staff's calendar of draws: a week by game, or day by day on a phone, and the forms that change it. */
export default function CalendarPage() {
  const search = new URLSearchParams(useSearch())
  const { data, error, refetch } = useAdminCall('GET /api/admin/calendar', addressOf(search))
  // A saved change may open another day, which loads.
  const [done, setDone] = useState<string | null>(null)
  const props = { search, refetch, done, setDone }
  if (data) return <Calendar week={data} {...props} />
  return (
    <>
      <Head title="Draw calendar" />
      {error ? <Failure text={failureText(error)} onRetry={refetch} /> : <Loading />}
    </>
  )
}

interface CalendarProps {
  week: Week
  search: URLSearchParams
  refetch: () => void
  /** What was changed last. */
  done: string | null
  setDone: (text: string) => void
}

function Calendar({ week, search, refetch, done, setDone }: CalendarProps) {
  const now = useNow(STATE_INTERVAL_MS)
  const [, navigate] = useLocation()
  const { busy, result, run } = useForm(failureText)
  const monday = itemAt(week.week, 0)
  const asked = parseDate(search.get('date') ?? '')
  const date =
    asked && week.week.includes(asked) ? asked : week.week.includes(week.today) ? week.today : monday
  const form = search.get('form')

  function saved(text: string, on: LagosDate) {
    setDone(text)
    navigate(calendarPath(on), { replace: true })
    refetch()
  }
  const undo = (id: number) =>
    void run(async () => {
      await sendAdminCall('POST /api/admin/calendar/:id/undo', { params: { id } })
      setDone('The change is undone.')
    }).then(refetch)

  return (
    <>
      <Head
        title="Draw calendar"
        end={
          <span className="flex flex-wrap items-center gap-2 max-md:pt-2">
            <PageLink to={calendarPath(date, { form: 'holiday' })} className={buttonClasses('plain')}>
              Public holiday
            </PageLink>
            <PageLink to={calendarPath(date, { form: 'change' })} className={buttonClasses('main')}>
              Change a time
            </PageLink>
          </span>
        }
      />
      <nav aria-label="Weeks" className="mb-2 flex items-center gap-2 text-sm text-quiet">
        <Arrow to={calendarPath(addDays(date, -7))} before className={LOOK} />
        <Arrow to={calendarPath(addDays(date, 7))} className={LOOK} />
        Week of Monday {dayText(monday)}
      </nav>
      <div role="status">{done && !form && <Banner kind="good">{done}</Banner>}</div>
      {result && <Banner kind={result.kind}>{result.text}</Banner>}
      {form === 'holiday' && <HolidayForm key={date} date={date} today={week.today} onSaved={saved} />}
      {form === 'change' && (
        <ChangeForm
          key={`${date} ${search.get('game')}`}
          week={week}
          date={date}
          game={search.get('game')}
          onSaved={saved}
        />
      )}
      <WeekTable week={week} now={now} />
      <DayList week={week} date={date} now={now} />
      <ChangesList changes={week.changes} busy={busy} onUndo={undo} />
    </>
  )
}

const dayText = (date: LagosDate) => `${Number(date.slice(8))} ${formatMonth(date)}`

const LEFT = 'M14.5 6l-6 6 6 6'
const RIGHT = 'M9.5 6l6 6-6 6'

/** A link to the week before or after. */
const Arrow = ({ to, before = false, className }: { to: string; before?: boolean; className?: string }) => (
  <PageLink to={to} aria-label={before ? 'Week before' : 'Week after'} className={className}>
    <IconPath path={before ? LEFT : RIGHT} />
  </PageLink>
)

type Change = Week['changes'][number]

/** The changes of the week with their reason and who made them. */
function ChangesList({
  changes,
  busy,
  onUndo,
}: {
  changes: readonly Change[]
  busy: boolean
  onUndo: (id: number) => void
}) {
  if (changes.length === 0) return null
  return (
    <div className="mt-5">
      <Section title="This week">
        <ul className="ruled mt-1">
          {changes.map((change) => {
            const title = `${change.name ?? 'All games'}, ${formatDayMonth(change.date)}`
            return (
              <li key={change.id} className="flex items-center gap-3">
                <span className="min-w-0 flex-1 py-2">
                  {title}
                  <small className="block text-quiet">
                    {whatText(change)}: {change.reason}
                    {change.by && ` (${change.by})`}
                  </small>
                </span>
                <Button
                  kind="quiet"
                  className="px-2! underline"
                  aria-label={`Undo: ${title}`}
                  disabled={busy}
                  onClick={() => onUndo(change.id)}
                >
                  Undo
                </Button>
              </li>
            )
          })}
        </ul>
      </Section>
    </div>
  )
}

function whatText({ kind, toDate, close }: Change): string {
  if (kind === 'cancelled') return 'Cancelled'
  if (kind === 'holiday') return 'No draw'
  const clock = formatClock(close!)
  if (kind === 'extra') return `Extra draw at ${clock}`
  return toDate ? `Moved to ${formatDayMonth(toDate)}, ${clock}` : `Moved to ${clock}`
}
