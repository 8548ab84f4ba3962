import { type ComponentType, useEffect, useState } from 'react'
import { useMe } from '../accounts/me.ts'

/** The reminder to verify one's email. Most people have, so its code comes only for those who have not. */
export function VerifyReminder() {
  const me = useMe()
  const needed = me?.emailVerified === false
  const [Notice, setNotice] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!needed) return
    import('./verify-notice.tsx').then(
      ({ VerifyNotice }) => setNotice(() => VerifyNotice),
      // Without a network there is nothing to resend either; the next screen tries again.
      () => undefined,
    )
  }, [needed])
  return needed && Notice ? <Notice /> : null
}
