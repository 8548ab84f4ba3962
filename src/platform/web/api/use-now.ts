import { createContext, useContext, useEffect, useState } from 'react'
import { serverNow } from './server-time.ts'

/** The server's time when it rendered the page. The first render in the browser must use the same time. */
export const RenderedAt = createContext(0)

/** The server's time, updated every `interval` milliseconds once the page runs. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(useContext(RenderedAt))
  useEffect(() => {
    const tick = () => setNow(serverNow())
    tick()
    const timer = setInterval(tick, interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}
