import { z } from 'zod'
import { isEmail } from '../../rules/access/identity.ts'
import { ACCOUNT_LIMITS } from '../../rules/access/limits.ts'
import { STAFF_LIMITS } from '../../rules/access/staff.ts'
import { type LagosDate, parseDate } from '../../rules/base/calendar.ts'
import { refusedField } from '../http/refusal.ts'
import { itemAt } from '../../rules/base/lists.ts'
import { cleanEmail, hasInvisibleInLines, INVISIBLE_REFUSED } from '../../rules/base/plain-text.ts'

/** Reads an empty field of a filter form as absent. */
export const blankToUndefined = <Value>(value: Value) => (value === '' ? undefined : value)

/** A whole number in an address, such as the id of a row. @param problem the sentence about a wrong one */
export const numberIn = (problem: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/, problem)
    .transform(Number)

/** A text that people write and others read. @param longest characters */
export const plainText = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .refine((text) => !hasInvisibleInLines(text), INVISIBLE_REFUSED)

/** Why staff change something, in their words. */
export const reason = plainText(STAFF_LIMITS.reason).min(1, 'Say why.')

/** An email as people type or paste it. Its handler refuses one that is none. */
export const typedEmail = z
  .string()
  .max(2 * ACCOUNT_LIMITS.email)
  .transform(cleanEmail)

/** Whether mail can be sent there. The identity library refuses other alphabets, quotes, and two dots in a row. */
export const isDeliverable = (email: string) => isEmail(email) && z.email().safeParse(email).success

/** A Lagos date in a query; an empty form field counts as absent. */
export const day = z
  .string()
  .refine((value) => value === '' || parseDate(value) !== null, 'Write the day as 2023-10-02.')
  .transform((value) => blankToUndefined(value) as LagosDate | undefined)
  .optional()

/**
 * The value of a field that has several names in the specification; undefined without one.
 * @throws Refusal invalid-input when the names have different values
 */
export function oneValue<Value>(names: Readonly<Record<string, Value | undefined>>): Value | undefined {
  const given = Object.entries(names).filter(([, value]) => value !== undefined)
  if (new Set(given.map(([, value]) => JSON.stringify(value))).size > 1) {
    const message = `${given.map(([name]) => name).join(' and ')} must have the same value.`
    throw refusedField(itemAt(given, 0)[0], message)
  }
  return given[0]?.[1]
}
