import { clockOf, formatDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { dayInWords } from '../../rules/desk.ts'
import { CLOCK } from '../../../people/web/staff/staff-icons.ts'
import { Button } from '../../../platform/web/ui/button.tsx'
import { Field } from '../../../platform/web/ui/field.tsx'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { blankEntry, type DeskDay, type DeskDraw, type DeskGame, entryOf } from './entry.ts'
import type { Desk } from './use-desk.ts'

export const lacksMachine = ({ state, machine }: DeskDraw): boolean =>
  state !== 'no_draw' && machine.length === 0

/** The record of the draw that is open, with its two ways to change it. */
export function Recorded({ desk, draw }: { desk: Desk; draw: NonNullable<DeskGame['draw']> }) {
  const stored = (reason: string) => entryOf(desk.entry.game, draw, reason)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 rounded-lg bg-soft px-3 py-2 text-sm">
      <p>
        Already recorded: {draw.state === 'no_draw' ? 'no draw' : draw.winning.join(' - ')}
        {lacksMachine(draw) && ', machine numbers missing'}.
      </p>
      {lacksMachine(draw) && (
        <Button
          kind="plain"
          onClick={() => desk.choose({ ...stored('Machine numbers published'), machineLater: false })}
        >
          Add machine numbers
        </Button>
      )}
      <Button kind="plain" onClick={() => desk.choose(stored(''))}>
        Correct it
      </Button>
    </div>
  )
}

/** For a result before its close: the field without which it is refused. */
export function EarlyNote({ desk }: { desk: Desk }) {
  const { entry, openUntil, problems } = desk
  if (openUntil === null) return null
  const name = desk.nameOf(entry.game)
  return (
    <div role="group" aria-label="Before the close" className="mt-2 rounded-lg bg-warn-soft p-3 text-sm">
      <p className="text-warn">
        Staking for {name} is open until {clockOf(openUntil)}. Is this a result of another game?
      </p>
      <Field
        label={`To publish the result anyway, type "${name}"`}
        autoComplete="off"
        value={entry.name}
        error={problems.name}
        onChange={(event) => desk.setEntry({ ...entry, name: event.target.value })}
      />
    </div>
  )
}

/** The game and the day of the entry in words, in amber unless it is today, and the draws that are missing before it. */
export function DayLine({ desk, today }: { desk: Desk; today: DeskDay }) {
  const { entry, line } = desk
  if (entry.game === '') return <Finished desk={desk} />
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
function Finished({ desk }: { desk: Desk }) {
  const { missing, due: deleted } = desk
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
