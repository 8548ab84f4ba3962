import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatDate, type LagosDate } from '../../../domain/base/calendar.ts'
import { DESK_LIMITS } from '../../../domain/draws/desk.ts'
import { failureText, sendAdminCall } from '../../admin/calls.ts'
import { serverNow } from '../../api/server-time.ts'
import type { Listed } from './draws-list.tsx'
import type { Desk } from './use-desk.ts'
import { numbersOf, type Publishing } from './use-publishing.ts'

/** A draw that was deleted here. */
export interface Deleted {
  draw: Listed
  /** The server's time of the deletion, in milliseconds. */
  at: number
}

/** What can be undone for some seconds: publications and deletions, above the end of the window. */
export function UndoBars({
  desk,
  today,
  deleted,
  onEnd,
}: {
  desk: Desk
  today: LagosDate
  deleted: readonly Deleted[]
  onEnd: (deleted: Deleted, isRestored: boolean) => void
}) {
  const { all } = desk.publishing
  if (all.length + deleted.length === 0) return null
  return (
    <div className="undo-bars">
      {all.map((one) => (
        <PublishingBar key={one.held.id} desk={desk} one={one} today={today} />
      ))}
      {deleted.map((one) => (
        <DeletedBar key={one.draw.id} desk={desk} deleted={one} onEnd={onEnd} />
      ))}
    </div>
  )
}

function PublishingBar({ desk, one, today }: { desk: Desk; one: Publishing; today: LagosDate }) {
  const { held, failure, isLost } = one
  const { publish, undo } = desk.publishing
  const name = desk.nameOf(held.game) + (held.date === today ? '' : `, ${formatDate(held.date)}`)
  return (
    <UndoBar
      title={isLost ? `Not published: ${name}` : `Publishing ${name}`}
      name={name}
      action={isLost ? 'Enter it again' : 'Undo'}
      until={isLost ? null : held.publishAt}
      seconds={DESK_LIMITS.publishSeconds}
      detail={`${numbersOf(held)},`}
      onUndo={() => undo(one)}
      onOver={() => void publish(one)}
    >
      {held.machine.length > 0 && (
        <p>
          <span title="Machine numbers">M</span> {held.machine.join(' - ')}
        </p>
      )}
      {held.by && !held.mine && <p>Entered by {held.by}</p>}
      {failure && <p className="font-bold">{failure}</p>}
    </UndoBar>
  )
}

function DeletedBar({
  desk,
  deleted,
  onEnd,
}: {
  desk: Desk
  deleted: Deleted
  onEnd: (deleted: Deleted, isRestored: boolean) => void
}) {
  const { draw, at } = deleted
  const [failure, setFailure] = useState<string | null>(null)
  const name = `${desk.nameOf(draw.game)}, ${formatDate(draw.date)}`

  async function restore() {
    try {
      await sendAdminCall('POST /api/admin/draws/:id/restore', { params: { id: draw.id } })
      onEnd(deleted, true)
    } catch (error) {
      setFailure(failureText(error))
    }
  }
  return (
    <UndoBar
      title={failure ?? `${name} is deleted.`}
      name={name}
      until={at + DESK_LIMITS.undoSeconds * 1000}
      seconds={DESK_LIMITS.undoSeconds}
      detail="For good"
      onUndo={restore}
      onOver={() => onEnd(deleted, false)}
    />
  )
}

/** One step with its Undo. Screen readers hear it once, and not each second. */
function UndoBar({
  title,
  detail,
  name,
  action = 'Undo',
  until,
  seconds,
  onUndo,
  onOver,
  children,
}: {
  title: string
  /** The words before `in 7 s`. */
  detail: string
  /** What the button is about. */
  name: string
  action?: string
  /** The end of the time for it by the server's clock, in milliseconds; null without one. */
  until: number | null
  seconds: number
  onUndo: () => Promise<void>
  /** Called once at that end. */
  onOver: () => void
  children?: ReactNode
}) {
  const button = useRef<HTMLButtonElement>(null)
  const line = useRef<HTMLSpanElement>(null)
  const [left, setLeft] = useState(seconds)
  const over = useRef(onOver)
  useEffect(() => {
    over.current = onOver
  })
  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((until - serverNow()) / 1000))
      setLeft(rest)
      if (line.current) line.current.style.width = `${(rest / seconds) * 100}%`
      if (rest > 0) return
      clearInterval(timer)
      over.current()
    }, 250)
    return () => clearInterval(timer)
  }, [until, seconds])
  useLayoutEffect(
    () => () => {
      if (document.activeElement === button.current)
        document.querySelector<HTMLElement>('.desk-cell:enabled')?.focus()
    },
    [],
  )

  return (
    <div role="group" aria-label={title} className="undo-bar">
      <div role="alert" className="min-w-0 flex-1 py-1 text-sm leading-snug">
        <strong className="text-name">{title}</strong>
        <p>
          {detail}
          {until !== null && <span aria-hidden="true"> in {left} s</span>}
        </p>
        {children}
      </div>
      <button
        ref={button}
        type="button"
        data-undo
        className="min-h-11 rounded-md bg-gold px-4 font-bold text-on-gold"
        onClick={() => void onUndo()}
      >
        {action}
        <span className="visually-hidden"> {name}</span>
      </button>
      {until !== null && <span ref={line} className="undo-line" />}
    </div>
  )
}
