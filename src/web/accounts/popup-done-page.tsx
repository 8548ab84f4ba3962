import { useEffect } from 'react'
import { isGoogleOutcome } from '../../domain/accounts/google.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { useSearch } from '../ui/location.ts'
import { reportToOpener } from './google-popup.ts'
import { SignedOutHeading } from './way-in.tsx'

export const parameters = ['outcome']

/** The last page of the Google pop-up. It reports the outcome to the page that opened it, and closes. It gets no token. */
export default function PopupDonePage() {
  const given = new URLSearchParams(useSearch()).get('outcome')
  const outcome = isGoogleOutcome(given) ? given : 'failed'
  useEffect(() => {
    reportToOpener(outcome)
    window.close()
  }, [outcome])
  return (
    <>
      <SignedOutHeading>Google sign-in</SignedOutHeading>
      <p>
        You can close this window, or{' '}
        <a href={PATHS.start} className="link tap">
          continue here
        </a>
        .
      </p>
    </>
  )
}
