import { useState } from 'react'
import { IconPath } from '../ui/icon-path.tsx'

const COPY = 'M9 9h11v11H9zM15 9V4H4v11h5'

/** Copies a text. It needs a script, so it is hidden without one. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('Copied.')
    } catch {
      setOutcome('This browser cannot copy. Select the numbers.')
    }
  }
  return (
    <span className="script-only ml-auto flex items-center gap-2">
      <span role="status">{outcome}</span>
      <button
        type="button"
        aria-label={label}
        onClick={() => void copy()}
        className="-mr-2 flex min-h-11 items-center gap-1 px-2 font-bold text-brand"
      >
        <IconPath path={COPY} />
        Copy
      </button>
    </span>
  )
}
