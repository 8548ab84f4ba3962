import { PATHS } from '../../platform/rules/site/paths.ts'
import { Button } from '../../platform/web/ui/button.tsx'
import { SignedOutHeading } from './way-in.tsx'

export const parameters = ['token']

/** The page of a verification link in a browser without a session. The button shows that a person opened the link. */
export default function VerifyEmailPage() {
  return (
    <>
      <SignedOutHeading>Verify your email</SignedOutHeading>
      <p className="mb-3">
        If you use this email for Lotto Forecast, or asked us to use it, confirm it here. If you did not,
        close this page.
      </p>
      <form method="post" action={PATHS.verifyEmail}>
        <Button type="submit" className="min-h-13 w-full">
          Verify my email
        </Button>
      </form>
    </>
  )
}
