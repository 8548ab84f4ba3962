import { type FormEvent, useState } from 'react'
import { ACCOUNT_MESSAGES } from '../../domain/account-messages.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { CallError } from '../api/call.ts'
import { searchOfLogin } from '../../domain/destinations.ts'
import { PATHS } from '../../domain/paths.ts'
import { useSite } from '../site/site.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { formText } from '../ui/form-text.ts'
import { useFormAnswer } from '../ui/form-answer.ts'
import { useSearch } from '../ui/location.ts'
import { completeSignIn, formErrorText } from './complete-sign-in.ts'
import { GoogleAboveForm } from './google-button.tsx'
import { LinkForm } from './link-form.tsx'
import { ResendForm } from './resend-form.tsx'
import { needsLink, sendChecked } from './send-checked.ts'
import { SignedOutHeading } from './signed-out-heading.tsx'
import { Waiting } from './waiting.tsx'
import { WayLink } from './way-link.tsx'
import { withGoogle } from './with-google.ts'

export const parameters = ['token']

/** The login. Works as a plain form before any script has run. */
export default function LoginPage() {
  const answer = useFormAnswer()
  const site = useSite()
  const search = searchOfLogin(useSearch())
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState(answer.message)
  const [good, setGood] = useState(answer.good)
  // The email of a login that failed because it is not verified; empty after the form has changed.
  const [unverified, setUnverified] = useState<string | undefined>(answer.values.unverified)
  // The email of a login that needs a mailed link.
  const [linkFor, setLinkFor] = useState<string | undefined>(answer.values.linkFor)

  function show(sentence: string | null, isGood = false) {
    setMessage(sentence)
    setGood(isGood)
    setBusy(false)
  }

  function resendAsked(sentence: string, isGood: boolean, isLinkNeeded = false) {
    if (isLinkNeeded) setLinkFor(unverified)
    show(sentence, isGood)
  }

  function linkAsked(sentence: string, isGood: boolean) {
    if (isGood) setLinkFor(undefined)
    show(sentence, isGood)
  }

  async function logIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = formText(event.currentTarget, 'email')
    const password = formText(event.currentTarget, 'password')
    show(null)
    setBusy(true)
    setUnverified(undefined)
    setLinkFor(undefined)
    try {
      if ('codeNeeded' in (await sendChecked('POST /api/auth/sign-in/email', { email, password })))
        return location.assign(PATHS.loginCode + search)
      await completeSignIn(site)
    } catch (error) {
      const isUnverified = error instanceof CallError && error.problem?.code === 'email-not-verified'
      if (isUnverified) setUnverified(email)
      // Strangers may have used up the tries of the account too.
      if (needsLink(error) || (error instanceof CallError && error.status === 429)) setLinkFor(email)
      show(
        isUnverified
          ? ACCOUNT_MESSAGES.notVerified
          : formErrorText(error, ACCOUNT_MESSAGES.invalidCredentials),
      )
    }
  }

  async function byGoogle() {
    show(null)
    setBusy(true)
    try {
      await withGoogle(async ({ googlePopup, googleLoginText }, popup) => {
        const outcome = await googlePopup('POST /api/auth/sign-in/social', popup)
        const sentence = googleLoginText(outcome)
        if (sentence) show(sentence)
        else await completeSignIn(site, outcome === 'new' ? PATHS.confirmation : undefined)
      })
    } catch (error) {
      show(formErrorText(error, MESSAGES.noNetwork))
    }
  }

  return (
    <>
      <SignedOutHeading>Login</SignedOutHeading>
      {busy && <Waiting />}
      <div hidden={busy}>
        {message && <Banner kind={good ? 'good' : linkFor === undefined ? 'bad' : 'warn'}>{message}</Banner>}
        {linkFor !== undefined && <LinkForm purpose="login" email={linkFor} onDone={linkAsked} />}
        {unverified !== undefined && (
          <div className="mb-4">
            <ResendForm email={unverified} onDone={resendAsked} />
          </div>
        )}
        {site?.google && (
          <GoogleAboveForm onClick={() => void byGoogle()}>Sign in with Google</GoogleAboveForm>
        )}
        <form
          method="post"
          action={PATHS.login + search}
          onSubmit={(event) => void logIn(event)}
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
              <a href={PATHS.forgotPassword} className="link py-1.5 text-label">
                Forgot your password?
              </a>
            }
          />
          <Button type="submit" className="min-h-13 w-full">
            Login
          </Button>
        </form>
        <WayLink lead="No account yet?" to={PATHS.signUp}>
          Sign up here
        </WayLink>
      </div>
    </>
  )
}
