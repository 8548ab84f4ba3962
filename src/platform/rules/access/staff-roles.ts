import type { Role } from './plans.ts'

/** What members of staff are hired for. A person can have several. */
export const STAFF_ROLES = ['owner', 'results', 'forecasts', 'support', 'finance'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/**
 * The rights of staff, and the roles besides owner that have them. The guard of every call, the guard of every page and
 * the navigation follow from this table.
 */
export const RIGHTS = {
  /** The start page of the staff area. */
  staff: ['results', 'forecasts', 'support', 'finance'],
  'enter-results': ['results'],
  'manage-games': ['results'],
  'publish-forecasts': ['forecasts'],
  'help-people': ['support'],
  'grant-time': ['support'],
  'see-payments': ['support', 'finance'],
  'see-money': ['finance'],
  /** Up to the limit of owners, without `move-money`. */
  'refund-payments': ['finance'],
  /** Prepared sentences about draws above the app, and notifications by staff. */
  'post-notices': ['results'],
  /** The same in their own words: a bank account above every page would get money. */
  'talk-to-players': [],
  /** Where players' messages go: a false number would get them. */
  'set-contact': [],
  'move-money': [],
  'connect-channels': [],
  'manage-staff': [],
  'read-audit': [],
  operate: [],
} as const satisfies Record<string, readonly StaffRole[]>
export type Right = keyof typeof RIGHTS

/** What a refused call says. */
export const NO_RIGHT = 'Your role does not include this. An owner can change that.'

/** What a refused write says while an owner sees the screens of a player. */
export const ONLY_SEEN = 'You only see this player’s screens and change nothing. Press Stop at the top first.'

/** Whether a name of an access is a right of staff. */
export const isRight = (name: string): name is Right => name in RIGHTS

/** What decides the rights of an account. Without the role of an admin, its roles have no effect. */
export interface StaffMember {
  role: Role
  staffRoles: readonly StaffRole[]
}

/** Whether an account has a right. Owners have all. */
export function hasRight({ role, staffRoles }: StaffMember, right: Right): boolean {
  const roles: readonly StaffRole[] = RIGHTS[right]
  return role === 'admin' && staffRoles.some((one) => one === 'owner' || roles.includes(one))
}
