import { NO_NAME } from '../../domain/identity.ts'

/** Longer than this no greeting is needed to be polite, and a name could carry a message. */
const LONGEST = 30

/**
 * Whether a name can stand in a mail. Whoever signs up chooses it, so it may carry markup, an address that a mail program
 * makes a link of, a telephone number or an offer in capitals: letters, a few digits and the signs of ordinary names only.
 */
function isHarmless(name: string): boolean {
  return (
    name.length <= LONGEST &&
    /^\p{L}[\p{L}\p{M}\p{N} '’_-]*(\. ?[\p{L}\p{M}\p{N} '’_-]*)*$/u.test(name) &&
    !/\.\p{L}/u.test(name) &&
    !/\p{N}{5}/u.test(name)
  )
}

/** `Hello Ada,`, or `Hello,` where there is no name that could stand in a mail. */
export function greeting(username: string | null): string {
  const name = username?.trim() ?? ''
  return isHarmless(name) && name !== NO_NAME ? `Hello ${name},` : 'Hello,'
}
