/** Every limit of the product that a person can run into, in one place for server, browser and tests. */
export const LIMITS = {
  /** Highest ball of the game; the lowest is 1. */
  highestBall: 90,
  ballsPerSet: 5,
  /** Serial numbers restart each year; twice a week gives about 104. */
  highestSerial: 999,
  /** Rows of one number search. */
  searchRows: 10,
  /** How far ahead a day's schedule can be looked at. */
  daysAhead: 7,
  /** Rows of one imported file: over sixty years of all 18 games. */
  importRows: 100_000,
  /** Bytes of one imported file. */
  importBytes: 16 * 1024 * 1024,
  /** Bytes of a JSON or form body. */
  bodyBytes: 64 * 1024,
  /** Characters of a question to the assistant. */
  question: 300,
  /** Numbers of one prediction. */
  predictionNumbers: 20,
  /** Predictions of one page of the list. */
  predictionsPage: 20,
  /** Characters of the reasons that stand under a prediction. */
  predictionReasons: 500,
  /** How far ahead a prediction's draw may lie, in days. */
  predictionDaysAhead: 366,
  /** Characters of the address of a picture elsewhere. */
  imageAddress: 2000,
  /** Bytes of an uploaded picture, and the pixels that it may unpack to: a phone's photo, not a bomb. */
  imageBytes: 8 * 1024 * 1024,
  imagePixels: 25_000_000,
  /** Characters of the preset that an upload names. */
  uploadPreset: 100,
  /** Longest side of a picture as it is kept: enough for the widest card on a dense screen. */
  imageSide: 1280,
  /** Characters of a reason that staff give for a change. */
  reason: 300,
  username: 60,
  email: 254,
  passwordShortest: 8,
  passwordLongest: 200,
  /** How long the links of mails hold. */
  verificationLinkMinutes: 60,
  resetLinkMinutes: 60,
  /** Days after which a mail that was sent or given up no longer says to whom it went. */
  mailKeptDays: 7,
  /** Rows of one page of a list that grows. */
  page: 100,
  /** Draws that a phone is sent one by one before it is told to fetch the year's file anew. */
  historyChanges: 2000,
} as const
