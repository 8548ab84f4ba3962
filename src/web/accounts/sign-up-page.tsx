import { type FormEvent, useState } from 'react'
import { checkSignUp, type SignUp } from '../../domain/identity.ts'
import { LIMITS } from '../../domain/limits.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { CallError, send } from '../api/call.ts'
import { PageLink } from '../page-link.tsx'
import { PATHS } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox, Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import { useFormAnswer } from '../ui/form-answer.ts'
import { Loading } from '../ui/states.tsx'
import { useArrivals } from './me.ts'
import { SignedOutHeading } from './signed-out-heading.tsx'

function read(form: HTMLFormElement): SignUp {
  return {
    username: formText(form, 'username'),
    email: formText(form, 'email'),
    password: formText(form, 'password'),
    ageConfirmed: formText(form, 'ageConfirmed') !== '',
  }
}

function messageFor(error: unknown): string {
  if (!(error instanceof CallError)) return MESSAGES.signUpFailed
  if (error.status === 0) return MESSAGES.noNetwork
  return error.problem?.code === 'email-in-use' ? MESSAGES.emailInUse : MESSAGES.signUpFailed
}

/** The sign-up. Works as a plain form before any script has run. */
export default function SignUpPage() {
  const answer = useFormAnswer()
  const { arrived } = useArrivals()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState(answer.message)
  const [fields, setFields] = useState<Record<string, string>>(answer.fields)

  async function signUp(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = read(event.currentTarget)
    const problems = checkSignUp(typed)
    setFields(problems)
    setMessage(null)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    try {
      const { username: name, ...rest } = typed
      await send('POST /api/auth/sign-up/email', { name, ...rest })
      await arrived(PATHS.confirmation)
    } catch (error) {
      setMessage(messageFor(error))
      setBusy(false)
    }
  }

  return (
    <>
      <SignedOutHeading>Sign Up Page</SignedOutHeading>
      {busy && <Loading text={MESSAGES.pleaseWait} full />}
      <div hidden={busy}>
        {message && (
          <p role="alert" className="mb-4 rounded-lg bg-error-soft p-3 text-error">
            {message}
          </p>
        )}
        <form
          method="post"
          action={PATHS.signUp}
          onSubmit={(event) => void signUp(event)}
          className="space-y-4"
          noValidate
        >
          <Field
            label="Username"
            name="username"
            autoComplete="nickname"
            required
            maxLength={LIMITS.username}
            defaultValue={answer.values.username}
            error={fields.username}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={answer.values.email}
            error={fields.email}
          />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="new-password"
            required
            hint={`At least ${LIMITS.passwordShortest} characters; a few words are easiest to remember.`}
            error={fields.password}
          />
          <Checkbox label="I am 18 or older" name="ageConfirmed" required error={fields.ageConfirmed} />
          <Button type="submit" className="w-full">
            Sign Up
          </Button>
        </form>
        <p className="mt-6 text-center">
          Already have an account?{' '}
          <PageLink to={PATHS.login} className="link">
            Login
          </PageLink>
        </p>
      </div>
    </>
  )
}
