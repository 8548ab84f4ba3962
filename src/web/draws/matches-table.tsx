import { formatDate } from '../../domain/calendar.ts'
import type { SearchRow } from '../../domain/number-search.ts'
import type { TableRow } from '../../domain/results-view.ts'
import { BallCells, PlaceHeadings } from './draws-table.tsx'

interface Props {
  caption: string
  rows: readonly (TableRow & { game: string; name: string })[]
  search: readonly SearchRow[]
}

/** Draws of several games that a search found, newest first. */
export function MatchesTable({ caption, rows, search }: Props) {
  return (
    <div
      className="scroller mt-4 rounded-lg border border-line bg-sheet p-2"
      role="region"
      aria-label={caption}
      tabIndex={0}
    >
      <table className="draws">
        <caption className="pb-1">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Game and date</th>
            <PlaceHeadings type="winning" />
            <td className="gap" />
            <PlaceHeadings type="machine" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.game} ${row.date}`}>
              <th scope="row">
                {row.name}
                <br />
                {formatDate(row.date)}
              </th>
              <BallCells row={row} search={search} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
