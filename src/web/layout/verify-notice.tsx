import { useState } from 'react'
import { useMe } from '../accounts/me.ts'
import { ResendForm } from '../accounts/resend-form.tsx'
import { Banner } from '../ui/banner.tsx'

/** Asks for the verification of the email. An unverified session lasts a day. */
export function VerifyNotice() {
  const me = useMe()
  const [result, setResult] = useState<string | null>(null)
  if (!me || me.emailVerified) return null
  return (
    <div className="no-print">
      <Banner kind="warn">
        <p>
          {result ??
            `Open the link that we sent to ${me.email}. Verify your email within 24 hours to stay logged in.`}
        </p>
        <div className="mt-2">
          <ResendForm email={me.email} onDone={setResult} />
        </div>
      </Banner>
    </div>
  )
}
