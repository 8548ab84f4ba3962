import type { FormEvent } from 'react'
import { send } from '../api/call.ts'
import { PATHS } from '../../domain/paths.ts'
import { buttonClasses } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { leaveToLogin } from './leave-to-login.ts'

const LOOKS = {
  plain: `${buttonClasses('plain')} text-sm`,
  masthead: 'min-h-11 rounded-md px-3 text-sm font-bold underline underline-offset-4',
  menu: 'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left',
  sidebar: 'nav-link min-h-10 w-full gap-3 px-3',
  sheet: 'nav-link min-h-12 w-full gap-2.5 px-2',
}

const WITH_ICON = new Set<keyof typeof LOOKS>(['menu', 'sidebar', 'sheet'])

/** Ends the session and opens the login. A failure is only logged, as specified. */
export function LogoutButton({ look = 'plain' }: { look?: keyof typeof LOOKS }) {
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
      <button type="submit" className={LOOKS[look]}>
        {WITH_ICON.has(look) && <Icon name="out" />}
        Logout
      </button>
    </form>
  )
}
