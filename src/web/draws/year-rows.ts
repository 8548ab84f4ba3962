import { formatDayMonth } from '../../domain/calendar.ts'
import { findsBall, type SearchRow } from '../../domain/number-search.ts'
import { numberPath } from '../../domain/paths.ts'
import { BOXES, type DrawType } from '../../domain/positions.ts'
import type { TableRow } from '../../domain/results-view.ts'

/**
 * The rows of a year's table as HTML: S/N, date, five winning and five machine balls in drawing order. A year has up to
 * 1,000 balls, and as React elements they take most of the server's time for a visit. For the same reason a ball is a
 * link without a class: the style sheet knows it by its column. The text contains numbers and our own words only, so
 * nothing needs escaping.
 */
export function yearRowsHtml(rows: readonly TableRow[], search: readonly SearchRow[]): string {
  return rows.map((row) => rowHtml(row, search)).join('')
}

function rowHtml(row: TableRow, search: readonly SearchRow[]): string {
  const note = row.state === 'unconfirmed' ? '<abbr title="Unconfirmed">?</abbr>' : ''
  // The year is in the caption, and the weekday of a game is nearly always the same.
  const date = formatDayMonth(row.date).slice('Mon '.length)
  const balls =
    row.state === 'no_draw'
      ? '<td colspan="10">No draw</td>'
      : setHtml(row, 'winning', search) + setHtml(row, 'machine', search)
  return `<tr><td>${row.serial ?? ''}</td><th scope="row">${date}${note}</th>${balls}</tr>`
}

function setHtml(row: TableRow, type: DrawType, search: readonly SearchRow[]): string {
  const balls = row[type]
  if (balls.length === 0) return '<td colspan="5"></td>'
  return BOXES.map((_, place) => {
    const ball = balls[place]!
    const isHit = search.some((wanted) => findsBall(wanted, type, place, ball))
    return `<td><a${isHit ? ' class="ball-hit"' : ''} href="${numberPath(ball)}">${ball}</a></td>`
  }).join('')
}
