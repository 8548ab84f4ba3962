import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import type * as DialogCode from './share-dialog.tsx'

export interface Shared {
  /** Makes the message. It runs on the click, because the server does not know the address bar. */
  text: () => string
  /** The call whose answer names the picture (`picture.path`), or the address of the picture itself (`/api/…/picture?…`). */
  picture?: string
}

interface Props extends Shared {
  label?: ReactNode
  /** Looks like a link. */
  quiet?: boolean
  className?: string
}

/** Opens the share dialog. It needs a script, so it is hidden without one. */
export function ShareButton({ label = 'Share', quiet = false, className = '', ...shared }: Props) {
  const [dialog, setDialog] = useState<typeof DialogCode | null>(null)
  const [hasFailed, setHasFailed] = useState(false)

  function open() {
    setHasFailed(false)
    import('./share-dialog.tsx').then(setDialog, () => setHasFailed(true))
  }

  return (
    <div className={`script-only ${className}`}>
      <Button kind={quiet ? 'quiet' : 'plain'} aria-haspopup="dialog" onClick={open}>
        {label}
      </Button>
      {hasFailed && (
        <p role="alert" className="text-sm text-error">
          Sharing needs a network. Please try again.
        </p>
      )}
      {dialog && <dialog.ShareDialog {...shared} onClose={() => setDialog(null)} />}
    </div>
  )
}
