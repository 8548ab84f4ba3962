import { formatDate, formatDayMonth, type LagosDate } from '../../../domain/base/calendar.ts'
import { EDIT } from '../../admin/staff-icons.ts'
import { IconPath } from '../../ui/icon-path.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { stripeOf } from '../operator.tsx'
import { type Cell, cellOf, type Week } from './cells.ts'
import { calendarPath } from './paths.ts'

const LOOKS: Record<Cell['look'], string> = {
  in: 'text-brand',
  late: 'text-error',
  moved: 'text-warn',
  off: 'text-quiet',
  coming: 'text-quiet',
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
              <b className={`calendar-clock ${cell.look === 'off' ? 'line-through text-quiet' : ''}`}>
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
