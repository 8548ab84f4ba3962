import { type FormEvent, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { PASSWORD_HINT, passwordProblem } from '../../domain/identity.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { CallError, send } from '../api/call.ts'
import { PageLink } from '../page-link.tsx'
import { PATHS } from '../paths.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { formText } from '../ui/form-text.ts'
import { useFormAnswer } from '../ui/form-answer.ts'
import { sentenceFor } from './enter.ts'
import { useArrivals } from './me.ts'
import { PasswordField } from './password-field.tsx'
import { SignedOutHeading } from './signed-out-heading.tsx'

/** Where the mail's link leads: a new password, once. All sessions end, then one logs in with it. */
export default function ResetPasswordPage() {
  const answer = useFormAnswer()
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const { left } = useArrivals()
  const token = answer.values.token ?? search.get('token') ?? ''
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState(answer.message)
  const [problem, setProblem] = useState<string | undefined>(answer.fields.newPassword)

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const newPassword = formText(event.currentTarget, 'newPassword')
    const wrong = passwordProblem(newPassword)
    setProblem(wrong ?? undefined)
    setMessage(null)
    if (wrong) return
    setBusy(true)
    try {
      await send('POST /api/auth/reset-password', { token, newPassword })
      await left()
      navigate(`${PATHS.login}?notice=password-changed`)
    } catch (error) {
      const refused = error instanceof CallError ? error.problem : null
      setProblem(refused?.fields?.newPassword)
      if (refused?.code === 'invalid-link') setMessage(refused.title)
      else if (!refused?.fields?.newPassword) setMessage(sentenceFor(error, MESSAGES.resetFailed))
      setBusy(false)
    }
  }

  return (
    <>
      <SignedOutHeading>Choose a new password</SignedOutHeading>
      {message && <Banner kind="bad">{message}</Banner>}
      {token === '' ? (
        <p>
          This address is not complete. Open the link of the mail once more, or{' '}
          <PageLink to={PATHS.forgotPassword} className="link">
            ask for a new one
          </PageLink>
          .
        </p>
      ) : (
        <form
          method="post"
          action={PATHS.resetPassword}
          onSubmit={(event) => void save(event)}
          className="space-y-4"
          noValidate
        >
          <input type="hidden" name="token" value={token} />
          <PasswordField
            label="New password"
            name="newPassword"
            autoComplete="new-password"
            hint={PASSWORD_HINT}
            error={problem}
          />
          <Button type="submit" className="w-full" disabled={busy}>
            Save new password
          </Button>
        </form>
      )}
      <p className="mt-6 text-center">
        <PageLink to={PATHS.forgotPassword} className="link">
          Send a new link
        </PageLink>
      </p>
    </>
  )
}
