import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { CloseButton } from './close-button.tsx'

interface Props {
  title: ReactNode
  className?: string
  /** In the middle of every screen, without a cross: its buttons are the answers. */
  isQuestion?: boolean
  /** Sets the place of the open dialog. */
  place?: (dialog: HTMLElement) => void
  onClose: () => void
  children: ReactNode
}

/**
 * A dialog, open while it is mounted: from below on a phone. Escape closes it, and a click beside it unless it asks. It is
 * outside the element that opens it, whose styles must not reach it.
 */
export function Dialog({ title, className = '', isQuestion = false, place, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    place?.(element)
    const closeBeside = ({ target, clientX: x, clientY: y }: MouseEvent) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      // The veil belongs to the dialog; a click in the sheet has another target, or is inside.
      if (target === element && (x < left || x > right || y < top || y > bottom)) element.close()
    }
    if (!isQuestion) element.addEventListener('click', closeBeside)
    // Closing passes the focus to the button that opened the dialog.
    return () => element.close()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, [])
  const look = isQuestion
    ? 'm-auto w-[min(30rem,94vw)] rounded-2xl border border-line bg-sheet p-4 text-ink'
    : 'sheet lifted'
  return createPortal(
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose} className={`${look} ${className}`}>
      <div className="space-y-3">
        <h2 id={id} className={`text-lg leading-tight font-bold ${isQuestion ? '' : 'pr-11'}`}>
          {title}
        </h2>
        {!isQuestion && <CloseButton onClose={onClose} />}
        {children}
      </div>
    </dialog>,
    document.body,
  )
}
