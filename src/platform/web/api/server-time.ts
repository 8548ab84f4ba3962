/**
 * The server's clock in the browser, because phones' clocks and time zones are often wrong. Each answer carries the time;
 * between answers the page's monotonic clock continues it.
 */
const clock: { known: { server: number; page: number } | null } = { known: null }

/**
 * Records the time of an answer, in milliseconds since 1970.
 * @param page the page's clock at that time; NaN for a kept answer, whose age nobody knows: the clock then stops
 */
export function noteServerTime(text: string | number | null, page = performance.now()): void {
  const server = Number(text)
  if (server > 0) clock.known = { server, page }
}

/**
 * When the server answered with this document, in milliseconds by its clock. A document that the phone keeps was rendered earlier.
 * Undefined in a browser that does not tell.
 */
export const documentTime = (): number | undefined => documentNote('now')?.duration

/** A note of the server about this document. */
export function documentNote(wanted: 'now' | 'etag'): PerformanceServerTiming | undefined {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // Safari has it since 16.4.
  return visit?.serverTiming?.find(({ name }) => name === wanted)
}

/** When the server last answered, in milliseconds since 1970 by its clock; null before the first answer. */
export const lastAnswerAt = (): number | null => clock.known && clock.known.server

/** Milliseconds since 1970 by the server's clock. The page itself carries the first time. */
export const serverNow = (): number =>
  clock.known ? clock.known.server + (performance.now() - clock.known.page || 0) : 0
