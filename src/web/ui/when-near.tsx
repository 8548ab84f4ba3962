import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Content this far outside the window is rendered, so that scrolling shows no gap. */
const ROOT_MARGIN = '800px'

/**
 * Renders its children when they come near the window and reserves their height until then, so that a screen of a
 * thousand rows stays fast. Heights are in pixels.
 */
export function WhenNear({
  height,
  waiting,
  atOnce = false,
  children,
}: {
  height: number
  waiting: string
  /** Renders the children from the start, also without script. */
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
      { rootMargin: ROOT_MARGIN },
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
