import { useEffect } from 'react'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { SignedOutHeading } from './way-in.tsx'

/** The last page of the Google pop-up closes it. The page that opened it reads the outcome from a cookie. */
export default function PopupDonePage() {
  useEffect(() => window.close(), [])
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
