import type { ReactNode } from 'react'
import { LogoutButton } from '../accounts/logout-button.tsx'
import { PATHS } from '../paths.ts'
import { Brand } from './brand.tsx'
import { NavList } from './nav.tsx'
import { SkipLink } from './skip-link.tsx'

const LINKS = [
  { to: PATHS.admin, label: 'My Dashboard' },
  { to: PATHS.adminPredictions, label: 'My Predictions' },
  { to: PATHS.overview, label: 'Player screens' },
]

/** The staff's area. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <header className="flex flex-wrap items-center justify-between border-b border-line bg-sheet px-4 py-2">
        <p className="font-semibold">Lotto Forecast, staff</p>
        <LogoutButton />
      </header>
      <div className="mx-auto max-w-6xl md:flex">
        <nav aria-label="Staff" className="shrink-0 p-4 md:w-56">
          <div className="hidden md:block">
            <Brand />
          </div>
          <NavList items={LINKS} />
        </nav>
        <main id="content" className="min-w-0 flex-1 px-4 py-4">
          {children}
        </main>
      </div>
    </>
  )
}
