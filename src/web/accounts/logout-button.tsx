import type { FormEvent } from 'react'
import { send } from '../api/call.ts'
import { PATHS } from '../../domain/paths.ts'
import { Button } from '../ui/button.tsx'
import { leaveToLogin, useReloadOnUserChange } from './leave-to-login.ts'
import { useMe } from './me.ts'

/** Ends the session and opens the login. A failure is only logged, as specified. */
export function LogoutButton() {
  useReloadOnUserChange(useMe()?.uid)
  async function logOut(event: FormEvent) {
    event.preventDefault()
    try {
      await send('POST /api/auth/sign-out')
      leaveToLogin()
    } catch (error) {
      // oxlint-disable-next-line no-console -- the specification: a failing logout is only logged
      console.error('logout failed', error)
    }
  }
  return (
    <form method="post" action={PATHS.logout} onSubmit={(event) => void logOut(event)}>
      <Button type="submit" kind="plain" className="px-3 text-sm">
        Logout
      </Button>
    </form>
  )
}
