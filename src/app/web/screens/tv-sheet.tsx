import { useState } from 'react'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { Button, buttonClasses } from '../../../platform/web/ui/button.tsx'
import { Dialog } from '../../../platform/web/ui/dialog.tsx'

/** The address for the TV's own browser. */
export function TvSheet({ onClose }: { onClose: () => void }) {
  const [outcome, setOutcome] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(location.origin + PATHS.tv).then(
      () => setOutcome('Copied.'),
      () => setOutcome('This browser cannot copy. Type the address above.'),
    )
  return (
    <Dialog title="Show on a TV" onClose={onClose}>
      <p>Open this address in the TV’s browser, or on the computer that is connected to it:</p>
      <p className="text-[clamp(1.125rem,6vw,1.5rem)] leading-tight font-bold tracking-tight [overflow-wrap:anywhere]">
        {location.host + PATHS.tv}
      </p>
      <p className="text-quiet">
        It needs no login. It fills the screen, updates itself and, where its browser can, keeps the TV awake.
        Esc or Back closes it.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>Copy address</Button>
        <a href={PATHS.tv} className={buttonClasses('plain')}>
          Show it here
        </a>
      </div>
      <p role="status" className="text-sm">
        {outcome}
      </p>
    </Dialog>
  )
}
