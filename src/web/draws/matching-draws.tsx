import { useMemo } from 'react'
import type { SearchRow } from '../../domain/number-search.ts'
import type { Found } from '../../domain/results-view.ts'
import type { Part, TypedSearch } from '../../domain/search-address.ts'
import { allDraws } from '../../domain/words.ts'
import { PageLink } from '../ui/page-link.tsx'
import { resultsPath } from './addresses.ts'
import { DrawList } from './draw-list.tsx'
import type { ResultsAnswer } from './use-results.ts'

interface Props {
  found: Found
  games: ResultsAnswer['games']
  /** The searched rows. */
  rows: readonly SearchRow[]
  shown: TypedSearch
  part: Part
}

/** The draws that a search found, newest first: the newest ones, or every one in pages. */
export function MatchingDraws({ found, games, rows, shown, part }: Props) {
  const named = useMemo(() => new Map(games.map((game) => [game.key, game])), [games])
  if (found.total === 0) return null
  const numbers = [...new Set(rows.map((row) => row.number))]
  const pageLink = (page: number, text: string) => (
    <PageLink to={resultsPath(shown, { all: 'draws', page })} className="link">
      {text}
    </PageLink>
  )
  return (
    <section aria-labelledby="matches">
      <h2 id="matches" className="mb-2 font-bold">
        Draws with {numbers.join(' or ')}
        {part.all === 'draws' && found.pages > 1 && (
          <span className="ml-2 text-xs font-normal text-quiet">
            page {found.page} of {found.pages}
          </span>
        )}
      </h2>
      <DrawList
        rows={found.draws.map((row) => ({ ...row, name: row.game, operator: '', ...named.get(row.game) }))}
        search={rows}
        named={shown.game === ''}
      />
      <p className="results-links">
        {part.all === 'draws' ? (
          <>
            {found.page > 1 && pageLink(found.page - 1, 'Newer draws')}
            {found.page < found.pages && pageLink(found.page + 1, 'Older draws')}
            <PageLink to={resultsPath(shown)} className="link">
              Back to the year
            </PageLink>
          </>
        ) : (
          found.total > found.draws.length && pageLink(1, allDraws(found.total))
        )}
      </p>
    </section>
  )
}
