import { type FormEvent, useState } from 'react'
import { CallError, send } from '../api/call.ts'
import { searchOfLogin } from '../../domain/destinations.ts'
import { PATHS } from '../../domain/paths.ts'
import { useSite } from '../site/site.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { useFormAnswer } from '../ui/form-answer.ts'
import { formText } from '../ui/form-text.ts'
import { useSearch } from '../ui/location.ts'
import { CodeField } from './code-field.tsx'
import { completeSignIn, formErrorText } from './complete-sign-in.ts'
import { SignedOutHeading } from './signed-out-heading.tsx'
import { WayLink } from './way-link.tsx'

/** The second step of a login, for accounts with a second factor. Works as a plain form before any script has run. */
export default function CodePage() {
  const answer = useFormAnswer()
  const site = useSite()
  const search = searchOfLogin(useSearch())
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState(answer.message)
  const [problem, setProblem] = useState<string | undefined>(answer.fields.code)

  async function logIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = formText(event.currentTarget, 'code')
    setMessage(null)
    setProblem(undefined)
    setBusy(true)
    try {
      await send('POST /api/auth/two-factor', { code })
      await completeSignIn(site)
    } catch (error) {
      const refused = error instanceof CallError ? error.problem : null
      if (refused?.code === 'login-expired') return location.assign(`${PATHS.login}?notice=login-expired`)
      setProblem(refused?.fields?.code)
      if (!refused?.fields) setMessage(formErrorText(error, 'That did not work. Please try again.'))
      setBusy(false)
    }
  }

  return (
    <>
      <SignedOutHeading>Enter your code</SignedOutHeading>
      {message && <Banner kind="bad">{message}</Banner>}
      <form
        method="post"
        action={PATHS.loginCode + search}
        onSubmit={(event) => void logIn(event)}
        className="space-y-3"
        noValidate
      >
        <CodeField error={problem} />
        <Button type="submit" className="min-h-13 w-full" disabled={busy}>
          Login
        </Button>
      </form>
      <p className="mt-3 text-sm text-quiet">
        Lost the app and the recovery codes? Ask support to reset your second factor.
      </p>
      <WayLink to={PATHS.login}>Back to login</WayLink>
    </>
  )
}
