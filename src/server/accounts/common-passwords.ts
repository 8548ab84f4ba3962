import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordContainsName } from '../../domain/identity.ts'
import { ACCOUNT_LIMITS } from '../../domain/account-limits.ts'

/** Words that people choose first on this site (ASVS 6.2.11). */
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

const common = new Set(
  dictionary['passwords-common'].filter((word) => word.length >= ACCOUNT_LIMITS.passwordShortest),
)

/**
 * Why a password would be guessed among the first, or null: it is on the list of common ones, it contains the person's
 * joined name, or it is nothing but the words of this product, parts of the person's name or e-mail, and digits.
 */
export function commonPasswordProblem(password: string, { username = '', email = '' } = {}): string | null {
  const plain = password.toLowerCase()
  if (common.has(plain)) return 'This password is too common. A few words are easiest to remember.'
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
