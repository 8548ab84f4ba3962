import type { AnalyticsEvent } from '../../../operation/rules/analytics/analytics.ts'

/** Tells the server which screens are opened within this document. The server noted the document itself. */
export function noteScreens(): void {
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

function send(event: AnalyticsEvent['event']): void {
  if (!navigator.onLine) return
  const body = new Blob([JSON.stringify({ event, path: location.pathname })], { type: 'application/json' })
  navigator.sendBeacon('/api/analytics/events', body)
}
