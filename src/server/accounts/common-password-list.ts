import { dictionary } from '@zxcvbn-ts/language-common'
import { ACCOUNT_LIMITS } from '../../domain/accounts/limits.ts'

/** Common passwords that are long enough. Import it when one is checked: unpacking the list takes 15 MB and 30 ms. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((word) => word.length >= ACCOUNT_LIMITS.passwordShortest),
)
