import { itemAt } from '../base/lists.ts'

const LENGTH = 8

/**
 * `K3Q9-X2AB`: how players and staff name an account. It is the beginning of the random user id, so it tells nothing of
 * other accounts; upper and lower case count as the same.
 */
export function accountReference(uid: string): string {
  const start = uid.slice(0, LENGTH).toUpperCase()
  return `${start.slice(0, LENGTH / 2)}-${start.slice(LENGTH / 2)}`
}

/** The beginning of a user id, in lower case, that a typed reference stands for; null if the text is none. */
export function idStartOf(typed: string): string | null {
  const found = /^([\w-]{4})-([\w-]{4})$/.exec(typed.trim().toLowerCase())
  return found && itemAt(found, 1) + itemAt(found, 2)
}
