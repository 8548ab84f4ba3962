import { type FormEvent, useState } from 'react'
import { send } from '../../platform/web/api/call.ts'
import { forgetDrafts } from '../../platform/web/api/drafts.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { Icon } from '../../platform/web/ui/icons.tsx'
import { leaveToLogin } from './leave-to-login.ts'

const LOOKS = {
  masthead: 'flex min-h-11 items-center',
  menu: 'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left',
  sidebar: 'nav-link min-h-11 w-full gap-3 px-3',
  sheet: 'nav-link min-h-12 w-full gap-2.5 px-2',
}

const PILL = 'flex h-7 items-center gap-1.5 rounded-full border border-on-deep-edge px-2.5 text-label'

/** Ends the session and opens the login. A failure is only logged, as specified. */
export function LogoutButton({ look }: { look: keyof typeof LOOKS }) {
  const [isLeaving, setLeaving] = useState(false)

  async function logOut(event: FormEvent) {
    event.preventDefault()
    setLeaving(true)
    try {
      await send('POST /api/auth/sign-out')
      forgetDrafts()
      leaveToLogin()
    } catch (error) {
      // oxlint-disable-next-line no-console -- the specification: a failing logout is only logged
      console.error('logout failed', error)
      setLeaving(false)
    }
  }
  return (
    <form method="post" action={PATHS.logout} onSubmit={(event) => void logOut(event)}>
      <button type="submit" className={LOOKS[look]}>
        <span className={look === 'masthead' ? PILL : 'contents'}>
          <Icon name="out" />
          {isLeaving ? 'Logging out' : 'Logout'}
        </span>
      </button>
    </form>
  )
}
