import { formatClock, lagosMinutes } from '../../../domain/base/calendar.ts'
import { Field } from '../../ui/field.tsx'
import type { Desk } from './use-desk.ts'

/** For a result before its close: that it waits, and the field that publishes it at once. */
export function WaitNote({ desk }: { desk: Desk }) {
  const { entry, waitsUntil, problems } = desk
  if (waitsUntil === null) return null
  const name = desk.nameOf(entry.game)
  return (
    <div role="group" aria-label="Before the close" className="mt-2 rounded-lg bg-warn-soft p-3 text-sm">
      <p className="text-warn">
        Staking for {name} is open until {formatClock(lagosMinutes(waitsUntil))}. The result waits until then,
        and nobody sees it. Is it a result of another game?
      </p>
      <Field
        label={`To publish it now, type "${name}"`}
        autoComplete="off"
        value={entry.name}
        error={problems.name}
        onChange={(event) => desk.setEntry({ ...entry, name: event.target.value })}
      />
    </div>
  )
}
