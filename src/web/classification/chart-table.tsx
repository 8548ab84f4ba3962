import { memo } from 'react'
import {
  ballOf,
  type ClassificationRow,
  type ColumnKey,
  COLUMNS,
} from '../../domain/classification/classification.ts'
import { FOUND_ROW } from '../../domain/numbers/number-links.ts'
import { numberPath } from '../../domain/site/paths.ts'
import { itemAt } from '../../domain/base/lists.ts'

interface Props {
  rows: readonly ClassificationRow[]
  /** The number to mark; null for a half without it. */
  found: number | null
}

/** The half of the chart that starts at `rows[0]`. Every figure that is a ball links to its number. */
export const ChartTable = memo(function ChartTable({ rows, found }: Props) {
  const caption = `Numbers ${itemAt(rows, 0).number} to ${itemAt(rows, -1).number}`
  return (
    <div className="chart-box" id={halfId(rows)}>
      <div role="region" aria-label={caption} tabIndex={0}>
        <table className="chart-table">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {COLUMNS.map(([key, label]) => (
                <th key={key} scope="col">
                  <span>{label}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.number} row={row} isFound={row.number === found} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
})

/** The id of a half, for the links above the chart. */
export const halfId = (rows: readonly ClassificationRow[]): string => `from-${itemAt(rows, 0).number}`

const FIGURE_COLUMNS = COLUMNS.slice(1).map(([key]) => key as Exclude<ColumnKey, 'number'>)

function Row({ row, isFound }: { row: ClassificationRow; isFound: boolean }) {
  return (
    <tr id={isFound ? FOUND_ROW : undefined}>
      <th scope="row">
        <a href={numberPath(row.number)} aria-current={isFound || undefined}>
          {row.number}
        </a>
      </th>
      {FIGURE_COLUMNS.map((key) => (
        <Figure key={key} cell={row[key]} />
      ))}
    </tr>
  )
}

/**
 * A figure of the chart. The Tab key skips its link, because the first column links to the same ninety numbers and a
 * keyboard would need 900 presses to leave the chart.
 */
function Figure({ cell }: { cell: string }) {
  const ball = ballOf(cell)
  return (
    <td>
      {ball === null ? (
        cell
      ) : (
        <a href={numberPath(ball)} tabIndex={-1}>
          {cell}
        </a>
      )}
    </td>
  )
}
