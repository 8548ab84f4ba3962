import { formatClock, formatDayMonth } from '../../../domain/base/calendar.ts'
import { Section } from '../../admin/section.tsx'
import { Button } from '../../ui/button.tsx'
import type { Week } from './cells.ts'

type Change = Week['changes'][number]

/** The changes of the week with their reason and who made them. */
export function ChangesList({
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
