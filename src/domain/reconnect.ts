import { LIVE_LIMITS } from './live-limits.ts'

/**
 * The wait of a phone before it opens a lost stream again, in milliseconds. It is random over the whole time, so that the
 * phones of a stopped server come back one by one.
 * @param retryAfterMs the server's Retry-After; 0 without one
 * @param retryMs the server's last `retry`: the time within which its phones come back; null without one
 * @param failures attempts in a row that opened no stream
 * @param random from 0 to less than 1
 */
export function reconnectDelayMs(
  { retryAfterMs, retryMs }: { retryAfterMs: number; retryMs: number | null },
  failures: number,
  random: number,
): number {
  const within = (retryMs ?? LIVE_LIMITS.reconnectWithinMs) * 2 ** Math.max(0, failures - 1)
  return retryAfterMs + random * Math.min(LIVE_LIMITS.longestReconnectMs, within)
}
