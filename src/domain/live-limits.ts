/** Facts about the live stream that the server and the browser share. */
export const LIVE_LIMITS = {
  /** Milliseconds between two heartbeats of a stream. */
  heartbeatMs: 15_000,
  /** Milliseconds without a sign of life after which the screen says so: one heartbeat is missing. */
  lateMs: 20_000,
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
} as const
