import { formatDayMonth } from '../../../domain/base/calendar.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { stripeOf } from '../operator.tsx'
import { type CalendarDay, type CalendarGame, cellOf, type Week } from './cells.ts'
import { calendarPath } from './paths.ts'

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
              <th key={day} scope="col" className={day === week.today ? 'calendar-today' : undefined}>
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
        <span className="calendar-in">✓ entered</span>
        <span className="calendar-late px-1.5">late</span>
        <span className="calendar-moved px-1.5">↔ moved</span>
        <span className="calendar-off">cancelled</span>
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
  const ground = day.date === today ? 'calendar-today' : ''
  if (!cell) return <td className={ground} />
  const label = `${game.name}, ${`${formatDayMonth(day.date)} ${cell.clock}`.trim()}: ${cell.words}`
  return (
    <td className={`${ground} calendar-${cell.look}`}>
      <PageLink to={calendarPath(day.date, { form: 'change', game: game.key })} aria-label={label}>
        {cell.text}
      </PageLink>
    </td>
  )
}
