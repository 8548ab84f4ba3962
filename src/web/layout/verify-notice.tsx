import { useState } from 'react'
import { useMe } from '../accounts/me.ts'
import { ResendForm } from '../accounts/resend-form.tsx'
import { Banner } from '../ui/banner.tsx'

/** Tells somebody whose mailbox is not proven yet what to do; their session lasts a day. */
export function VerifyNotice() {
  const me = useMe()
  const [said, setSaid] = useState<string | null>(null)
  if (!me || me.emailVerified) return null
  return (
    <div className="no-print">
      <Banner kind="warn">
        <p>
          {said ??
            `Please verify your email: open the link that we mailed to ${me.email}. Until then you stay logged in for a day.`}
        </p>
        <div className="mt-2">
          <ResendForm email={me.email} onDone={setSaid} />
        </div>
      </Banner>
    </div>
  )
}
