import type { UsageEvent } from '../../domain/usage.ts'

/**
 * Tells the server which screens are opened within this document. The document itself was counted by the server. The body
 * names an event and a path; the server stores the name of the page, but neither who sent it nor from where.
 */
export function countViews(): void {
  let last = location.pathname
  const moved = () => {
    const { pathname } = location
    if (pathname === last) return
    last = pathname
    send('view')
  }
  // The router's events: the browser has none of its own for a new address.
  for (const event of ['pushState', 'replaceState', 'popstate']) addEventListener(event, moved)
  addEventListener('appinstalled', () => send('install'))
}

function send(event: UsageEvent): void {
  if (!navigator.onLine) return
  const body = new Blob([JSON.stringify({ event, path: location.pathname })], { type: 'application/json' })
  navigator.sendBeacon('/api/usage', body)
}
