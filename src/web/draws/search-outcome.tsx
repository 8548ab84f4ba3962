import { luckNotes, searchMessages } from '../../domain/number-search.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { LuckNotes, SearchMessages } from './search-messages.tsx'
import type { Results, ResultsView } from './use-results.ts'

/** The outcome of the search: one message per row, rows without a match first, then the incomplete rows. */
export function SearchOutcome({ results, view }: { results: Results; view: ResultsView }) {
  const { checked, searching } = results
  const { rows } = checked.search
  const found = view.found?.counts.length === rows.length ? view.found : null
  const ignored = checked.incomplete.map((place) => place + 1)
  return (
    <div className="mt-3">
      <div role="status">
        {searching && <p className="text-quiet">{MESSAGES.loading}</p>}
        <SearchMessages messages={found ? searchMessages(rows, found.counts) : []} />
        {ignored.length > 0 && (
          <p className="mt-2 text-sm text-quiet">
            {ignored.length === 1 ? `Row ${ignored[0]} is` : `Rows ${ignored.join(', ')} are`} not searched: a
            row needs a number, a draw type and a position.
          </p>
        )}
      </div>
      {found && <LuckNotes notes={luckNotes(rows, found.searched)} />}
    </div>
  )
}
