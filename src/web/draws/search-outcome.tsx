import { searchMessages } from '../../domain/number-search.ts'
import { MESSAGES } from '../../domain/messages.ts'
import type { Results, ResultsView } from './use-results.ts'

/** What the search found: one message a row, those without a match first, and which rows were not searched. */
export function SearchOutcome({ results, view }: { results: Results; view: ResultsView }) {
  const { checked, searching } = results
  const messages =
    view.counts.length === checked.search.rows.length ? searchMessages(checked.search.rows, view.counts) : []
  const ignored = checked.incomplete.map((place) => place + 1)
  return (
    <div role="status" className="mt-3">
      {searching && <p className="text-quiet">{MESSAGES.loading}</p>}
      <ul className="space-y-1">
        {messages.map(({ row, found, text }) => (
          <li key={row} className={`rounded-lg px-3 py-2 ${found ? 'bg-soft' : 'bg-warn-soft'}`}>
            {text}
          </li>
        ))}
      </ul>
      {ignored.length > 0 && (
        <p className="mt-2 text-sm text-quiet">
          {ignored.length === 1 ? `Row ${ignored[0]} is` : `Rows ${ignored.join(', ')} are`} not searched: a
          row needs a number, a draw type and a position.
        </p>
      )}
    </div>
  )
}
