/** Limits of the downloads of results. */
export const DOWNLOAD_LIMITS = {
  /** Days of one download of a range: a year, also a leap year. */
  days: 366,
} as const
