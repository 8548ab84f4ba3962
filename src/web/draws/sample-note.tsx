import { NOTES } from '../../domain/messages.ts'

/** The tag beside the heading of every screen that shows generated draws. It opens to the full sentence. */
export function SampleTag() {
  return (
    <details className="sample-tag">
      <summary>
        <span className="tag">Sample data</span>
      </summary>
      <p className="text-sm text-quiet">{NOTES.sample}</p>
    </details>
  )
}
