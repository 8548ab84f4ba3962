import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import type * as DialogCode from './share-dialog.tsx'

interface Shared {
  /** Makes the message. It runs on the click, because the server does not know the address bar, and its code is loaded then. */
  text: () => string | Promise<string>
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
  const [opened, setOpened] = useState<{ dialog: typeof DialogCode; text: string } | null>(null)
  const [hasFailed, setHasFailed] = useState(false)

  function open() {
    setHasFailed(false)
    Promise.all([import('./share-dialog.tsx'), shared.text()]).then(
      ([dialog, text]) => setOpened({ dialog, text }),
      () => setHasFailed(true),
    )
  }

  return (
    <div className="script-only">
      <Button kind={quiet ? 'quiet' : 'plain'} className={className} aria-haspopup="dialog" onClick={open}>
        {label}
      </Button>
      {hasFailed && (
        <p role="alert" className="text-sm text-error">
          Sharing needs a network. Please try again.
        </p>
      )}
      {opened && (
        <opened.dialog.ShareDialog
          text={opened.text}
          picture={shared.picture}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}
