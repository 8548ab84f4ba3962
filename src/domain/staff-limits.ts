/** Limits of what staff enter and see about users and the audit trail. */
export const STAFF_LIMITS = {
  /** Characters of a reason that staff give for a change. */
  reason: 300,
  /** Days for which the log of password attacks is kept. */
  attacksKeptDays: 90,
  /** Latest password attacks that staff see next to an account. */
  attacksShown: 20,
  /** Days for which an entry of the audit trail is kept. */
  auditKeptDays: 365,
  /** Users of one page of the staff's list. */
  usersPage: 50,
  /** Rows of one page of a growing list. */
  auditPage: 100,
} as const
