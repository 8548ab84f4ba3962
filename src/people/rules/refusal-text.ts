import { ACCOUNT_MESSAGES } from '../../platform/rules/access/messages.ts'
import { CHECK_MESSAGES } from '../../platform/rules/access/visitor-check.ts'
import { type ErrorCode, MESSAGES, type Problem } from '../../platform/rules/base/messages.ts'

/** What each form says when it fails; `change` is any change of the account. */
const FAILURES = {
  login: ACCOUNT_MESSAGES.invalidCredentials,
  'sign-up': ACCOUNT_MESSAGES.signUpFailed,
  'forgot-password': ACCOUNT_MESSAGES.resetFailed,
  'reset-password': ACCOUNT_MESSAGES.resetFailed,
  resend: ACCOUNT_MESSAGES.resendFailed,
  'email-link': ACCOUNT_MESSAGES.invalidEmail,
  age: ACCOUNT_MESSAGES.resetFailed,
  google: MESSAGES.noNetwork,
  change: 'That did not work. Please try again.',
} as const
export type AccountForm = keyof typeof FAILURES

/** The forms that show problems at their fields. */
const WITH_FIELDS = new Set<AccountForm>(['sign-up', 'reset-password', 'change'])

/** The refusals whose own sentence is shown. */
const KNOWN = new Set<ErrorCode | undefined>([
  'suspended',
  'email-not-verified',
  'no-account',
  'invalid-email',
  'invalid-link',
])

/** Whether the server asks for a mailed link, or for a proof of work that was not computed. */
export const needsLink = (code?: ErrorCode): boolean => code === 'check-needed' || code === 'link-needed'

/** What a visitor reads after a refused form, with script and without; empty where the fields say it all. */
export function refusalText(
  form: AccountForm,
  { code, status = 500, title = '', fields = {} }: Partial<Problem>,
): string {
  if (WITH_FIELDS.has(form) && Object.keys(fields).length > 0) return ''
  if (needsLink(code)) return CHECK_MESSAGES.byEmail
  if (form === 'sign-up' && code === 'email-in-use') return ACCOUNT_MESSAGES.emailInUse
  if (KNOWN.has(code) || (form === 'change' && status < 500 && code !== 'too-many')) return title
  return code === 'too-many' ? `${FAILURES[form].replace(/\.$/, '')}. ${title}` : FAILURES[form]
}
