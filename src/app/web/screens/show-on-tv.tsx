import { type MouseEvent, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { Button, buttonClasses } from '../../../platform/web/ui/button.tsx'

const OUTCOMES = { copied: 'Copied.', failed: 'This browser cannot copy. Type the address above.' }

/** Leads to the results for a TV. A phone shows the address for the TV's own browser first. */
export function ShowOnTv({ className }: { className: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<keyof typeof OUTCOMES | null>(null)

  function open(event: MouseEvent) {
    if (!matchMedia('(max-width: 47.99rem)').matches) return
    event.preventDefault()
    setOutcome(null)
    setOpen(true)
  }
  const copy = () =>
    navigator.clipboard.writeText(location.origin + PATHS.tv).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    )

  return (
    <>
      <a href={PATHS.tv} className={className} onClick={open}>
        <IconPath path="M3 5h18v12H3zM8 20.5h8" />
        Show on a TV
      </a>
      {isOpen &&
        createPortal(
          <dialog
            ref={(element) => {
              dialog.current = element
              if (element && !element.open) element.showModal()
            }}
            aria-labelledby={id}
            onClose={() => setOpen(false)}
            className="sheet lifted"
          >
            <div className="space-y-3">
              <h2 id={id} className="text-lg font-bold">
                Show on a TV
              </h2>
              <p>Open this address in the TV’s browser, or on the computer that is connected to it:</p>
              <p className="text-[clamp(1.125rem,6vw,1.5rem)] leading-tight font-bold tracking-tight [overflow-wrap:anywhere]">
                {location.host + PATHS.tv}
              </p>
              <p className="text-quiet">
                It needs no login. It fills the screen, updates itself and, where its browser can, keeps the
                TV awake. Esc or Back closes it.
              </p>
              <div className="flex flex-wrap gap-2">
                <Button onClick={() => void copy()}>Copy address</Button>
                <a href={PATHS.tv} className={buttonClasses('plain')}>
                  Show it here
                </a>
                <Button kind="quiet" onClick={() => dialog.current?.close()}>
                  Close
                </Button>
              </div>
              <p role="status" className="text-sm">
                {outcome && OUTCOMES[outcome]}
              </p>
            </div>
          </dialog>,
          document.body,
        )}
    </>
  )
}
