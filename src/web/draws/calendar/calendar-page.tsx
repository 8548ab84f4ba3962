import { useState } from 'react'
import {
  addDays,
  capitalised,
  type LagosDate,
  MONTHS,
  parseDate,
  yearOf,
} from '../../../domain/base/calendar.ts'
import { failureText, sendAdminCall, useAdminCall } from '../../admin/calls.ts'
import { useForm } from '../../api/use-form.ts'
import { useNow } from '../../api/use-now.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClasses } from '../../ui/button.tsx'
import { useLocation, useSearch } from '../../ui/location.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { Head } from '../../ui/title.tsx'
import { Arrow } from './arrow.tsx'
import { type Week, weekAddress } from './cells.ts'
import { ChangeForm } from './change-form.tsx'
import { ChangesList } from './changes-list.tsx'
import { DayList } from './day-list.tsx'
import { HolidayForm } from './holiday-form.tsx'
import { calendarPath } from './paths.ts'
import { WeekTable } from './week-table.tsx'
import { itemAt } from '../../../domain/base/lists.ts'

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
      setDone('The change is reversed.')
    }).then(refetch)

  return (
    <>
      <Head
        title="Draw calendar"
        end={
          <span className="flex flex-wrap items-center gap-2">
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

const dayText = (date: LagosDate) =>
  `${Number(date.slice(8))} ${capitalised(itemAt(MONTHS, Number(date.slice(5, 7)) - 1))} ${yearOf(date)}`
