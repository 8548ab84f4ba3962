import type { ReactNode } from 'react'
import type { Part, TypedSearch } from '../../domain/draws/search-address.ts'
import { allDraws } from '../../domain/base/words.ts'
import { PageLink } from '../ui/page-link.tsx'
import { downloadsPath, resultsPath } from './addresses.ts'

interface Props {
  heading: string
  found: { total: number; page: number; pages: number }
  /** How many of the found draws are listed. */
  listed: number
  shown: TypedSearch
  part: Part
  children: ReactNode
}

/** The draws that a search found, with the links to the other pages of the list. */
export function FoundDraws({ heading, found: { total, page, pages }, listed, shown, part, children }: Props) {
  const pageLink = (to: number, text: string) => (
    <PageLink to={resultsPath(shown, { all: 'draws', page: to })} className="link">
      {text}
    </PageLink>
  )
  return (
    <section aria-labelledby="matches">
      <h2 id="matches" className={part.all === 'draws' ? 'mb-2 font-bold' : 'visually-hidden'}>
        {heading}
        {part.all === 'draws' && pages > 1 && (
          <span className="ml-2 text-xs font-normal text-quiet">
            page {page} of {pages}
          </span>
        )}
      </h2>
      {children}
      <p className="results-links">
        {part.all === 'draws' ? (
          <>
            {page > 1 && pageLink(page - 1, 'Newer draws')}
            {page < pages && pageLink(page + 1, 'Older draws')}
            <PageLink to={resultsPath(shown)} className="link">
              {shown.game === '' ? 'Back to the answer' : 'Back to the year'}
            </PageLink>
          </>
        ) : (
          total > listed && pageLink(1, allDraws(total))
        )}
        {/* Of one game, its year has the link. */}
        {shown.game === '' && (
          <PageLink to={downloadsPath(shown)} className="link">
            Share or download
          </PageLink>
        )}
      </p>
    </section>
  )
}
