import { NOTES } from '../../platform/rules/base/messages.ts'
import { usePopup } from '../../platform/web/ui/use-popup.ts'

/** The tag beside the heading of every screen that shows generated draws. It opens to the full sentence. */
export function SampleTag() {
  const { popup } = usePopup()
  return (
    <details ref={popup} className="sample-tag self-center">
      <summary>
        <span className="tag">Sample data</span>
      </summary>
      <p className="lifted absolute inset-x-0 z-10 rounded-lg p-3 text-sm">{NOTES.sample}</p>
    </details>
  )
}
