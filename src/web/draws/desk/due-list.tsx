import { formatClock, formatDate, formatDuration, lagosMinutes } from '../../../domain/calendar.ts'
import { type DeskLine, deskState } from '../../../domain/desk.ts'
import type { DeskDay } from './entry.ts'
import { deskLines } from './due.ts'
import type { Desk } from './use-desk.ts'

const LOOKS = {
  late: 'font-bold text-error',
  due: 'font-bold text-warn',
  coming: 'text-quiet',
  entered: 'text-brand',
  sample: 'text-quiet',
}

function stateText(line: DeskLine, now: number): string {
  const { closesAt, expectedAt } = line.schedule!
  switch (deskState(line, now)) {
    case 'late':
      return `Late by ${formatDuration(now - expectedAt)}`
    case 'due':
      return 'Due'
    case 'coming':
      return `in ${formatDuration(closesAt - now)}`
    case 'entered':
      return 'Entered'
    case 'sample':
      return 'Sample result'
  }
}

/** Today's draws by closing time with their state; below them the missing draws of the days before. */
export function DueList({ desk, today }: { desk: Desk; today: DeskDay }) {
  const lines = deskLines(today)
  const nameOf = (key: string) => today.games.find((game) => game.key === key)?.name ?? key
  const isOpen = ({ game, date }: { game: string; date: string }) =>
    desk.entry.game === game && desk.entry.date === date
  const row = 'flex min-h-11 w-full items-center justify-between gap-2 rounded-lg px-2 text-left'
  return (
    <section aria-labelledby="due" className="rounded-lg border border-line bg-sheet p-3">
      <h2 id="due" className="font-bold">
        Today, {formatDate(today.today)}
      </h2>
      {lines.length === 0 && <p className="text-sm text-quiet">No game draws today.</p>}
      <ul className="mt-1">
        {lines.map((line) => (
          <li key={line.game}>
            <button
              type="button"
              aria-current={isOpen(line) || undefined}
              className={`${row} ${isOpen(line) ? 'bg-soft' : ''}`}
              onClick={() => desk.openLine(line)}
            >
              <span>
                <span className="text-quiet">{formatClock(lagosMinutes(line.schedule!.closesAt))}</span>{' '}
                {nameOf(line.game)}
              </span>
              <span className={`text-sm ${LOOKS[deskState(line, desk.now)]}`}>
                {stateText(line, desk.now)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {today.missing.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-11 cursor-pointer py-2 text-sm font-bold">
            Missing from earlier days: {today.missing.length}
          </summary>
          <ul>
            {today.missing.map((line) => (
              <li key={`${line.game} ${line.date}`}>
                <button
                  type="button"
                  aria-current={isOpen(line) || undefined}
                  className={row}
                  onClick={() => desk.openLine(line)}
                >
                  <span>{nameOf(line.game)}</span>
                  <span className="text-sm text-quiet">{formatDate(line.date)}</span>
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
