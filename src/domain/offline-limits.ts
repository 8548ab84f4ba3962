/** Limits of what the app keeps on a phone, and of what it transfers for that. */
export const OFFLINE_LIMITS = {
  /** Milliseconds after which a page that the network has not answered is shown from the phone. */
  navigationMs: 3000,
  /** Milliseconds after which a logout that the server has not answered is kept. */
  logoutMs: 1500,
  /** Milliseconds after which a kept logout is sent again. */
  logoutAgainMs: 5000,
  /** Bytes on the wire, Brotli, of the files without which no screen opens. The browser has most of them already. */
  neededWireBytes: 160_000,
  /** Bytes on the wire, Brotli, and on disk of every file of the players' app. */
  filesWireBytes: 350_000,
  filesDiskBytes: 1_200_000,
  /** The newest years of draws that a phone fetches unasked. Older ones wait for a search. */
  years: 10,
  /** Answers kept for one person, and for everyone; the least recently seen go first. */
  answers: 60,
  answerBytes: 200_000,
  /** Documents kept for one person, so that an unchanged one is not transferred again. */
  documents: 12,
  documentBytes: 150_000,
  /** Milliseconds within which the list of years is not fetched again. */
  manifestFreshMs: 300_000,
} as const
