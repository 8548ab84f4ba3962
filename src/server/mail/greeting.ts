import { DEFAULT_USERNAME } from '../../domain/identity.ts'

/** Characters; a longer name could contain a message. */
const MAX_NAME_LENGTH = 30

/**
 * Whether a mail can contain a name. Anyone can sign up with markup, an address that mail programs turn into a link, a
 * telephone number or an offer as the name. Allowed are letters, a few digits and the punctuation of ordinary names.
 */
function isHarmless(name: string): boolean {
  return (
    name.length <= MAX_NAME_LENGTH &&
    /^\p{L}[\p{L}\p{M}\p{N} '’_-]*(\. ?[\p{L}\p{M}\p{N} '’_-]*)*$/u.test(name) &&
    !/\.\p{L}/u.test(name) &&
    !/\p{N}{5}/u.test(name)
  )
}

/** `Hello Ada,`, or `Hello,` without a harmless name. */
export function greeting(username: string | null): string {
  const name = username?.trim() ?? ''
  return isHarmless(name) && name !== DEFAULT_USERNAME ? `Hello ${name},` : 'Hello,'
}
