import { MESSAGES } from '../../domain/base/messages.ts'

/** A full screen in place of a form that was sent. The text appears after a moment, so that quick answers do not flash. */
export function Waiting() {
  return (
    <div role="status" className="fixed inset-0 z-50 flex items-center justify-center gap-3 bg-paper">
      <span className="spinner" aria-hidden="true" />
      <span className="late">{MESSAGES.pleaseWait}</span>
    </div>
  )
}
