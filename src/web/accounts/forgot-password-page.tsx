import { useState } from 'react'
import { ACCOUNT_MESSAGES } from '../../domain/accounts/messages.ts'
import { CallError } from '../api/call.ts'
import { stateOf, useForm } from '../api/use-form.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import { useFormAnswer } from '../ui/form-answer.ts'
import { formErrorText } from './complete-sign-in.ts'
import { LinkBanner, LinkForm } from './link-form.tsx'
import { needsLink, sendChecked } from './send-checked.ts'
import { SignedOutHeading } from './signed-out-heading.tsx'
import { WayLink } from './way-link.tsx'

function problemText(error: unknown): string {
  const code = error instanceof CallError && error.problem?.code
  if (code === 'no-account') return ACCOUNT_MESSAGES.noAccount
  return code === 'invalid-email'
    ? ACCOUNT_MESSAGES.invalidEmail
    : formErrorText(error, ACCOUNT_MESSAGES.resetFailed)
}

/** Requests the mail with the link to set a new password. */
export default function ForgotPasswordPage() {
  const answer = useFormAnswer()
  const { busy, result, submit, show } = useForm(problemText, stateOf(answer))
  // The email of a request that needs a mailed link.
  const [linkFor, setLinkFor] = useState<string | undefined>(answer.values.linkFor)

  function linkAsked(sentence: string, isGood: boolean) {
    if (isGood) setLinkFor(undefined)
    show(sentence, isGood)
  }

  const ask = submit(async (form) => {
    const email = formText(form, 'email')
    setLinkFor(undefined)
    try {
      await sendChecked('POST /api/auth/request-password-reset', { email })
    } catch (error) {
      if (needsLink(error)) setLinkFor(email)
      throw error
    }
    return ACCOUNT_MESSAGES.resetSent
  })

  return (
    <>
      <SignedOutHeading>Reset Your Password</SignedOutHeading>
      {result && <LinkBanner result={result} isLinkNeeded={linkFor !== undefined} />}
      {linkFor !== undefined && <LinkForm purpose="login" email={linkFor} onDone={linkAsked} />}
      <form method="post" action={PATHS.forgotPassword} onSubmit={ask} className="space-y-3" noValidate>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          hint="We email you a link to set a new password. It is valid for one hour."
          defaultValue={answer.values.email}
        />
        <Button type="submit" className="min-h-13 w-full" disabled={busy}>
          Send Reset Email
        </Button>
      </form>
      <WayLink to={PATHS.login}>Go back to login</WayLink>
    </>
  )
}
