/** Facts about the live stream that the server and the browser share. */
export const LIVE_LIMITS = {
  /** Milliseconds between two heartbeats of a stream. */
  heartbeatMs: 15_000,
  /** Milliseconds without a sign of life after which the screen says so: the stream is lost, and did not come back at once. */
  lateMs: 45_000,
  /** A stream without a sign of life for this long is lost. Longer than two heartbeats. */
  silenceMs: 40_000,
  /** Lost streams reconnect at a random moment within this time, so that those of a stopped server do not all come at once. */
  reconnectWithinMs: 10_000,
  /** The longest such time, after several failures in a row. */
  longestReconnectMs: 60_000,
  /** A stream that the server ends on purpose reconnects within this time. */
  resumeWithinMs: 1000,
  /** How many changes a process keeps for streams that reconnect. An older position is answered with `reset`. */
  keptChanges: 1000,
  /** Open streams of one user: a browser has one, so this is the number of phones and computers. */
  streamsOfUser: 6,
  /** News about more draws than this is one sentence with their number. */
  newsDraws: 5,
  /** Changed draws that one event lists. An import may change thousands at once. */
  listedDraws: 20,
  /**
   * Every stream ends after one to two times as many milliseconds: streams spread over all processes again after one
   * restarts, and those of clients that vanished end.
   */
  shortestLifeMs: 4 * 60_000,
  /** Bytes that wait for a client that reads nothing, until it is cut off. */
  queueBytes: 64 * 1024,
  /** Milliseconds between two checks of the sessions of all open streams. */
  recheckMs: 30_000,
  /** Milliseconds after which a spoken sentence is gone, before a reader meets it a second time. */
  announcedMs: 10_000,
  /** Milliseconds for which a result that came is marked as new. */
  newMs: 60_000,
  /** After so many cut streams in a row something on the way does not let streams through. */
  cutStreams: 3,
  /** Between two polls where streams are cut. An unchanged version is an empty answer. */
  pollMs: 30_000,
  /** After so many polls a stream is tried again. */
  polls: 10,
} as const

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
