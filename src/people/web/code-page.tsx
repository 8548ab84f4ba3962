import { CallError, send } from '../../platform/web/api/call.ts'
import { stateOf, useForm } from '../../platform/web/api/use-form.ts'
import { carriedQuery } from '../../platform/rules/site/destinations.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { useSite } from '../../platform/web/site/site.ts'
import { Banner } from '../../platform/web/ui/banner.tsx'
import { Button } from '../../platform/web/ui/button.tsx'
import { useFormAnswer } from '../../platform/web/ui/form-answer.ts'
import { formText } from '../../platform/web/ui/form-text.ts'
import { useSearch } from '../../platform/web/ui/location.ts'
import { CodeField, SignedOutHeading, WayLink } from './way-in.tsx'
import { changeErrorText, completeSignIn } from './complete-sign-in.ts'

/** The second step of a login, for accounts with a second factor. Works as a plain form before any script has run. */
export default function CodePage() {
  const answer = useFormAnswer()
  const site = useSite()
  const search = carriedQuery(useSearch())
  const { busy, result, fields, submit } = useForm(changeErrorText, stateOf(answer))
  const logIn = submit(async (form) => {
    try {
      await send('POST /api/auth/two-factor', { code: formText(form, 'code') })
    } catch (error) {
      if (!(error instanceof CallError) || error.problem?.code !== 'login-expired') throw error
      location.assign(`${PATHS.login}?notice=login-expired`)
      return
    }
    await completeSignIn(site)
  })

  return (
    <>
      <SignedOutHeading>Enter your code</SignedOutHeading>
      {result && <Banner kind="bad">{result.text}</Banner>}
      <form method="post" action={PATHS.loginCode + search} onSubmit={logIn} className="space-y-3" noValidate>
        <CodeField error={fields.code} />
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
