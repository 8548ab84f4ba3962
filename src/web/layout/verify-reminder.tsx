import { type ComponentType, useEffect, useState } from 'react'
import { useMe } from '../accounts/me.ts'

/** The reminder to verify the email. Its code is fetched only when it is needed, because most accounts are verified. */
export function VerifyReminder() {
  const me = useMe()
  const needed = me?.emailVerified === false
  const [Notice, setNotice] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!needed) return
    import('./verify-notice.tsx').then(
      ({ VerifyNotice }) => setNotice(() => VerifyNotice),
      // Without a network no mail can be resent; the next screen tries again.
      () => undefined,
    )
  }, [needed])
  return needed && Notice ? <Notice /> : null
}
