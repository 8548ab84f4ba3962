import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far outside the window things are drawn already, so that scrolling never meets a hole. */
const MARGIN = '800px'

/**
 * Draws its children when they come near the window and keeps their place until then: a screen of a thousand rows
 * costs what is seen of it. Heights are in pixels.
 */
export function WhenNear({
  height,
  waiting,
  atOnce = false,
  children,
}: {
  height: number
  waiting: string
  /** Drawn from the start, also where no script runs. */
  atOnce?: boolean
  children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(atOnce)
  useEffect(() => {
    const element = place.current
    if (!element || near) return
    element.style.minHeight = `${height}px`
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [height, near])
  if (near) return children
  return (
    <div ref={place} className="px-3 text-sm text-quiet">
      {waiting}
    </div>
  )
}
