import { useState } from 'react'
import { formatDate } from '../../../domain/base/calendar.ts'
import { STAFF_PATHS } from '../../../domain/admin/staff.ts'
import { times } from '../../../domain/base/words.ts'
import { Button } from '../../ui/button.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { DrawRow } from '../draw-row.tsx'
import { DeleteForm } from './delete-form.tsx'
import type { Listed } from './draws-list.tsx'
import { MoveForm } from './move-form.tsx'
import { ObservedForm } from './observed-form.tsx'

interface Props {
  draw: Listed
  gameName: string
  operator: string
  games: readonly { key: string; name: string }[]
  onCorrect: () => void
  onMoved: () => void
  /** @param now the server's time of the deletion, in milliseconds */
  onDeleted: (now: number) => void
}

const TEXT_BUTTON = 'link min-h-11 min-w-11 text-left'

/** One entered draw. It opens to its history and its deletion. */
export function EnteredRow({ draw, gameName, operator, games, onCorrect, onMoved, onDeleted }: Props) {
  const [open, setOpen] = useState(false)
  const [asks, setAsks] = useState<'delete' | 'move' | null>(null)
  const name = `${gameName}, ${formatDate(draw.date)}`
  const canChange = draw.source !== 'sample'
  return (
    <DrawRow
      operator={operator}
      name={gameName}
      label={name}
      draw={draw.state === 'no_draw' || draw.hidden ? null : draw}
      both
      note={
        <>
          {noteOf(draw)}
          <span className="flex gap-4 md:-my-3 md:ml-2 md:inline-flex">
            {canChange && !draw.hidden && (
              <button type="button" className={TEXT_BUTTON} onClick={onCorrect}>
                Correct<span className="visually-hidden"> {name}</span>
              </button>
            )}
            <button type="button" className={TEXT_BUTTON} aria-expanded={open} onClick={() => setOpen(!open)}>
              More<span className="visually-hidden"> about {name}</span>
            </button>
          </span>
        </>
      }
      below={
        open && (
          <div className="pt-1 pb-2 text-sm">
            <p className="text-quiet">{historyOf(draw)}</p>
            <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
              {canChange && !draw.hidden && (
                <Button kind="plain" onClick={() => setAsks('move')}>
                  Move to another game<span className="visually-hidden">: {name}</span>
                </Button>
              )}
              {canChange && (
                <Button kind="danger" onClick={() => setAsks('delete')}>
                  Delete<span className="visually-hidden"> {name}</span>
                </Button>
              )}
              <PageLink to={`${STAFF_PATHS.audit}?subject=draw:${draw.id}`} className="link tap">
                Trail<span className="visually-hidden"> of {name}</span>
              </PageLink>
            </div>
            {asks === 'delete' && (
              <DeleteForm draw={draw} onCancel={() => setAsks(null)} onDone={onDeleted} />
            )}
            {asks === 'move' && (
              <MoveForm
                draw={draw}
                games={games}
                onCancel={() => setAsks(null)}
                onDone={() => {
                  setAsks(null)
                  onMoved()
                }}
              />
            )}
            {canChange && <ObservedForm draw={draw} />}
          </div>
        )
      }
    />
  )
}

function noteOf({ date, serial, state, source, hidden }: Listed) {
  const facts = [
    formatDate(date),
    serial !== null && `S/N ${serial}`,
    source === 'sample' && 'sample',
    source === 'import' && 'imported',
  ].filter(Boolean)
  return (
    <>
      {facts.join(', ')}
      {state === 'no_draw' && <strong className="block">No draw</strong>}
      {state === 'unconfirmed' && <strong className="block text-warn">Unconfirmed</strong>}
      {hidden && 'Hidden until a second person has typed the numbers.'}
    </>
  )
}

function historyOf({ by, corrections, source }: Listed): string {
  const facts = [
    by ? `Entered by ${by}` : source === 'sample' ? 'Generated' : 'Entered by a program',
    corrections > 0 && `corrected ${times(corrections)}`,
  ].filter(Boolean)
  return `${facts.join(', ')}.`
}
