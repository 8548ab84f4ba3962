import { EDIT } from '../../../people/web/staff/staff-icons.ts'
import { formatDate, formatDayMonth, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { stripeOf } from '../operator.tsx'
import { type CalendarDay, type CalendarGame, calendarPath, type Cell, cellOf, type Week } from './cells.ts'

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
export function DayList({ week, date, now }: { week: Week; date: LagosDate; now: number }) {
  const rows = week.games.flatMap((game) => {
    const day = game.days.find((one) => one.date === date)!
    const cell = cellOf(day, now)
    return cell ? [{ game, cell }] : []
  })
  rows.sort((a, b) => (a.cell.clock < b.cell.clock ? -1 : 1))
  return (
    <div className="lg:hidden">
      <nav aria-label="Days" className="week mb-2! grid-cols-7!">
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
export function WeekTable({ week, now }: { week: Week; now: number }) {
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
