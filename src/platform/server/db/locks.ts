/** The advisory locks of the database, in one table so that no two have the same number. */
export const LOCKS = {
  /** When several servers start at the same time, one migrates and the others wait. */
  migration: 749_301_002,
  /** Each writer holds it to the end of its transaction, so `seq` follows the order of commits. */
  changes: 749_301_003,
  /** Each writer holds it to the end of its transaction, so that a log never forks. */
  ledger: 749_301_005,
  /** Two servers do not create the app's role at the same time. */
  role: 749_301_006,
  /** Processes that share a disk append to the copy of the record in turn. */
  recordCopy: 749_301_007,
} as const
