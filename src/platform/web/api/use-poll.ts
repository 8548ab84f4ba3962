import { useEffect } from 'react'
import { useAnswerCache } from './use-call.ts'

/**
 * Fetches an address again and again while the page is visible and has a network.
 * @param intervalMs milliseconds between two requests; 0 for none
 */
export function usePoll(address: string | undefined, intervalMs: number): void {
  const cache = useAnswerCache()
  useEffect(() => {
    if (intervalMs === 0 || address === undefined) return
    const timer = setInterval(() => cache.poll(address), intervalMs)
    return () => clearInterval(timer)
  }, [cache, address, intervalMs])
}
