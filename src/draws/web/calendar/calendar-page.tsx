import { useState } from 'react'
import {
  addDays,
  capitalised,
  type LagosDate,
  MONTHS,
  parseDate,
  yearOf,
  formatClock,
  formatDayMonth,
  formatDate,
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
import {
  type Week,
  weekAddress,
  type Cell,
  cellOf,
  calendarPath,
  type CalendarDay,
  type CalendarGame,
} from './cells.ts'
import { ChangeForm, HolidayForm } from './change-form.tsx'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { Section } from '../../../people/web/staff/section.tsx'
import { EDIT } from '../../../people/web/staff/staff-icons.ts'
import { stripeOf } from '../operator.tsx'

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

const dayText = (date: LagosDate) =>
  `${Number(date.slice(8))} ${capitalised(itemAt(MONTHS, Number(date.slice(5, 7)) - 1))} ${yearOf(date)}`

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

const LOOKS: Record<Cell['look'], string> = {
  in: 'text-brand',
  late: 'text-error',
  moved: 'text-warn',
  off: 'text-quiet',
  coming: 'text-quiet',
}

/** The same in the table, over the ground of today. */
const CELLS: typeof LOOKS = {
  ...LOOKS,
  late: 'bg-error-soft! text-error',
  moved: 'bg-warn-soft! text-warn',
  off: 'text-quiet line-through',
  coming: '',
}

/** One day of the week, for phones: every draw by its close, with a pen for its form. */
function DayList({ week, date, now }: { week: Week; date: LagosDate; now: number }) {
  const rows = week.games.flatMap((game) => {
    const day = game.days.find((one) => one.date === date)!
    const cell = cellOf(day, now)
    return cell ? [{ game, cell }] : []
  })
  rows.sort((a, b) => (a.cell.clock < b.cell.clock ? -1 : 1))
  return (
    <div className="lg:hidden">
      <nav aria-label="Days" className="week mb-2 grid-cols-7!">
        {week.week.map((day) => (
          <PageLink key={day} to={calendarPath(day)} aria-current={day === date ? 'date' : undefined}>
            <span className="week-day">
              {formatDayMonth(day).slice(0, 3)} <b>{Number(day.slice(8))}</b>
              <span className="visually-hidden">{formatDate(day).slice(-9)}</span>
            </span>
          </PageLink>
        ))}
      </nav>
      {rows.length === 0 ? (
        <p className="py-4">No game draws on this day.</p>
      ) : (
        <ol className="draw-rows">
          {rows.map(({ game, cell }) => (
            <li
              key={game.key}
              className={`stripe relative flex min-h-14 items-center gap-3 border-b border-line pl-4 ${stripeOf(game.operator, game.colour)}`}
            >
              <span className="min-w-0 flex-1 py-1.5">
                <b className="block">{game.name}</b>
                <span className={`text-xs font-bold ${LOOKS[cell.look]}`}>{cell.words}</span>
              </span>
              <b
                className={`font-fig text-[1.125rem] ${cell.look === 'off' ? 'line-through text-quiet' : ''}`}
              >
                {cell.clock}
              </b>
              <PageLink
                to={calendarPath(date, { form: 'change', game: game.key })}
                aria-label={`Change ${game.name}`}
                className="grid size-11 shrink-0 place-items-center text-quiet"
              >
                <IconPath path={EDIT} />
              </PageLink>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** A week by game, for wide screens. Each draw is a link to its form. */
function WeekTable({ week, now }: { week: Week; now: number }) {
  return (
    <div className="hidden lg:block">
      <table className="calendar">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Game</span>
            </th>
            {week.week.map((day) => (
              <th key={day} scope="col" className={day === week.today ? 'bg-soft' : undefined}>
                {formatDayMonth(day).slice(0, 3)} {Number(day.slice(8))}
                {day === week.today && <span className="visually-hidden">, today</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.games.map((game) => (
            <tr key={game.key}>
              <th scope="row" className={stripeOf(game.operator, game.colour)}>
                {game.name}
                {!game.active && <small> paused</small>}
              </th>
              {game.days.map((day) => (
                <DayCell key={day.date} game={game} day={day} today={week.today} now={now} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="flex flex-wrap gap-x-4 py-2 text-xs text-quiet">
        <span className={LOOKS.in}>✓ entered</span>
        <span className={`${CELLS.late} px-1.5`}>late</span>
        <span className={`${CELLS.moved} px-1.5`}>↔ moved</span>
        <span className={CELLS.off}>cancelled</span>
        <span>+ extra</span>
        <span>shaded: today</span>
      </p>
    </div>
  )
}

interface DayCellProps {
  game: CalendarGame
  day: CalendarDay
  today: string
  now: number
}

function DayCell({ game, day, today, now }: DayCellProps) {
  const cell = cellOf(day, now)
  const ground = day.date === today ? 'bg-soft' : ''
  if (!cell) return <td className={ground} />
  const label = `${game.name}, ${`${formatDayMonth(day.date)} ${cell.clock}`.trim()}: ${cell.words}`
  return (
    <td className={`${ground} ${CELLS[cell.look]}`}>
      <PageLink to={calendarPath(day.date, { form: 'change', game: game.key })} aria-label={label}>
        {cell.text}
      </PageLink>
    </td>
  )
}
