/** Limits of draws and games, for the server and the browser. */
export const DRAW_LIMITS = {
  /** Highest ball of the game; the lowest is 1. */
  highestBall: 90,
  ballsPerSet: 5,
  /** Serial numbers restart each year; twice a week gives about 104. */
  highestSerial: 999,
  /** How many days ahead a schedule is shown. */
  daysAhead: 7,
  gameName: 40,
} as const
