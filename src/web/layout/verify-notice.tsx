import { useState } from 'react'
import { useMe } from '../accounts/me.ts'
import { ResendForm } from '../accounts/resend-form.tsx'

/** Asks for the verification of the email. An unverified session lasts a day. */
export function VerifyNotice() {
  const me = useMe()
  const [result, setResult] = useState<string | null>(null)
  if (!me || me.emailVerified) return null
  return (
    <div
      role="alert"
      className="no-print mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-sheet p-3"
    >
      <p className="min-w-0 flex-1 basis-60 text-sm">
        {result ?? (
          <>
            <strong className="text-warn">Verify your email within 24 hours to stay logged in.</strong> Open
            the link that we sent to {me.email}.
          </>
        )}
      </p>
      <ResendForm email={me.email} onDone={setResult} />
    </div>
  )
}
