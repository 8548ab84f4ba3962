/** Results on a TV: how long its pages are shown, in milliseconds, and how many rows fit. */
export const WALL = {
  mostRows: 7,
  leastRows: 6,
  todayMs: 20_000,
  beforeMs: 10_000,
  /** A new result is marked for this long. */
  justInMs: 60_000,
  pollMs: 30_000,
  /** The page says that it is not live after this long without an answer. */
  staleMs: 90_000,
} as const

/** The rows of a day in pages of equal length. A day without draws has one empty page. */
export function pagesOf<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.max(1, Math.ceil(rows.length / WALL.mostRows))
  const length = Math.ceil(rows.length / count)
  return Array.from({ length: count }, (_, page) => rows.slice(page * length, (page + 1) * length))
}

/**
 * The page that is shown: each of today for {@link WALL.todayMs}, then that of the days before, and again.
 * @param elapsed milliseconds since the first page of today was shown
 * @param pages the number of pages of today
 * @returns from 0; `pages` is the page of the days before
 */
export function pageAt(elapsed: number, pages: number): number {
  const round = pages * WALL.todayMs + WALL.beforeMs
  return Math.min(pages, Math.floor((Math.max(0, elapsed) % round) / WALL.todayMs))
}
