import type { ReactNode } from 'react'
import { formatClock, formatDate, formatDuration, lagosMinutes } from '../../../domain/base/calendar.ts'
import { type DeskLine, deskState } from '../../../domain/draws/desk.ts'
import { blankEntry, type DeskDay } from './entry.ts'
import { deskLines } from './due.ts'
import type { Desk } from './use-desk.ts'

const LOOKS = {
  late: 'text-error',
  due: 'text-warn',
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

const isHeld = ({ game, date }: DeskLine, { held }: DeskDay) =>
  held.some((one) => one.game === game && one.date === date)

/** Today's draws by closing time with their state; below them the missing draws of the days before. */
export function DueList({ desk, today }: { desk: Desk; today: DeskDay }) {
  const lines = deskLines(today)
  return (
    <section aria-labelledby="due" className="rounded-lg border border-line bg-sheet p-3">
      <h2 id="due" className="font-bold">
        Due today
      </h2>
      {lines.length === 0 && <p className="text-sm text-quiet">No game draws today.</p>}
      <ul className="mt-1.5">
        {lines.map((line) => (
          <DueLine key={line.game} desk={desk} line={line}>
            <span className="text-quiet">{formatClock(lagosMinutes(line.schedule!.closesAt))}</span>
            <span className="min-w-0 flex-1">{desk.nameOf(line.game)}</span>
            {isHeld(line, today) ? (
              <span className="w-16 text-right text-xs font-bold text-quiet">Waits for its close</span>
            ) : (
              <span className={`text-xs font-bold ${LOOKS[deskState(line, desk.now)]}`}>
                {stateText(line, desk.now)}
              </span>
            )}
          </DueLine>
        ))}
      </ul>
      {today.missing.length > 0 && (
        <details className="mt-1.5 border-t border-line">
          <summary className="link flex min-h-11 items-center px-2 text-sm">
            Not entered on the days before: {today.missing.length}
          </summary>
          <ul>
            {today.missing.map((line) => (
              <DueLine key={`${line.game} ${line.date}`} desk={desk} line={line}>
                <span className="min-w-0 flex-1">{desk.nameOf(line.game)}</span>
                <span className="text-quiet">{formatDate(line.date)}</span>
              </DueLine>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** Opens a draw in the form. The one that is open is marked. */
function DueLine({
  desk,
  line,
  children,
}: {
  desk: Desk
  line: { game: string; date: string }
  children: ReactNode
}) {
  const isOpen = desk.entry.game === line.game && desk.entry.date === line.date
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen || undefined}
        className={`flex min-h-11 w-full items-center gap-2 rounded-md px-2 text-left text-sm ${isOpen ? 'bg-soft font-bold' : ''}`}
        onClick={() => desk.choose(blankEntry(line.game, line.date))}
      >
        {children}
      </button>
    </li>
  )
}
