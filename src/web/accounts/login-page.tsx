import { type FormEvent, useState } from 'react'
import { MESSAGES } from '../../domain/messages.ts'
import { CallError, send } from '../api/call.ts'
import { PageLink } from '../page-link.tsx'
import { PATHS } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import { useFormAnswer } from '../ui/form-answer.ts'
import { Loading } from '../ui/states.tsx'
import { useArrivals } from './me.ts'
import { SignedOutHeading } from './signed-out-heading.tsx'

/** The login. Works as a plain form before any script has run. */
export default function LoginPage() {
  const answer = useFormAnswer()
  const { arrived } = useArrivals()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState(answer.message)

  async function logIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = formText(event.currentTarget, 'email')
    const password = formText(event.currentTarget, 'password')
    setBusy(true)
    setMessage(null)
    try {
      await send('POST /api/auth/sign-in/email', { email, password })
      await arrived()
    } catch (error) {
      setMessage(
        error instanceof CallError && error.status === 0 ? MESSAGES.noNetwork : MESSAGES.invalidCredentials,
      )
      setBusy(false)
    }
  }

  return (
    <>
      <SignedOutHeading>Login</SignedOutHeading>
      {busy && <Loading text={MESSAGES.pleaseWait} full />}
      <div hidden={busy}>
        {message && (
          <p role="alert" className="mb-4 rounded-lg bg-error-soft p-3 text-error">
            {message}
          </p>
        )}
        <form
          method="post"
          action={PATHS.login}
          onSubmit={(event) => void logIn(event)}
          className="space-y-4"
        >
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={answer.values.email}
          />
          <Field label="Password" name="password" type="password" autoComplete="current-password" required />
          <Button type="submit" className="w-full">
            Login
          </Button>
        </form>
        <p className="mt-6 text-center">
          No account yet?{' '}
          <PageLink to={PATHS.signUp} className="link">
            Sign up here
          </PageLink>
        </p>
      </div>
    </>
  )
}
