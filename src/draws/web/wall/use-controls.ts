import { useEffect, useState } from 'react'
import { PATHS } from '../../../platform/rules/site/paths.ts'

const SHOWN_MS = 5000

/** Back to the page before, or to the results if the TV opened this address. */
const close = () => (history.length > 1 ? history.back() : location.assign(PATHS.results))

/** The two buttons, which a key or a tap shows for five seconds, and the page that is held. */
export function useControls() {
  const [shownAt, setShownAt] = useState<number | null>(null)
  const [held, setHeld] = useState<number | null>(null)
  useEffect(() => {
    const show = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key === 'Escape') close()
      else setShownAt(performance.now())
    }
    addEventListener('keydown', show)
    addEventListener('pointerdown', show)
    return () => {
      removeEventListener('keydown', show)
      removeEventListener('pointerdown', show)
    }
  }, [])
  useEffect(() => {
    if (shownAt === null) return
    const timer = setTimeout(() => setShownAt(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shownAt])
  return {
    isOpen: shownAt !== null,
    held,
    close,
    hold: (page: number) => setHeld(held === null ? page : null),
  }
}

/** Keeps the screen on, where the browser can. It must be asked again after each return to the page. */
export function useAwake(): void {
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined)
    }
    ask()
    document.addEventListener('visibilitychange', ask)
    return () => document.removeEventListener('visibilitychange', ask)
  }, [])
}
