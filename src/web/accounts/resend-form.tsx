import { ACCOUNT_MESSAGES } from '../../domain/accounts/messages.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { useForm } from '../api/use-form.ts'
import { Button } from '../ui/button.tsx'
import { formErrorText } from './complete-sign-in.ts'
import { needsLink, sendChecked } from './send-checked.ts'

interface Props {
  /** Of the failed login; empty when the form has changed since. */
  email: string
  onDone: (sentence: string, isGood: boolean, needsLink?: boolean) => void
}

/** Sends the verification mail again. */
export function ResendForm({ email, onDone }: Props) {
  const { busy, submit } = useForm((error) => {
    onDone(formErrorText(error, ACCOUNT_MESSAGES.resendFailed), false, needsLink(error))
    return null
  })
  const resend = submit(async () => {
    if (email === '') return onDone(ACCOUNT_MESSAGES.resendWithoutLogin, false)
    await sendChecked('POST /api/auth/send-verification-email', { email })
    onDone(ACCOUNT_MESSAGES.resent, true)
  })
  return (
    <form method="post" action={PATHS.resendVerification} onSubmit={resend} className="max-w-full">
      <input type="hidden" name="email" value={email} />
      <Button type="submit" kind="plain" className="w-full wrap-anywhere" disabled={busy}>
        Resend Verification Email
      </Button>
    </form>
  )
}
