import { ACCOUNT_LIMITS } from './limits.ts'
import type { Role } from './plans.ts'

/**
 * Whether the admin area opens. `factor-needed`: an admin without a second factor, where the installation requires one.
 */
export function adminArea(
  { role, secondFactor }: { role: Role; secondFactor: boolean },
  factorRequired: boolean,
): AdminArea {
  if (role !== 'admin') return 'closed'
  return factorRequired && !secondFactor ? 'factor-needed' : 'open'
}
export const ADMIN_AREA = ['open', 'factor-needed', 'closed'] as const
export type AdminArea = (typeof ADMIN_AREA)[number]

/** A typed second factor: six digits of the app, or a recovery code. */
type FactorCode = { kind: 'app' | 'recovery'; code: string }

/** The letters and digits of keys and recovery codes (RFC 4648): no 0, 1, 8 or 9, which look like letters. */
export const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const APP_CODE = /^\d{6}$/
const RECOVERY_CODE = new RegExp(`^[${BASE32}]{${ACCOUNT_LIMITS.recoveryCodeLength}}$`)

/** Reads a typed code, ignoring spaces, hyphens and letter case; null for other texts. */
export function readFactorCode(typed: string): FactorCode | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  if (APP_CODE.test(code)) return { kind: 'app', code }
  return RECOVERY_CODE.test(code) ? { kind: 'recovery', code } : null
}

/** Groups of four, for reading and typing. */
export const groupByFour = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1-')
