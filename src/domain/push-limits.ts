/** Limits of notifications. */
export const PUSH_LIMITS = {
  /** Characters of the address that a push service gives to a browser. */
  endpoint: 1000,
  /** Phones and computers of one user. A new one replaces the oldest. */
  devices: 10,
  /** Messages that one device gets separately. More at the same time become one summary. */
  separate: 3,
  /** Messages that a summary names. */
  summarised: 8,
  /** Bytes of an encrypted message. Push services refuse more. */
  bodyBytes: 4096,
  /** Milliseconds until a push service must have answered. */
  answerMs: 10_000,
  /** Milliseconds until the first retry; each further one waits twice as long, up to an hour. */
  retryMs: 60_000,
  longestRetryMs: 3_600_000,
  /** Milliseconds that a push service can ask us to wait: a week, after which no result is news. */
  longestWaitMs: 7 * 24 * 3_600_000,
  /** Devices that one process takes at a time. */
  batch: 100,
  /** Milliseconds after which another process takes the devices of a process that died. Longer than a batch takes. */
  claimMs: 60_000,
} as const
