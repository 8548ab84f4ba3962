import { createContext, useContext, useEffect, useState } from 'react'
import { serverNow } from './server-time.ts'

/** The server's time with which the page was drawn: the first render in the browser must say the same. */
export const DrawnAt = createContext(0)

/** The server's time, renewed each `interval` milliseconds once the page runs. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(useContext(DrawnAt))
  useEffect(() => {
    const tick = () => setNow(serverNow())
    tick()
    const timer = setInterval(tick, interval)
    return () => clearInterval(timer)
  }, [interval])
  return now
}
