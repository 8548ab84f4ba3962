import type { ReactNode } from 'react'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { ME } from '../../../platform/web/access/me.ts'
import { useAnswerCache } from '../../../platform/web/api/use-call.ts'
import { useLocation } from '../../../platform/web/ui/location.ts'
import DashboardLayout from './dashboard-layout.tsx'
import { AnnouncementLines } from '../../../operation/web/talk/announcement-lines.tsx'
import { Masthead, SkipLink } from './masthead.tsx'
import { ResponsibleNote } from '../../../platform/web/ui/responsible-note.tsx'
import { LegalLinks } from '../../../platform/web/ui/legal-links.tsx'

/** A page below one of these is in its section. */
const LINKS = [
  { to: PATHS.results, label: 'Results' },
  { to: PATHS.record, label: 'Record' },
  { to: PATHS.recordCheck, label: 'Check the record' },
  { to: PATHS.help, label: 'Help' },
]

/** The frame of the pages that everyone may read: a player's own, or one that is the same for all signed-out visitors. */
export default function PublicLayout({ children }: { children: ReactNode }) {
  // As the server knows it: a signed-out visitor asks nothing.
  const me = useAnswerCache().known(ME).data
  const note = (
    <ResponsibleNote>
      <LegalLinks hasHelp />
    </ResponsibleNote>
  )
  const [path] = useLocation()
  const section = sectionOf(path)
  if (me)
    return (
      <DashboardLayout hasScript={false}>
        {children}
        {note}
      </DashboardLayout>
    )
  return (
    <>
      <SkipLink />
      <AnnouncementLines plan={null} />
      <header className="contents">
        <Masthead home={PATHS.start} welcome="Every draw. Every number. Checked.">
          <a
            href={PATHS.login}
            className="flex min-h-11 shrink-0 items-center px-2 text-sm font-bold text-gold"
          >
            Login
          </a>
        </Masthead>
      </header>
      <nav aria-label="Public pages" className="no-print border-b border-line bg-sheet">
        <ul className="mx-auto flex max-w-(--frame) flex-wrap px-1 text-sm md:px-4">
          {LINKS.map(({ to, label }) => (
            <li key={to}>
              <a
                href={to}
                aria-current={path === to ? 'page' : to === section ? 'true' : undefined}
                className={`flex min-h-11 items-center border-b-3 px-1.5 md:px-2 ${to === section ? 'border-brand font-bold text-brand' : 'border-transparent text-quiet'}`}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" className="mx-auto w-full max-w-320 px-3 pt-3 md:px-6 md:pt-5">
        {children}
      </main>
      {note}
    </>
  )
}

/** The link of the page, or of the page above it. The longest fits best: the check is below the record. */
function sectionOf(path: string): string | undefined {
  const above = LINKS.filter(({ to }) => path === to || path.startsWith(`${to}/`))
  return above.sort((a, b) => b.to.length - a.to.length)[0]?.to
}
