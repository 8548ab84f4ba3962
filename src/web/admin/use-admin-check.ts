import { useCallback, useEffect, useState } from 'react'
import { useMe, useRefreshMe } from '../accounts/me.ts'
import { onRefused } from './calls.ts'

export interface AdminCheck {
  /** What the server said last about the person's role. */
  standing: 'unknown' | 'admin' | 'denied'
  /** The last check did not come through. What was known before still stands. */
  failed: boolean
  again: () => void
}

/** How often the role is checked while a staff screen is open, in milliseconds. */
const EVERY = 60_000

/** Whether the person is still of the staff: asked at once, every minute, and whenever a call was refused. */
export function useAdminCheck(): AdminCheck {
  const me = useMe()
  const refresh = useRefreshMe()
  const [failed, setFailed] = useState(false)
  const again = useCallback(
    () =>
      void refresh().then(
        () => setFailed(false),
        () => setFailed(true),
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the function is made anew each time and does the same
    [],
  )
  useEffect(() => {
    again()
    const timer = setInterval(again, EVERY)
    const forget = onRefused(again)
    return () => {
      clearInterval(timer)
      forget()
    }
  }, [again])
  return { standing: me === undefined ? 'unknown' : me?.admin ? 'admin' : 'denied', failed, again }
}
