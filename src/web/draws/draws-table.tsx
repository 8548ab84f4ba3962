import { memo } from 'react'
import { formatDayMonth } from '../../domain/calendar.ts'
import { findsBall, type SearchRow } from '../../domain/number-search.ts'
import { BOXES, DRAW_TYPES, type DrawType, positionWords } from '../../domain/positions.ts'
import type { TableRow } from '../../domain/results-view.ts'

const SHORT = ['1st', '2nd', 'Ctr', '4th', 'Last']

interface Props {
  caption: string
  rows: readonly TableRow[]
  /** Rows of the number search. Their matches are marked. */
  search: readonly SearchRow[]
}

/** A year of a game: S/N, date, five winning and five machine numbers in drawing order, newest first. */
export const DrawsTable = memo(function DrawsTable({ caption, rows, search }: Props) {
  return (
    <div className="scroller px-2 pb-2" role="region" aria-label={caption} tabIndex={0}>
      <table className="draws">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              Date
            </th>
            <th scope="col" rowSpan={2}>
              S/N
            </th>
            <TypeHeadings />
          </tr>
          <PlaceHeadings />
        </thead>
        <tbody>
          {rows.map((row) => (
            <DrawRow key={row.date} row={row} search={search} />
          ))}
        </tbody>
      </table>
    </div>
  )
})

/** The headings over the five winning and the five machine columns. */
export function TypeHeadings() {
  return (
    <>
      <th scope="colgroup" colSpan={5}>
        Winning
      </th>
      <td className="gap" />
      <th scope="colgroup" colSpan={5}>
        Machine
      </th>
    </>
  )
}

/** The row of headings of the ten columns. */
export function PlaceHeadings() {
  const headings = (type: DrawType) =>
    BOXES.map((box, i) => (
      <th key={box} scope="col">
        <abbr title={positionWords(box, type)} className="no-underline">
          {SHORT[i]}
        </abbr>
      </th>
    ))
  return (
    <tr>
      {headings('winning')}
      <td className="gap" />
      {headings('machine')}
    </tr>
  )
}

/** Whether the ball in a place of a draw matches the search. */
function isMarked(row: TableRow, search: readonly SearchRow[], type: DrawType, place: number): boolean {
  const ball = row[type][place]
  return ball !== undefined && search.some((wanted) => findsBall(wanted, type, place, ball))
}

function DrawRow({ row, search }: { row: TableRow; search: readonly SearchRow[] }) {
  const marked = DRAW_TYPES.some((type) => BOXES.some((_, place) => isMarked(row, search, type, place)))
  return (
    <tr>
      <th scope="row">
        {formatDayMonth(row.date)}
        {marked && <span className="tag"> match</span>}
        {row.state === 'unconfirmed' && <span className="tag"> unconfirmed</span>}
      </th>
      <td className="sn">{row.serial}</td>
      {row.state === 'no_draw' ? <td colSpan={11}>No draw</td> : <BallCells row={row} search={search} />}
    </tr>
  )
}

/** The ten balls of a draw as cells, with the matches of a search marked. */
export function BallCells({ row, search }: { row: TableRow; search: readonly SearchRow[] }) {
  const cells = (type: DrawType) =>
    BOXES.map((box, place) => {
      const look = type === 'winning' ? 'w' : 'm'
      const ball = row[type][place]
      if (ball === undefined) return <td key={box} />
      return (
        <td key={box} className={isMarked(row, search, type, place) ? `${look} match` : look}>
          {ball}
        </td>
      )
    })
  return (
    <>
      {cells('winning')}
      <td className="gap" />
      {cells('machine')}
    </>
  )
}
