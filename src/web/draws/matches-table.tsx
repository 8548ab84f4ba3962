import { formatDate } from '../../domain/calendar.ts'
import type { SearchRow } from '../../domain/number-search.ts'
import type { TableRow } from '../../domain/results-view.ts'
import { BallCells, PlaceHeadings, TypeHeadings } from './draws-table.tsx'

interface Props {
  caption: string
  rows: readonly (TableRow & { game: string; name: string })[]
  search: readonly SearchRow[]
}

/** The matches of a search in several games, newest first. */
export function MatchesTable({ caption, rows, search }: Props) {
  return (
    <div className="-mx-3 mt-4 border-y border-line bg-sheet sm:mx-0 sm:rounded-lg sm:border">
      <div className="scroller p-2" role="region" aria-label={caption} tabIndex={0}>
        <table className="draws">
          <caption className="pb-1">{caption}</caption>
          <thead>
            <tr>
              <TypeHeadings />
            </tr>
            <PlaceHeadings />
          </thead>
          {rows.map((row) => (
            <tbody key={`${row.game} ${row.date}`}>
              <tr className="named">
                <th colSpan={11} scope="rowgroup">
                  {row.name}, {formatDate(row.date)}
                </th>
              </tr>
              <tr>
                <BallCells row={row} search={search} />
              </tr>
            </tbody>
          ))}
        </table>
      </div>
    </div>
  )
}
