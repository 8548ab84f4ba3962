/** The specification's text of Frequent Numbers, apart from those that every screen loads. */
export const FREQUENT_MESSAGES = {
  failed: 'Failed to load frequent numbers. Please try again later.',
} as const
