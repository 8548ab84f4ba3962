import { useState } from 'react'
import { PASSWORD_HINT, passwordProblem } from '../../platform/rules/access/identity.ts'
import { CallError, send } from '../../platform/web/api/call.ts'
import { stateOf, useForm, WrongFields } from '../../platform/web/api/use-form.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { Banner } from '../../platform/web/ui/banner.tsx'
import { Button } from '../../platform/web/ui/button.tsx'
import { formText } from '../../platform/web/ui/form-text.ts'
import { useFormAnswer } from '../../platform/web/ui/form-answer.ts'
import { formErrorText } from './complete-sign-in.ts'
import { leaveToLogin } from './leave-to-login.ts'
import { PasswordField } from './password-field.tsx'
import { SignedOutHeading, WayLink } from './way-in.tsx'

export const parameters = ['token']

/** The page of a mailed reset link: sets a new password, once. The server checks the link; all sessions end. */
export default function ResetPasswordPage() {
  const answer = useFormAnswer()
  // The fingerprint of the opened link; `none` without a link, `refused` for an invalid one.
  const [link, setLink] = useState(answer.values.link ?? 'none')
  const { busy, result, fields, submit } = useForm(
    (error) => formErrorText(error, 'reset-password'),
    stateOf(answer),
  )
  const save = submit(async (form) => {
    const newPassword = formText(form, 'newPassword')
    const problem = passwordProblem(newPassword)
    if (problem) throw new WrongFields({ newPassword: problem })
    try {
      await send('POST /api/auth/reset-password', { link, newPassword })
    } catch (error) {
      if (error instanceof CallError && error.problem?.code === 'invalid-link') setLink('refused')
      throw error
    }
    leaveToLogin('password-changed')
  })

  return (
    <>
      <SignedOutHeading>Choose a new password</SignedOutHeading>
      {result && <Banner kind="bad">{result.text}</Banner>}
      {link === 'refused' || link === 'none' ? (
        <p>Open the newest link in your email, or request another one.</p>
      ) : (
        <form method="post" action={PATHS.resetPassword} onSubmit={save} className="space-y-3" noValidate>
          <input type="hidden" name="link" value={link} />
          <PasswordField
            label="New password"
            name="newPassword"
            autoComplete="new-password"
            hint={PASSWORD_HINT}
            error={fields.newPassword}
          />
          <Button type="submit" className="min-h-13 w-full" disabled={busy}>
            Save new password
          </Button>
        </form>
      )}
      <WayLink to={PATHS.forgotPassword}>Send a new link</WayLink>
    </>
  )
}
