import { MESSAGES } from '../../domain/messages.ts'

/** Shown in place of a form that was sent. The text appears after a moment, so that quick answers do not flash. */
export function Waiting() {
  return (
    <div role="status" className="flex min-h-40 items-center justify-center gap-3">
      <span className="spinner" aria-hidden="true" />
      <span className="late">{MESSAGES.pleaseWait}</span>
    </div>
  )
}
