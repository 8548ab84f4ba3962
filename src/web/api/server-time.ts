/**
 * The server's clock in the browser: phones' own clocks and zones are often wrong. Each answer tells the time; between
 * answers the monotonic clock of the page carries it on.
 */
let known: { server: number; page: number } | null = null

/** Takes the time that an answer carries. */
export function noteServerTime(text: string | number | null): void {
  const server = Number(text)
  if (server > 0) known = { server, page: performance.now() }
}

/** Milliseconds since 1970 by the server's clock. The page starts with a time, so it is always known. */
export function serverNow(): number {
  return known ? known.server + (performance.now() - known.page) : 0
}
