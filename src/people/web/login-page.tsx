import { useState } from 'react'
import { CallError } from '../../platform/web/api/call.ts'
import { stateOf, useForm } from '../../platform/web/api/use-form.ts'
import { carriedQuery } from '../../platform/rules/site/destinations.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { useSite } from '../../platform/web/site/site.ts'
import { Button } from '../../platform/web/ui/button.tsx'
import { Field } from '../../platform/web/ui/field.tsx'
import { formText } from '../../platform/web/ui/form-text.ts'
import { useFormAnswer } from '../../platform/web/ui/form-answer.ts'
import { useSearch } from '../../platform/web/ui/location.ts'
import { completeSignIn, formErrorText, LEAVING, needsLink, sendChecked } from './complete-sign-in.ts'
import { GoogleSignIn } from './google-button.tsx'
import { useMailedLink, ResendForm } from './link-form.tsx'
import { SignedOutHeading, Waiting, WayLink } from './way-in.tsx'

export const parameters = ['token']
export const calls = () => ['/api/public/plans']

const isUnverified = (error: unknown) =>
  error instanceof CallError && error.problem?.code === 'email-not-verified'

/** The login. Works as a plain form before any script has run. */
export default function LoginPage() {
  const answer = useFormAnswer()
  const site = useSite()
  const search = carriedQuery(useSearch())
  const form = useForm((error) => formErrorText(error, 'login'), stateOf(answer))
  const { busy, run, submit, show } = form
  // The email of a login that failed because it is not verified; empty after the form has changed.
  const [unverified, setUnverified] = useState<string | undefined>(answer.values.unverified)
  const { messages, setLinkFor } = useMailedLink('login', form)

  function resendAsked(sentence: string, isGood: boolean, isLinkNeeded = false) {
    if (isLinkNeeded) setLinkFor(unverified)
    show(sentence, isGood)
  }

  const logIn = submit(async (form) => {
    const email = formText(form, 'email')
    setUnverified(undefined)
    setLinkFor(undefined)
    try {
      const password = formText(form, 'password')
      const answered = await sendChecked('POST /api/auth/sign-in/email', { email, password })
      if (!('codeNeeded' in answered)) return await completeSignIn(site)
      location.assign(PATHS.loginCode + search)
      return await LEAVING
    } catch (error) {
      if (isUnverified(error)) setUnverified(email)
      // Strangers may have used up the tries of the account too.
      if (needsLink(error) || (error instanceof CallError && error.status === 429)) setLinkFor(email)
      throw error
    }
  })

  return (
    <>
      <SignedOutHeading>Login</SignedOutHeading>
      {busy && <Waiting />}
      <div hidden={busy}>
        {messages}
        {unverified !== undefined && (
          <div className="mb-4">
            <ResendForm email={unverified} onDone={resendAsked} />
          </div>
        )}
        <GoogleSignIn run={run} text="googleLoginText">
          Sign in with Google
        </GoogleSignIn>
        <form
          method="post"
          action={PATHS.login + search}
          onSubmit={logIn}
          onChange={() => unverified && setUnverified('')}
          className="space-y-3"
        >
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={answer.values.email}
          />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            aside={
              <a href={PATHS.forgotPassword} className="link tap -my-2 text-label">
                Forgot your password?
              </a>
            }
          />
          <Button type="submit" className="min-h-13 w-full">
            Login
          </Button>
        </form>
        <WayLink lead="No account yet?" to={PATHS.signUp + search}>
          Sign up here
        </WayLink>
      </div>
    </>
  )
}
