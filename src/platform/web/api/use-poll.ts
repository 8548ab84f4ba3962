import { useEffect } from 'react'

/**
 * Calls a function again and again while the page is visible and has a network.
 * @param intervalMs milliseconds between two calls; 0 for none
 */
export function usePoll(ask: () => void, intervalMs: number): void {
  useEffect(() => {
    if (intervalMs === 0) return
    const timer = setInterval(
      () => document.visibilityState === 'visible' && navigator.onLine && ask(),
      intervalMs,
    )
    return () => clearInterval(timer)
  }, [ask, intervalMs])
}
