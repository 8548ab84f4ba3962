import type { ReactNode } from 'react'
import { useMe } from '../accounts/me.ts'
import { NumberSheetHost } from '../numbers/sheet-host.tsx'
import { AnnouncementLines } from './announcement-lines.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'
import { LiveStatus } from './live-chip.tsx'
import { NavHeading, NavList } from './nav.tsx'
import { Notice } from './notice.tsx'
import { BAR_LINKS, MAIN_LINKS, MENU_MORE, MORE_LINKS } from './player-links.ts'
import { SHAPES } from '../ui/icons.tsx'
import { useLocation } from '../ui/location.ts'
import { PageLink } from '../ui/page-link.tsx'
import { helpPath } from '../../domain/site/paths.ts'
import { SkipLink } from './skip-link.tsx'
import { VerifyReminder } from './verify-reminder.tsx'

interface Props {
  children: ReactNode
  /** A page without script has no words on how current it is. */
  hasScript?: boolean
}

/** Masthead, sidebar and content. On a phone a bottom bar replaces the sidebar. */
export default function DashboardLayout({ children, hasScript = true }: Props) {
  const me = useMe()
  const [path] = useLocation()
  const help = { to: helpPath(path), label: 'Help', icon: SHAPES.chat }
  return (
    <>
      <SkipLink />
      <AnnouncementLines plan={me?.subscription ?? null} />
      <Header hasScript={hasScript} />
      <LiveStatus />
      <div className="mx-auto max-w-(--frame) md:grid md:grid-cols-[min(13.5rem,28vw)_minmax(0,1fr)]">
        <nav
          aria-label="Main"
          className="no-print sticky top-(--masthead) hidden max-h-[calc(100vh-var(--masthead))] self-start overflow-y-auto px-3 py-4 md:block"
        >
          <NavList items={MAIN_LINKS} />
          <NavHeading>More</NavHeading>
          <NavList items={[...MORE_LINKS, help]} />
        </nav>
        <main id="content" className="min-w-0 px-3 pt-3 pb-20 md:px-6 md:pt-5 md:pb-12">
          <Notice />
          <VerifyReminder />
          {children}
          <p className="no-print mt-2 text-center text-sm md:hidden">
            <PageLink to={help.to} className="link inline-flex min-h-11 min-w-11 items-center justify-center">
              {help.label}
            </PageLink>
          </p>
        </main>
      </div>
      <BottomBar
        label="Main"
        items={BAR_LINKS}
        renderMenu={(close) => (
          <>
            <NavList items={MAIN_LINKS} columns onFollow={close} />
            <NavHeading>More</NavHeading>
            <NavList items={[...MENU_MORE, help]} columns onFollow={close} />
          </>
        )}
      />
      <NumberSheetHost />
    </>
  )
}
