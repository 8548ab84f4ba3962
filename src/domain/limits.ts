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
  /** How long a deletion can be undone, in seconds. */
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
  /** Characters of the reasons that stand under a prediction. */
  predictionReasons: 500,
  /** How far ahead a prediction's draw may lie, in days. */
  predictionDaysAhead: 366,
  /** Characters of the address of a picture elsewhere. */
  imageAddress: 2000,
  /** Bytes of an uploaded picture, and the pixels that it may unpack to: a phone's photo, not a bomb. */
  imageBytes: 8 * 1024 * 1024,
  /** Characters of a reason that staff give for a change. */
  reason: 300,
  /** Payments that one person may open within an hour. */
  paymentOpenings: 8,
  /** Time that staff may give in one go. */
  givenDays: 366,
  /** Days before the end of a plan from which staff see it as ending soon. */
  expiringDays: 7,
  /** Days for which the log of password attacks is kept. */
  attacksKeptDays: 90,
} as const

/** Limits that only the server applies: apart, so that no browser loads them. */
export const SERVER_LIMITS = {
  /** How far back the desk looks for draws that nobody entered, in days. */
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
  imagePixels: 25_000_000,
  /** Characters of the preset that an upload names. */
  uploadPreset: 100,
  /** Longest side of a picture as it is kept: enough for the widest card on a dense screen. */
  imageSide: 1280,
  /** Bytes of what a payment company may send us at once. */
  webhookBytes: 256 * 1024,
  givenMonths: 12,
  /** People of one page of the staff's list. */
  usersPage: 50,
  /** How long the links of mails hold. */
  verificationLinkMinutes: 60,
  resetLinkMinutes: 60,
  /** Days after which a mail that was sent or given up no longer says to whom it went. */
  mailKeptDays: 7,
  /** Latest password attacks that staff see beside an account. */
  attacksShown: 20,
  /** Days for which an entry of the audit trail is kept. */
  auditKeptDays: 365,
  /** Sessions of one person at a time; the oldest ends. */
  sessions: 10,
  /** Random base-64 characters of a TOTP secret: 150 bits (RFC 4226 asks for 128), and 40 characters to type. */
  factorSecretLength: 25,
  recoveryCodes: 10,
  /** Minutes between the password and the code of one login. */
  codeMinutes: 10,
  /** Passwords that are hashed at the same time; each takes 19 MiB and a core for about 25 ms. */
  hashesAtOnce: 4,
  /** Passwords that may wait for that; beyond, we say that we are busy. */
  hashesWaiting: 100,
  /** Rows of one page of a list that grows. */
  page: 100,
  /** Draws that a phone is sent one by one before it is told to fetch the year's file anew. */
  historyChanges: 2000,
} as const

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * How often something may be tried: points in a window of seconds, and the seconds of the pause after that. Addresses
 * get far more than accounts, because whole neighbourhoods of phones share one behind their network's translation.
 */
export const TRIES = {
  /** Wrong passwords for one account from devices that have not logged in to it before. */
  loginAccount: { points: 10, duration: 15 * MINUTE, pause: 15 * MINUTE },
  /** Wrong passwords for one account from one device that has: strangers cannot use these up. */
  loginKnownDevice: { points: 10, duration: 15 * MINUTE, pause: 15 * MINUTE },
  /** Wrong passwords from one address, whatever the accounts. */
  loginAddress: { points: 60, duration: 15 * MINUTE, pause: 15 * MINUTE },
  signUpAddress: { points: 30, duration: HOUR, pause: HOUR },
  /**
   * Mails with a reset link to one account. A request beyond this gets the same answer and no mail: the mail of at most
   * five minutes ago still works, so that strangers cannot keep the owner from it.
   */
  resetMail: { points: 1, duration: 5 * MINUTE, pause: 0 },
  resetAddress: { points: 20, duration: HOUR, pause: HOUR },
  /** Resets of unknown e-mails from one address; after these every answer is the neutral one. */
  unknownAddress: { points: 10, duration: 24 * HOUR, pause: 24 * HOUR },
  resendAccount: { points: 3, duration: HOUR, pause: HOUR },
  resendAddress: { points: 20, duration: HOUR, pause: HOUR },
  /** Wrong tokens of mailed links from one address. */
  tokenAddress: { points: 30, duration: HOUR, pause: HOUR },
  /** Wrong passwords of a signed-in person who proves their identity. */
  proof: { points: 10, duration: 15 * MINUTE, pause: 15 * MINUTE },
  /** Searches that the server does for one person: phones do their own. */
  search: { points: 60, duration: MINUTE, pause: 0 },
  /** Files of everything that is stored, for one person. */
  export: { points: 20, duration: HOUR, pause: 0 },
  /** Wrong codes of a second factor, counted apart for each known device, for all others, and for proofs. */
  code: { points: 10, duration: HOUR, pause: HOUR },
  /** One code of an app: it is accepted once. It is valid for 90 seconds. */
  codeOnce: { points: 1, duration: 2 * MINUTE, pause: 2 * MINUTE },
} as const satisfies Record<string, { points: number; duration: number; pause: number }>
export type Tries = keyof typeof TRIES
