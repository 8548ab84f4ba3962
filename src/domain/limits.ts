/** The limits that users can reach, for the server, the browser and the tests. */
export const LIMITS = {
  /** Highest ball of the game; the lowest is 1. */
  highestBall: 90,
  ballsPerSet: 5,
  /** Serial numbers restart each year; twice a week gives about 104. */
  highestSerial: 999,
  /** Rows of one number search. */
  searchRows: 10,
  /** How many days ahead a schedule is shown. */
  daysAhead: 7,
  /** Seconds in which a deletion can be undone. */
  undoSeconds: 30,
  gameName: 40,
  /** Rows of one imported file: over sixty years of all 18 games. */
  importRows: 100_000,
  /** Lines of a text of draws as people write them, and characters of one line. */
  writtenLines: 20_000,
  writtenLine: 500,
  /** Characters of a question to the assistant. */
  question: 300,
  /** Numbers of one prediction. */
  predictionNumbers: 20,
  /** Characters of the reasons of a prediction. */
  predictionReasons: 500,
  /** How many days ahead a prediction's draw may be. */
  predictionDaysAhead: 366,
  /** Characters of the address of a picture on another host. */
  imageAddress: 2000,
  /** Bytes of an uploaded picture, enough for a phone's photo. */
  imageBytes: 8 * 1024 * 1024,
  /** Characters of a reason that staff give for a change. */
  reason: 300,
  /** Payments that one user may open within an hour. */
  paymentOpenings: 8,
  /** Days that staff may grant at once. */
  givenDays: 366,
  /** Days before the end of a plan from which staff see it as ending soon. */
  expiringDays: 7,
  /** Days for which the log of password attacks is kept. */
  attacksKeptDays: 90,
} as const

/** Limits of the server, apart from the others, so that no browser loads them. */
export const SERVER_LIMITS = {
  /** Days back in which the desk looks for missing draws. */
  deskDaysBack: 3,
  /** Draws of one page of the staff's list. */
  drawsPage: 25,
  /** Gaps of one page of the list. */
  gapsPage: 50,
  /** Rows of a checked upload whose verdicts are listed one by one. */
  verdictRows: 500,
  /** Bytes of one imported file. */
  importBytes: 16 * 1024 * 1024,
  /** Bytes of a JSON or form body. */
  bodyBytes: 64 * 1024,
  /** Predictions of one page of the list. */
  predictionsPage: 20,
  /** Pixels of an uploaded picture after decoding, against decompression bombs. */
  imagePixels: 25_000_000,
  /** Characters of the preset of an upload. */
  uploadPreset: 100,
  /** Longest side of a stored picture in pixels, enough for the widest card on a dense screen. */
  imageSide: 1280,
  /** Bytes of one webhook of a payment company. */
  webhookBytes: 256 * 1024,
  /** Months that staff may grant at once. */
  givenMonths: 12,
  /** Users of one page of the staff's list. */
  usersPage: 50,
  /** Minutes for which the links of mails are valid. */
  verificationLinkMinutes: 60,
  resetLinkMinutes: 60,
  /** Days after which the recipient of a sent or failed mail is removed. */
  mailKeptDays: 7,
  /** Latest password attacks that staff see next to an account. */
  attacksShown: 20,
  /** Days for which an entry of the audit trail is kept. */
  auditKeptDays: 365,
  /** Sessions of one user at a time. A further one ends the oldest. */
  sessions: 10,
  /** Random base-64 characters of a TOTP secret: 150 bits (RFC 4226 asks for 128), and 40 characters to type. */
  factorSecretLength: 25,
  recoveryCodes: 10,
  /** Minutes between the password and the code of one login. */
  codeMinutes: 10,
  /** Passwords that are hashed at the same time. Each takes 19 MiB and a core for about 25 ms. */
  hashesAtOnce: 4,
  /** Passwords that may wait for a hash. Further requests are refused as too busy. */
  hashesWaiting: 100,
  /** Rows of one page of a growing list. */
  page: 100,
  /** Changed draws that a phone receives one by one. With more changes, it fetches the year's file again. */
  historyChanges: 2000,
} as const

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

/**
 * Rate limits: points in a window of seconds, and the seconds of the pause after that. IP addresses get far more points
 * than accounts, because many phones share one address behind carrier-grade NAT.
 */
export const TRIES = {
  /** Wrong passwords for one account from devices that have not logged in to it before. */
  loginAccount: { points: 10, duration: 15 * MINUTE_S, pause: 15 * MINUTE_S },
  /** Wrong passwords for one account from a device that has logged in before. Attackers cannot use these up. */
  loginKnownDevice: { points: 10, duration: 15 * MINUTE_S, pause: 15 * MINUTE_S },
  /** Wrong passwords from one address for any account. */
  loginAddress: { points: 60, duration: 15 * MINUTE_S, pause: 15 * MINUTE_S },
  signUpAddress: { points: 30, duration: HOUR_S, pause: HOUR_S },
  /**
   * Mails with a reset link to one account. A further request has the same answer and no mail. The earlier mail still
   * works, so attackers cannot block the owner.
   */
  resetMail: { points: 1, duration: 5 * MINUTE_S, pause: 0 },
  resetAddress: { points: 20, duration: HOUR_S, pause: HOUR_S },
  /** Resets of unknown emails from one address. Beyond the limit, every answer is the neutral one. */
  unknownAddress: { points: 10, duration: 24 * HOUR_S, pause: 24 * HOUR_S },
  resendAccount: { points: 3, duration: HOUR_S, pause: HOUR_S },
  resendAddress: { points: 20, duration: HOUR_S, pause: HOUR_S },
  /** Wrong tokens of mailed links from one address. */
  tokenAddress: { points: 30, duration: HOUR_S, pause: HOUR_S },
  /** Wrong passwords of a signed-in user in a password check. */
  proof: { points: 10, duration: 15 * MINUTE_S, pause: 15 * MINUTE_S },
  /** Searches on the server for one user. Phones search their own copy. */
  search: { points: 60, duration: MINUTE_S, pause: 0 },
  /** Data exports of one user. */
  export: { points: 20, duration: HOUR_S, pause: 0 },
  /** Wrong codes of a second factor, counted separately for each known device, for all other devices and for proofs. */
  code: { points: 10, duration: HOUR_S, pause: HOUR_S },
  /** One code of an app, which is accepted once. It is valid for 90 seconds. */
  codeOnce: { points: 1, duration: 2 * MINUTE_S, pause: 2 * MINUTE_S },
} as const satisfies Record<string, { points: number; duration: number; pause: number }>
export type Tries = keyof typeof TRIES
