import type { Right } from './staff-roles.ts'

/** Limits of what staff enter and see about users and the audit trail. */
export const STAFF_LIMITS = {
  /** Characters of a reason that staff give for a change. */
  reason: 300,
  /** Minutes for which an owner sees the screens of a player. */
  seeingMinutes: 15,
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
  /** On the start of staff: alarms, forecasts, entries of the audit trail, and plans that end soon. */
  alarmsShown: 3,
  forecastsShown: 5,
  activityShown: 8,
  expiringShown: 5,
  /** Days of its sign-ups, and months of its income. */
  signUpDays: 30,
  revenueMonths: 6,
  /** Days for which uses are kept after their mail; the audit trail keeps what they did. */
  powersKeptDays: 7,
  /** Games that are named one by one when they are late. */
  namedLate: 2,
  /** Milliseconds after which the start, the control room, the desk, the channels and the menu of staff read again. */
  startMs: 60_000,
  statusMs: 5000,
  /** Colleagues enter draws too. */
  deskMs: 4000,
  /** Milliseconds between refreshes: a post changes its state within seconds. */
  channelsMs: 5000,
  menuMs: 60_000,
} as const

/** The address of every page of staff but the first, which is in `PATHS`. */
export const STAFF_PATHS = {
  predictions: '/admin/predictions',
  record: '/admin/record',
  results: '/admin/results',
  users: '/admin/users',
  calendar: '/admin/calendar',
  games: '/admin/games',
  groups: '/admin/groups',
  audit: '/admin/audit',
  payments: '/admin/payments',
  money: '/admin/money',
  vouchers: '/admin/vouchers',
  ready: '/admin/ready',
  status: '/admin/status',
  settings: '/admin/settings',
  talk: '/admin/talk',
} as const

/** The page of one person, by the user id. */
export const personPath = (uid: string): string => `${STAFF_PATHS.users}/${uid}`
export const PERSON_PATTERN = personPath(':uid')

const PAGE_RIGHTS: Record<string, Right> = {
  [PERSON_PATTERN]: 'help-people',
  [STAFF_PATHS.predictions]: 'publish-forecasts',
  [STAFF_PATHS.record]: 'publish-forecasts',
  [STAFF_PATHS.results]: 'enter-results',
  [STAFF_PATHS.users]: 'help-people',
  [STAFF_PATHS.calendar]: 'manage-games',
  [STAFF_PATHS.games]: 'manage-games',
  [STAFF_PATHS.groups]: 'manage-games',
  [STAFF_PATHS.audit]: 'read-audit',
  [STAFF_PATHS.payments]: 'see-payments',
  [STAFF_PATHS.money]: 'see-money',
  [STAFF_PATHS.vouchers]: 'move-money',
  [STAFF_PATHS.ready]: 'operate',
  [STAFF_PATHS.status]: 'operate',
  [STAFF_PATHS.settings]: 'enter-results',
  [STAFF_PATHS.talk]: 'post-notices',
}

/** The right that a page of staff needs. */
export const rightOfPage = (path: string): Right => PAGE_RIGHTS[path] ?? 'staff'
