import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useLocation } from './location.ts'

/**
 * Completes a menu made of a `details` element, which opens without script. It closes on navigation, on Escape, with
 * the focus back on its summary, and on a tap outside.
 */
export function usePopup(): { popup: RefObject<HTMLDetailsElement | null>; close: () => void } {
  const [path] = useLocation()
  const popup = useRef<HTMLDetailsElement>(null)
  const close = useCallback(() => popup.current?.removeAttribute('open'), [])
  useEffect(close, [path, close])
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => {
      const target = event.target as Node
      // A veil belongs to the element itself.
      if (target === popup.current || !popup.current?.contains(target)) close()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !popup.current?.open) return
      close()
      popup.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', onPointerDown)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('pointerdown', onPointerDown)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [close])
  return { popup, close }
}
