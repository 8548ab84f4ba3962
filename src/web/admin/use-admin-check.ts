import { useCallback, useEffect, useState } from 'react'
import { useMe, useRefreshMe } from '../accounts/me.ts'
import { onRefused } from './calls.ts'

export interface AdminCheck {
  /** The server's last answer about the account's role. */
  role: 'unknown' | 'admin' | 'denied'
  /** The last check failed. `role` keeps the previous answer. */
  failed: boolean
  retry: () => void
}

/** The interval of role checks while a staff screen is open. */
const CHECK_INTERVAL_MS = 60_000

/** Checks that the account is still an admin: at once, every minute, and after every refused call. */
export function useAdminCheck(): AdminCheck {
  const me = useMe()
  const refresh = useRefreshMe()
  const [failed, setFailed] = useState(false)
  const retry = useCallback(
    () =>
      void refresh().then(
        () => setFailed(false),
        () => setFailed(true),
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- every render creates an equal function
    [],
  )
  useEffect(() => {
    retry()
    const timer = setInterval(retry, CHECK_INTERVAL_MS)
    const unsubscribe = onRefused(retry)
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [retry])
  return { role: me === undefined ? 'unknown' : me?.admin ? 'admin' : 'denied', failed, retry }
}
