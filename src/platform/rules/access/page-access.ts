import { PATHS } from '../site/paths.ts'
import { hasRight, type StaffMember } from './staff-roles.ts'
import { rightOfPage } from './staff.ts'
import type { AdminArea } from './second-factor.ts'

/** What a visitor's access depends on, besides being signed in. */
export interface Visitor extends StaffMember {
  ageConfirmed: boolean
  adminArea: AdminArea
}

/** Stands for the destination of role and plan, which `destinationOf` computes. */
export const AFTER_LOGIN = 'after-login'

const toLogin = { anonymous: PATHS.login }
const toLoginOrAge = { ...toLogin, unconfirmed: PATHS.confirmation }
const onward = {
  unconfirmed: AFTER_LOGIN,
  closed: AFTER_LOGIN,
  'factor-needed': AFTER_LOGIN,
  open: AFTER_LOGIN,
}

/**
 * Who may see each kind of page, and where everyone else is redirected. A visitor who is missing from a row sees the
 * page. Columns: anonymous, signed in without a confirmed age, then by admin area (`closed` for players).
 */
const REDIRECTS = {
  anyone: {},
  /** For anonymous visitors, such as the login. */
  'signed-out': onward,
  /** For nobody: `/` only redirects. */
  start: { ...toLogin, ...onward },
  /** For signed-in visitors, even before they confirm their age. */
  own: toLogin,
  'signed-in': toLoginOrAge,
  admin: { ...toLoginOrAge, closed: PATHS.overview, 'factor-needed': PATHS.secondFactor },
} satisfies Record<string, Partial<Record<'anonymous' | 'unconfirmed' | AdminArea, string>>>

export type PageAccess = keyof typeof REDIRECTS

const AREAS: Partial<Record<PageAccess, 'players' | 'staff'>> = {
  own: 'players',
  'signed-in': 'players',
  admin: 'staff',
}

/** Whose pages these are; null for pages without an account. A link to another area loads a document. */
export const areaOf = (access: PageAccess) => AREAS[access] ?? null

/**
 * The path that a visitor is redirected to from a page, or `AFTER_LOGIN`; null when the visitor may see the page.
 * @param visitor null for an anonymous visitor
 */
export function redirectFrom(
  { access, path }: { access: PageAccess; path: string },
  visitor: Visitor | null,
): string | null {
  const column = !visitor ? 'anonymous' : visitor.ageConfirmed ? visitor.adminArea : 'unconfirmed'
  const row: Partial<Record<typeof column, string>> = REDIRECTS[access]
  if (row[column]) return row[column]
  return access === 'admin' && visitor && !hasRight(visitor, rightOfPage(path)) ? PATHS.admin : null
}
