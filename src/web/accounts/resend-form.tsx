import { type FormEvent, useState } from 'react'
import { ACCOUNT_MESSAGES } from '../../domain/accounts/messages.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { Button } from '../ui/button.tsx'
import { formErrorText } from './complete-sign-in.ts'
import { needsLink, sendChecked } from './send-checked.ts'

/**
 * Sends the verification mail again.
 * @param email of the failed login; empty when the form has changed since
 */
export function ResendForm({
  email,
  onDone,
}: {
  email: string
  onDone: (sentence: string, good: boolean, needsLink?: boolean) => void
}) {
  const [busy, setBusy] = useState(false)
  async function resend(event: FormEvent) {
    event.preventDefault()
    if (email === '') return onDone(ACCOUNT_MESSAGES.resendWithoutLogin, false)
    setBusy(true)
    try {
      await sendChecked('POST /api/auth/send-verification-email', { email })
      onDone(ACCOUNT_MESSAGES.resent, true)
    } catch (error) {
      onDone(formErrorText(error, ACCOUNT_MESSAGES.resendFailed), false, needsLink(error))
    }
    setBusy(false)
  }
  return (
    <form
      method="post"
      action={PATHS.resendVerification}
      onSubmit={(event) => void resend(event)}
      className="max-w-full"
    >
      <input type="hidden" name="email" value={email} />
      <Button type="submit" kind="plain" className="w-full wrap-anywhere" disabled={busy}>
        Resend Verification Email
      </Button>
    </form>
  )
}
