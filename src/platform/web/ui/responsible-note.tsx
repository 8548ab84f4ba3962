import type { ReactNode } from 'react'
import { NOTES } from '../../rules/base/messages.ts'
import { PATHS } from '../../rules/site/paths.ts'
import { useSite } from '../site/site.ts'
import { useLocation } from './location.ts'
import { PageLink } from './page-link.tsx'

/** The note on age, odds and help, with what a page adds to it, below every signed-out, plan, prediction and statistics page. */
export function ResponsibleNote({ children }: { children?: ReactNode }) {
  const help = useSite()?.help
  const [path] = useLocation()
  return (
    <footer className="px-4 pt-4 pb-2 text-center text-xs text-quiet">
      <p>
        <strong className="tag mr-0.5 font-bold!">{NOTES.adults}</strong> {NOTES.responsibly}. {NOTES.odds}
        {path.startsWith(PATHS.overview) && (
          <>
            {' '}
            <PageLink className="link -my-2 inline-block py-3.5" to={`${PATHS.profile}#break`}>
              Take a break
            </PageLink>
          </>
        )}
      </p>
      {help && (
        <p>
          Help with gambling:{' '}
          {help.url ? (
            <a className="link tap" href={help.url} rel="noopener">
              {help.name}
            </a>
          ) : (
            help.name
          )}
        </p>
      )}
      {children}
    </footer>
  )
}
