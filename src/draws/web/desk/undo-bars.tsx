import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatDate, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { DESK_LIMITS } from '../../rules/desk.ts'
import { failureText, sendAdminCall } from '../../../people/web/staff/calls.ts'
import { serverNow } from '../../../platform/web/api/server-time.ts'
import { usePoll } from '../../../platform/web/api/use-poll.ts'
import { DESK } from './addresses.ts'
import type { Listed } from './draws-list.tsx'
import { type DeskDay, entryOf, numbersOf } from './entry.ts'
import type { Desk } from './use-desk.ts'

/** A draw that was deleted here. */
export interface Deleted {
  draw: Listed
  /** The server's time of the deletion, in milliseconds. */
  at: number
}

/** What can be undone for some seconds: publications and deletions, above the end of the window. */
export function UndoBars({
  desk,
  today: { held, today },
  deleted,
  onChanged,
  onEnd,
}: {
  desk: Desk
  today: DeskDay
  deleted: readonly Deleted[]
  onChanged: () => Promise<unknown>
  onEnd: (deleted: Deleted, isRestored: boolean) => void
}) {
  if (held.length + deleted.length === 0) return null
  return (
    <div className="undo-bars">
      {held.map((one) => (
        <PublishingBar key={one.id} desk={desk} held={one} today={today} onChanged={onChanged} />
      ))}
      {deleted.map((one) => (
        <DeletedBar key={one.draw.id} desk={desk} deleted={one} onEnd={onEnd} />
      ))}
    </div>
  )
}

/** The server publishes at the end of the time. From then on the screen asks this often for the outcome, in milliseconds. */
const OUTCOME_MS = 1000

function PublishingBar({
  desk,
  held,
  today,
  onChanged,
}: {
  desk: Desk
  held: DeskDay['held'][number]
  today: LagosDate
  onChanged: () => Promise<unknown>
}) {
  const { id, game, date, machine, by, mine, publishAt } = held
  const name = desk.nameOf(game) + (date === today ? '' : `, ${formatDate(date)}`)

  async function undo() {
    try {
      await sendAdminCall('DELETE /api/admin/held-results/:id', { params: { id } })
      const text = `${desk.nameOf(game)}, ${formatDate(date)}, is undone. Nobody has seen it. Change it and upload it again.`
      desk.putBack({ ...entryOf(game, { ...held, version: 1 }), correcting: null }, { kind: 'warn', text })
    } catch (error) {
      desk.setNotice({ kind: 'warn', text: failureText(error) })
    }
    await onChanged()
  }
  const [isOver, setOver] = useState(false)
  usePoll(DESK, isOver ? OUTCOME_MS : 0)
  // Published, or undone here or elsewhere.
  useEffect(() => () => void onChanged(), [onChanged])

  return (
    <UndoBar
      title={`Publishing ${name}`}
      name={name}
      until={publishAt}
      seconds={DESK_LIMITS.publishSeconds}
      detail={`${numbersOf(held)},`}
      onUndo={undo}
      onOver={() => setOver(true)}
    >
      {machine.length > 0 && (
        <p>
          <span title="Machine numbers">M</span> {machine.join(' - ')}
        </p>
      )}
      {by && !mine && <p>Entered by {by}</p>}
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
  /** The end of the time for it by the server's clock, in milliseconds. */
  until: number
  seconds: number
  onUndo: () => Promise<void>
  /** Called once at that end. */
  onOver: () => void
  children?: ReactNode
}) {
  const button = useRef<HTMLButtonElement>(null)
  const line = useRef<HTMLSpanElement>(null)
  const [left, setLeft] = useState(seconds)
  const [busy, setBusy] = useState(false)
  const over = useRef(onOver)
  useEffect(() => {
    over.current = onOver
  })
  useEffect(() => {
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
          <span aria-hidden="true"> in {left} s</span>
        </p>
        {children}
      </div>
      <button
        ref={button}
        type="button"
        data-undo
        className="min-h-11 rounded-md bg-gold px-4 font-bold text-on-gold"
        disabled={busy}
        onClick={() => {
          setBusy(true)
          void onUndo().finally(() => setBusy(false))
        }}
      >
        Undo
        <span className="visually-hidden"> {name}</span>
      </button>
      <span ref={line} className="undo-line" />
    </div>
  )
}
