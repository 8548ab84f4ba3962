import { formatDate, parseDate } from '../../../domain/base/calendar.ts'
import { dayInWords } from '../../../domain/draws/desk.ts'
import { IconPath } from '../../ui/icon-path.tsx'
import { CLOCK } from '../../admin/staff-icons.ts'
import { nextLine } from './due.ts'
import { blankEntry, type DeskDay } from './entry.ts'
import type { Desk } from './use-desk.ts'

/** The game and the day of the entry in words, in amber unless it is today, and the draws that are missing before it. */
export function DayLine({ desk, today }: { desk: Desk; today: DeskDay }) {
  const { entry, line } = desk
  if (entry.game === '') return <Finished desk={desk} today={today} />
  const date = parseDate(entry.date)
  if (!date) return null
  const isToday = date === today.today
  return (
    <div className="mt-3">
      <p
        role="status"
        className={
          isToday ? 'font-bold' : 'flex items-center gap-2 rounded-lg bg-warn-soft p-3 font-bold text-warn'
        }
      >
        {!isToday && <IconPath path={CLOCK} />}
        {desk.nameOf(entry.game)}, {dayInWords(date, today.today)}
      </p>
      {line?.gap && <p className="text-sm text-quiet">{line.gap}</p>}
    </div>
  )
}

/** After the last draw of today, a draw of an earlier day opens only when it is chosen, and so does one that was deleted. */
function Finished({ desk, today }: { desk: Desk; today: DeskDay }) {
  const { missing } = desk
  const deleted = nextLine(today, desk.now, today.held)
  const latest = deleted ?? missing[0]
  return (
    <div className="mt-3 rounded-lg bg-soft p-3 text-sm">
      <p className="font-bold">
        {deleted ? 'A draw of today has no result.' : 'Every draw of today has a result.'}
      </p>
      {latest && (
        <p>
          {!deleted && `Missing on the days before: ${missing.length}. `}
          <button
            type="button"
            data-next
            className="link -my-3 py-3"
            onClick={() => desk.choose(blankEntry(latest.game, latest.date))}
          >
            Enter {desk.nameOf(latest.game)}, {formatDate(latest.date)}
          </button>
        </p>
      )}
    </div>
  )
}
