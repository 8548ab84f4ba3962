import { PATHS } from '../../domain/paths.ts'
import { Button } from '../ui/button.tsx'
import { SignedOutHeading } from './signed-out-heading.tsx'

/** Where the mail's link leads in a browser that is not signed in: one tap proves that a person opened it. */
export default function VerifyEmailPage() {
  return (
    <>
      <SignedOutHeading>Verify your email</SignedOutHeading>
      <p className="mb-4">
        If you signed up for Lotto Forecast with this email, confirm it here. If you did not, close this page:
        nothing happens.
      </p>
      <form method="post" action={PATHS.verifyEmail}>
        <Button type="submit" className="w-full">
          Verify my email
        </Button>
      </form>
    </>
  )
}
