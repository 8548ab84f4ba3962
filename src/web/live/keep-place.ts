/** How long after a change its rows may still move the page. */
const SETTLED_MS = 3000

/**
 * Keeps what the reader looks at where it is while rows are added above it. Most browsers do this by themselves; this is
 * for Safari. At the top of the page nothing is above.
 */
export function keepPlace(): void {
  if (CSS.supports('overflow-anchor', 'auto') || scrollY === 0) return
  const anchor = document.elementFromPoint(innerWidth / 2, innerHeight / 3)
  if (!anchor || !('ResizeObserver' in window)) return
  const place = () => anchor.getBoundingClientRect().top + scrollY
  let before = place()
  const observer = new ResizeObserver(() => {
    if (!anchor.isConnected) return
    const moved = place() - before
    before += moved
    if (moved !== 0) scrollBy(0, moved)
  })
  observer.observe(document.body)
  setTimeout(() => observer.disconnect(), SETTLED_MS)
}
