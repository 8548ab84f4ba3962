import { NOTES } from '../../domain/messages.ts'

/** The note on every screen that shows generated draws. */
export function SampleNote() {
  return <p className="mt-2 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">{NOTES.sample}</p>
}
