import { z } from 'zod'
import { ATTACK_KINDS } from '../../../platform/rules/access/rate-limits.ts'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { STAFF_ROLES } from '../../../platform/rules/access/staff-roles.ts'
import { ACCOUNT_MESSAGES } from '../../../platform/rules/access/messages.ts'
import { agreedRole, PLAN_KEYS, type RoleFields, ROLES } from '../../../platform/rules/access/plans.ts'
import { isDeliverable, plainText, typedEmail } from '../../../platform/server/api/form-fields.ts'

const uid = z.string().regex(/^[\w-]{1,64}$/, 'This is not the id of a user.')
export const byId = z.strictObject({ id: uid })

export const reason = plainText(STAFF_LIMITS.reason)
  .nullish()
  .transform((text) => text || null)

export const email = typedEmail.refine(isDeliverable, ACCOUNT_MESSAGES.invalidEmail)
export const role = z.enum(ROLES)
const staffRoles = z.array(z.enum(STAFF_ROLES)).min(1, 'Choose at least one role.')

export const roleFields = {
  role: role.optional(),
  admin: z.boolean().optional(),
  staffRoles: staffRoles.optional(),
}

export const rolesAgree = (fields: RoleFields) => agreedRole(fields) !== null
export const ROLES_DISAGREE = { path: ['admin'], error: 'Role and admin must agree.' }

export const member = z.strictObject({
  uid: z.string(),
  /** How the player names the account when asking for help. */
  reference: z.string(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  claimed: z.boolean(),
  role,
  admin: z.boolean(),
  staffRoles: z.array(z.enum(STAFF_ROLES)),
  subscription: z.enum(PLAN_KEYS),
  subscriptionExpiry: z.string().nullable(),
  daysLeft: z.int().nullable(),
  createdAt: z.number(),
  isSample: z.boolean(),
  /** Until when and why the account is suspended, as its login says it; null if it is not. */
  suspension: z.string().nullable(),
})

/** Equal password attacks within an hour. Instants in milliseconds. */
export const attack = z.strictObject({
  id: z.int(),
  kind: z.enum(ATTACK_KINDS),
  reached: z.string().nullable(),
  times: z.int(),
  /** A short mark that distinguishes networks; not an address. */
  network: z.string(),
  firstAt: z.number(),
  lastAt: z.number(),
})

/** An open session, as the person sees it in the profile. Instants in milliseconds. */
export const device = z.strictObject({
  id: z.string(),
  device: z.string(),
  createdAt: z.number(),
  seenAt: z.number(),
})
export const note = z.strictObject({ id: z.int(), at: z.number(), who: z.string(), text: z.string() })
/** An entry of the audit trail in words. */
export const event = z.strictObject({
  id: z.int(),
  at: z.number(),
  who: z.string(),
  did: z.string(),
  reason: z.string().nullable(),
})
