import { passwordContainsName } from '../../domain/accounts/identity.ts'

/** Words that people are likely to use in a password on this site (ASVS 6.2.11). */
export const OUR_WORDS = [
  'lotto',
  'lottery',
  'forecast',
  'naija',
  'nigeria',
  'premier',
  'winner',
  'jackpot',
  'password',
  'admin',
]

/**
 * Why a password is easy to guess, or null. It is on the list of common passwords, it contains the user's joined name, or
 * it consists only of this product's words, parts of the user's name or email, and digits.
 */
export async function commonPasswordProblem(
  password: string,
  { username = '', email = '' } = {},
): Promise<string | null> {
  const { COMMON_PASSWORDS } = await import('./common-password-list.ts')
  const plain = password.toLowerCase()
  if (COMMON_PASSWORDS.has(plain)) return 'This password is too common. A few words are easiest to remember.'
  if (passwordContainsName(password, username)) return 'This password contains your name. Use other words.'
  const own = [...username.split(/[^\p{L}\p{N}]+/u), ...email.split(/[@.]/)]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 4)
  let rest = plain
  for (const word of [...own, ...OUR_WORDS]) rest = rest.replaceAll(word, '')
  return rest === plain || /[^\d\s!@#$%^&*._-]/.test(rest)
    ? null
    : 'This password is too easy to guess. Use other words than your name and ours.'
}
