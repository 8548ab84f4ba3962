/** Limits of the number search and the assistant. */
export const SEARCH_LIMITS = {
  /** Rows of one number search. */
  rows: 10,
  /** Characters of a question to the assistant. */
  question: 300,
  /** Matching draws below an answer. */
  newestMatches: 6,
  /** Rows of a year's table, and of a page of matching draws: 3,000 px on a phone with the form above. */
  pageRows: 26,
} as const
