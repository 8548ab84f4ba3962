import type { ReactNode } from 'react'
import { PATHS } from '../../domain/site/paths.ts'
import { useReloadOnUserChange } from '../accounts/leave-to-login.ts'
import { LogoutButton } from '../accounts/logout-button.tsx'
import { useMe } from '../accounts/me.ts'
import { Masthead, SkipLink } from './masthead.tsx'
import { Notice } from './notice.tsx'
import { ResponsibleNote } from './responsible-note.tsx'

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
          <LogoutButton look="masthead" />
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
