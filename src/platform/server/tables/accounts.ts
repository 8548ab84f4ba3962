import { and, arrayOverlaps, eq, isNull, type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  varchar,
} from 'drizzle-orm/pg-core'
import { type RateLimit, ATTACK_KINDS, type AttackKind } from '../../rules/access/rate-limits.ts'
import { type Right, RIGHTS, STAFF_ROLES, type StaffRole } from '../../rules/access/staff-roles.ts'
import { ROLES } from '../../rules/access/plans.ts'
import { identityColumn, instant, oneOf } from '../db/columns.ts'
import { CONSENT_KINDS } from '../../rules/legal/legal.ts'

/** The text that a search for users matches; a trigram index covers it. */
export function searchText({ email, username }: { email: AnyPgColumn; username: AnyPgColumn }): SQL<string> {
  return sql`${email} || ' ' || lower(${username})`
}

/** Users. Their plans follow from the ledger. A deleted user's row stays, without personal data. */
export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    username: text('username').notNull(),
    email: text('email').notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    role: text('role', { enum: ROLES }).notNull().default('user'),
    /** What an admin may do; without effect on other accounts. */
    staffRoles: text('staff_roles', { enum: STAFF_ROLES }).array().notNull().default(['owner']),
    ageConfirmedAt: instant('age_confirmed_at'),
    /** Whether logins require a code; the key is in two_factors. */
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
    /** The end of the player's break; past ones stay. */
    breakUntil: instant('break_until'),
    /** Until then no login opens a session. */
    suspendedUntil: instant('suspended_until'),
    suspensionReason: text('suspension_reason'),
    /** A payer of a demonstration: counted in no figure, and without mail. */
    isSample: boolean('is_sample').notNull().default(false),
  },
  (table) => [
    index('users_newest').on(table.createdAt, table.id),
    index('users_deleted')
      .on(table.id)
      .where(sql`${table.deletedAt} is not null`),
    index('users_samples')
      .on(table.id)
      .where(sql`${table.isSample}`),
    index('users_admins')
      .on(table.createdAt, table.id)
      .where(sql`${table.role} = 'admin'`),
    index('users_text').using('gin', sql`(${searchText(table)}) gin_trgm_ops`),
    check('users_role', oneOf(table.role, ROLES)),
    check('users_staff_roles', sql`cardinality(${table.staffRoles}) > 0`),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
  ],
)

/** The user whom it is about. */
export const ofUser = () =>
  text('user_id')
    .notNull()
    .references(() => users.id)

/** The user whose row it is, with whom it is deleted. */
export const ownUser = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The condition of accounts that have a right. Admins without a verified email have no rights yet. */
export function accountsWith(right: Right): SQL | undefined {
  const roles: StaffRole[] = ['owner', ...RIGHTS[right]]
  return and(
    eq(users.role, 'admin'),
    arrayOverlaps(users.staffRoles, roles),
    eq(users.emailVerified, true),
    isNull(users.deletedAt),
  )
}

/** A table of better-auth, as are the next ones. A session cookie holds the token and its signature. */
export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: ownUser(),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** Last use of the session, accurate to a few minutes. */
    seenAt: instant('seen_at').notNull().defaultNow(),
    /** The last proof: login or password check. */
    provenAt: instant('proven_at').notNull().defaultNow(),
    /** The player whose screens the owner of the session sees, until an instant; both null otherwise. */
    seeing: text('seeing'),
    seeingUntil: instant('seeing_until'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: ownUser(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // One identity opens one account; an account has at most one password and one Google identity.
    unique('accounts_identity').on(table.providerId, table.accountId),
    unique('accounts_way').on(table.userId, table.providerId),
  ],
)

/** Second factors (TOTP). An unverified row is an enrolment that is not confirmed yet. */
export const twoFactors = pgTable('two_factors', {
  id: text('id').primaryKey(),
  userId: text('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The key of the authenticator app, encrypted. */
  secret: text('secret').notNull(),
  /** JSON list of SHA-256 hashes; a used code leaves the list. */
  backupCodes: text('backup_codes').notNull(),
  verified: boolean('verified').notNull().default(false),
  /** better-auth requires these two columns. limits.ts counts the attempts instead. */
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: instant('locked_until'),
  /** Set by a password reset until the next code: a refused one is mailed to the owner. */
  reportsRefusal: boolean('reports_refusal').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
)

/** Signing keys of id tokens; the private half is encrypted. */
export const jwks = pgTable('jwks', {
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at'),
  alg: text('alg'),
  crv: text('crv'),
})

/** Rate limits, maintained by rate-limiter-flexible. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  /** Milliseconds since 1970. */
  expire: bigint('expire', { mode: 'number' }),
})

/**
 * Password attacks: refused logins, reached limits, resets and wrong second factors. Accounts and addresses are keyed
 * hashes. Equal events within an hour share a row, so that a flood of requests adds to a count and not to the table.
 */
export const attacks = pgTable(
  'attacks',
  {
    id: identityColumn('id').primaryKey(),
    /** Start of the hour. */
    hour: instant('hour').notNull(),
    kind: text('kind', { enum: ATTACK_KINDS as [AttackKind, ...AttackKind[]] }).notNull(),
    /** The limit that was reached; null for other kinds. */
    reached: text('reached').$type<RateLimit>(),
    /** Keyed hash of the email; null if the event concerns no single account. */
    account: text('account'),
    /** Keyed hash of the client's network. */
    address: text('address').notNull(),
    times: integer('times').notNull().default(1),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [
    unique('attacks_once')
      .on(table.account, table.hour, table.kind, table.reached, table.address)
      .nullsNotDistinct(),
    index('attacks_hour').on(table.hour),
    check('attacks_kind', oneOf(table.kind, ATTACK_KINDS)),
  ],
)

/** What users agreed to and refused. Append-only: the newest entry of a kind counts. */
export const consents = pgTable(
  'consents',
  {
    id: identityColumn('id').primaryKey(),
    userId: ofUser(),
    kind: text('kind', { enum: CONSENT_KINDS }).notNull(),
    /** The version of the text, a Lagos date. */
    version: text('version').notNull(),
    given: boolean('given').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('consents_user').on(table.userId),
    check('consents_kind', oneOf(table.kind, CONSENT_KINDS)),
  ],
)
