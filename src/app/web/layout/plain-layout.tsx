import type { ReactNode } from 'react'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { useReloadOnUserChange } from '../../../people/web/leave-to-login.ts'
import { LogoutButton } from '../../../people/web/logout-button.tsx'
import { useMe } from '../../../platform/web/access/me.ts'
import { Masthead, SkipLink } from './masthead.tsx'
import { Notice } from './notice.tsx'
import { ResponsibleNote } from '../../../platform/web/ui/responsible-note.tsx'

/** The masthead with Logout, without navigation: the questions after a sign-up. */
export default function PlainLayout({ children }: { children: ReactNode }) {
  const me = useMe()
  useReloadOnUserChange(me?.uid)
  return (
    <>
      <SkipLink />
      <header className="contents">
        <Masthead
          home={PATHS.start}
          welcome={
            <>
              Welcome, <span className="md:font-bold">{me?.username || me?.email}</span>
            </>
          }
        >
          <div className="mr-2 md:mr-0">
            <LogoutButton look="masthead" />
          </div>
        </Masthead>
      </header>
      <main id="content" className="mx-auto w-full max-w-(--frame) px-3 pt-3 md:px-6 md:pt-5">
        <Notice />
        {children}
      </main>
      <ResponsibleNote />
    </>
  )
}
