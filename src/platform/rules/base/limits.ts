/** The id of a form that makes something: the same form, sent again, makes nothing again. */
export const FORM_ID = { header: 'idempotency-key', pattern: /^[\w-]{16,64}$/ } as const

/** Characters of the preset that an upload of a picture may name. */
export const UPLOAD_PRESET_LENGTH = 100

/** Limits of requests, mails, the database and the process, for the server only. */
export const SERVER_LIMITS = {
  /** Bytes of a JSON or form body. */
  bodyBytes: 64 * 1024,
  /** Days after which the recipient of a sent or failed mail is removed. */
  mailKeptDays: 7,
  /** Days after which the row of a sent or failed mail is deleted. */
  mailRowKeptDays: 400,
  /** Days in which a form that is sent again has the answer of the first time. */
  formAnswerKeptDays: 2,
  /** Days after which a processed webhook is deleted. Longer than the comparison with Paystack looks back. */
  webhookKeptDays: 400,
  /** Milliseconds for the headers of a request. With the time between two checks, a connection may take 15 s for them. */
  headersMs: 14_000,
  /**
   * Milliseconds for a whole request. An import file may take minutes on a slow network; the proxy has stricter limits
   * (`docs/deploy.md`).
   */
  requestMs: 300_000,
  /** Milliseconds; longer than proxies keep connections (nginx: 60 s): the proxy closes first, so no request is lost. */
  keepAliveMs: 75_000,
  /** Bytes of all headers of a request. */
  headerBytes: 16_384,
  /**
   * Connections that wait to be accepted. The kernel has a limit of its own, and makes those beyond try again after
   * seconds.
   */
  backlog: 4096,
  /** Milliseconds after the port is closed at which requests that still run are aborted. */
  abortMs: 10_000,
  /** Milliseconds; the longest wait for pending connections before the port closes, under constant load. */
  acceptMs: 500,
  /** Milliseconds; a request that has not started by then is refused. Clients get an answer within a second. */
  startMs: 400,
  /** The waiting requests of one priority. More would only cost memory. */
  waitingRequests: 5000,
  /** Seconds after which refused clients try again, at random, so that they do not all return at once. */
  retrySeconds: [2, 6],
  /** Bytes of a form with a file for boundaries, headers and text fields. */
  formOverheadBytes: 16 * 1024,
  /** Documents that are kept. One has some 10 kB compressed, 20 kB without compression, and the data that it was made from. */
  keptDocuments: 100,
  /** Tasks that wait for the worker's thread. */
  waitingTasks: 50,
  /** Milliseconds; far above the slowest task, so that only an endless one reaches it. */
  taskMs: 15_000,
  /**
   * Answers of the worker that are kept, of 5 to 100 kB. Without them the README's longest wait fails when equal
   * figures are asked for at once.
   */
  cachedResults: 300,
  /** Bytes of all kept documents: a year of all games has half a megabyte, a log of 10,000 forecasts twenty. */
  documentsBytes: 64 * 1024 * 1024,
  /** Milliseconds. The answer to the mail itself may take long, and hanging up early sends it twice (RFC 5321, 4.5.3.2). */
  smtpMs: {
    dnsTimeout: 10_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
  },
  /** Milliseconds for a whole mail. Must be shorter than the time after which a job counts as abandoned. */
  mailMs: 120_000,
  /** Characters of a name in a mail; a longer name could contain a message. */
  mailName: 30,
  /** Lines of a list in a mail; the admin area shows all of it. */
  mailList: 20,
  /** Seconds of the cookie for sibling hosts. They see a changed role or plan when it is renewed. */
  siblingCookieSeconds: 60 * 60,
  /**
   * Seconds from a stop until the port closes in production: two failed checks of a balancer that checks every two
   * seconds, plus one.
   */
  drainSeconds: 5,
  /** The fewest characters of a secret. */
  secretCharacters: 32,
  /** Milliseconds of one statement. */
  statementMs: 5000,
  /** Milliseconds; longer than any statement may take: a server that sends nothing for this long is unreachable. */
  socketMs: 6000,
  /** Milliseconds; a statement that waits longer for a connection fails: people get an answer within a second or two. */
  connectionMs: 1000,
  /** Times that a transaction runs again which Postgres ended because of another. */
  conflictRetries: 3,
  /** Milliseconds; readers of a table wait at most this long behind a migration. */
  migrationLockMs: 1000,
  /** Tries of a migration: a minute and a half. */
  migrationTries: 30,
  /** Milliseconds; the longest wait for the embedded Postgres to start, to answer or to stop. */
  embeddedMs: 30_000,
  /** Bytes of the embedded Postgres's log. */
  databaseLogBytes: 10 * 1024 * 1024,
  /** Milliseconds within which a reachable database answers. */
  probeMs: 2000,
  /** Milliseconds for which values that seldom change are kept. */
  knownMs: 10_000,
  /** Milliseconds in which a client with a kept-alive connection usually sends its next request. */
  lingerMs: 2000,
  /** Milliseconds between two looks for changes, because a notification of the database may be lost. */
  changesPollMs: 5000,
  /** Connections of sign-ups, which hash passwords inside their transaction: many of them do not block readers. */
  identityConnections: 4,
  /** Connections of session lookups. These are short, so a few connections carry thousands a second. */
  urgentConnections: 4,
  /**
   * Milliseconds that the queue waits for a connection. With a short wait all workers of a process that was paused for some
   * seconds timed out at once, and the queue did not recover.
   */
  jobConnectionMs: 60_000,
  /** Milliseconds after which each process looks again whether the next sweep waits. */
  sweepLookMs: 5000,
  /** Minutes; a job that is locked for longer belongs to a killed process: no job takes nearly as long. */
  abandonedMinutes: 5,
  /** The same for jobs over all users, or over half a year of Paystack's payments. */
  longAbandonedMinutes: 60,
  /** Days for which `security.txt` is valid. RFC 9116 asks for less than a year. */
  securityTextDays: 180,
} as const
