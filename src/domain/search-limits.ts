/** Limits of the number search and the assistant. */
export const SEARCH_LIMITS = {
  /** Rows of one number search. */
  rows: 10,
  /** Characters of a question to the assistant. */
  question: 300,
} as const
