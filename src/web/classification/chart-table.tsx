import { memo } from 'react'
import { type ClassificationRow, COLUMNS } from '../../domain/classification.ts'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS } from '../../domain/paths.ts'

/** One half of the chart. The number of each row links to its relatives. */
export const ChartTable = memo(function ChartTable({
  rows,
  chosen,
}: {
  rows: readonly ClassificationRow[]
  chosen: number | null
}) {
  const caption = `Numbers ${rows[0]!.number} to ${rows[rows.length - 1]!.number}`
  return (
    <div
      className="scroller rounded-lg border border-line bg-sheet px-2"
      role="region"
      aria-label={caption}
      tabIndex={0}
    >
      <table className="table chart">
        <caption className="py-1 text-left font-bold">{caption}</caption>
        <thead>
          <tr>
            {COLUMNS.map(([key, label]) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number} className={row.number === chosen ? 'chosen' : undefined}>
              <th scope="row">
                <PageLink to={`${PATHS.classification}?number=${row.number}`}>{row.number}</PageLink>
              </th>
              {COLUMNS.slice(1).map(([key]) => (
                <td key={key}>{row[key]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})
