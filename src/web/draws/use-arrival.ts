import { useEffect, useState } from 'react'

/** `settling`: the balls of a result are on their way to their places. `new`: it came less than a minute ago. */
export type Arrival = 'settling' | 'new' | null

/** Five balls, one every 120 ms, of 180 ms each (`.settle`). */
const SETTLING_MS = 660
const NEW_MS = 60_000

/** Whether a result came while the screen was open, by the live stream or by any other answer. */
export function useArrival(isIn: boolean): Arrival {
  const [wasIn, setWasIn] = useState(isIn)
  const [arrival, setArrival] = useState<Arrival>(null)
  if (isIn !== wasIn) {
    setWasIn(isIn)
    setArrival(!isIn ? null : movesLittle() ? 'new' : 'settling')
  }
  useEffect(() => {
    if (!arrival) return
    const isSettling = arrival === 'settling'
    const timer = setTimeout(() => setArrival(isSettling ? 'new' : null), isSettling ? SETTLING_MS : NEW_MS)
    return () => clearTimeout(timer)
  }, [arrival])
  return arrival
}

const movesLittle = () => matchMedia('(prefers-reduced-motion: reduce)').matches
