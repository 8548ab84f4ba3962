import type { ReactNode } from 'react'
import { BottomBar } from './bottom-bar.tsx'
import { Brand } from '../site/brand.tsx'
import { Header } from './header.tsx'
import { MAIN_LINKS, MORE_LINKS, NavHeading, NavList } from './nav.tsx'
import { Notice } from './notice.tsx'
import { SkipLink } from './skip-link.tsx'
import { VerifyReminder } from './verify-reminder.tsx'

/** Sidebar, header and content. On a phone a bottom bar replaces the sidebar. */
export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <Header />
      <div className="mx-auto flex max-w-6xl">
        <nav aria-label="Main" className="no-print hidden w-56 shrink-0 p-4 md:block">
          <Brand />
          <NavList items={MAIN_LINKS} />
          <NavHeading>More</NavHeading>
          <NavList items={MORE_LINKS} />
        </nav>
        <main id="content" className="min-w-0 flex-1 px-3 pt-4 pb-24 sm:px-4 md:pb-10">
          <Notice />
          <VerifyReminder />
          {children}
        </main>
      </div>
      <BottomBar />
    </>
  )
}
