/** Limits of the staff's work on draws: entering, listing, importing. */
export const DESK_LIMITS = {
  /** Seconds in which a deletion can be undone. */
  undoSeconds: 30,
  /** Rows of one imported file: over sixty years of all 18 games. */
  importRows: 100_000,
  /** Bytes of one imported file. */
  importBytes: 16 * 1024 * 1024,
  /** Lines of a text of draws as people write them, and characters of one line. */
  writtenLines: 20_000,
  writtenLine: 500,
  /** Days back in which the desk looks for missing draws. */
  daysBack: 3,
  /** Minutes after the time at which a result is expected until staff are alerted: the time to watch and enter a draw. */
  lateAlertMinutes: 15,
  /** Days back for which staff are alerted. After a longer stop of the server, the desk lists the draws before. */
  lateAlertDays: 1,
  /** Late draws that the staff's overview lists. */
  lateShown: 10,
  /** Draws of one page of the staff's list. */
  drawsPage: 25,
  /** Gaps of one page of the list. */
  gapsPage: 50,
  /** Rows of a checked upload whose verdicts are listed one by one. */
  verdictRows: 500,
} as const
