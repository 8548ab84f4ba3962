/** Limits of the phone's copy of the history. */
export const HISTORY_LIMITS = {
  /** Changed draws that a phone receives one by one. With more changes, it fetches the years again. */
  changes: 2000,
} as const
