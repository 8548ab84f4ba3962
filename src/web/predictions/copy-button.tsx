import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { IconPath } from '../ui/icon-path.tsx'

const COPY = 'M9 9h11v11H9zM15 9V4H4v11h5'

/** Copies a text. It needs a script, so it is hidden without one. */
export function CopyButton({ text, children }: { text: () => string; children: string }) {
  const [outcome, setOutcome] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text())
      setOutcome('Copied.')
    } catch {
      setOutcome(`This browser cannot copy: ${text()}`)
    }
  }
  return (
    <div className="script-only">
      <Button kind="plain" className="w-full" onClick={() => void copy()}>
        <IconPath path={COPY} />
        {children}
      </Button>
      <p role="status" className="text-sm wrap-anywhere">
        {outcome}
      </p>
    </div>
  )
}
