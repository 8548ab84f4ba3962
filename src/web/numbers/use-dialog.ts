import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { SheetEntry } from './sheet-history.ts'
import { itemAt } from '../../domain/base/lists.ts'

/** Pixels between the sheet and its set of balls, and between the sheet and the edges of a desktop's window. */
const GAP_PX = 16

/**
 * Runs the sheet's dialog: opens it beside its ball, focuses the heading for each number, and closes it through the
 * browser's history, so that the address bar, Back and the sheet agree. On close the focus returns to the ball.
 */
export function useDialog({ number, depth }: SheetEntry, ball: HTMLElement | null) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useOpenDialog(dialog, ball)

  useEffect(() => {
    // A browser may close the dialog by itself at the second request to close.
    if (!dialog.current!.open) dialog.current!.showModal()
    heading.current!.focus()
  }, [number])

  /** The way back is taken once, however many events ask for it before the history has moved. */
  const isLeaving = useRef(false)
  useEffect(() => {
    isLeaving.current = false
  }, [number, depth])
  const goBack = (steps: number) => {
    if (!isLeaving.current) history.go(-steps)
    isLeaving.current = true
  }
  const close = () => goBack(depth)

  // A layout effect, so that the listeners are gone before the dialog reports its own end.
  useLayoutEffect(() => {
    const element = dialog.current!
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      close()
    }
    // Android's Back arrives as a request to close.
    const onCancel = (event: Event) => {
      event.preventDefault()
      goBack(1)
    }
    const onClose = () => goBack(1)
    const onClick = (event: MouseEvent) => {
      // The veil belongs to the dialog itself.
      if (event.target === element && !isInside(element, event)) close()
    }
    const listeners = { keydown: onKeyDown, cancel: onCancel, close: onClose, click: onClick }
    for (const [type, listener] of Object.entries(listeners))
      element.addEventListener(type, listener as EventListener)
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        element.removeEventListener(type, listener as EventListener)
    }
  })
  return { dialog, heading, close }
}

/** Opens the dialog while it is mounted. The ball is marked until then. */
function useOpenDialog(dialog: RefObject<HTMLDialogElement | null>, ball: HTMLElement | null): void {
  useLayoutEffect(() => {
    const element = dialog.current!
    element.showModal()
    if (!ball) return
    ball.setAttribute('aria-expanded', 'true')
    placeBeside(element, ball)
    return () => {
      // While the dialog is open, nothing below it takes the focus.
      element.close()
      ball.removeAttribute('aria-expanded')
      ball.focus({ preventScroll: true })
    }
  }, [dialog, ball])
}

/** Sets the place that the styles use on a desktop: right of the ball's set, or left of it where the window ends. */
function placeBeside(dialog: HTMLElement, ball: HTMLElement): void {
  const balls = ball.closest('.balls')?.getElementsByClassName('ball') ?? [ball]
  const { left, top } = itemAt(balls, 0).getBoundingClientRect()
  const { right } = itemAt(balls, -1).getBoundingClientRect()
  const width = dialog.offsetWidth + GAP_PX
  const x = right + GAP_PX + width <= innerWidth ? right + GAP_PX : Math.max(GAP_PX, left - width)
  dialog.style.setProperty('--x', `${x}px`)
  dialog.style.setProperty('--y', `${Math.max(GAP_PX, top - GAP_PX)}px`)
}

function isInside(element: Element, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}
