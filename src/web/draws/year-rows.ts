import { formatDayMonth } from '../../domain/base/calendar.ts'
import { findsBall, type SearchRow } from '../../domain/draws/number-search.ts'
import { drawOfDay, drawPath, numberPath } from '../../domain/site/paths.ts'
import { DRAW_TYPES, type DrawType } from '../../domain/base/balls.ts'
import type { TableRow } from '../../domain/draws/results-view.ts'

/**
 * The rows of a year's table as HTML: S/N, date, five winning and five machine balls in drawing order. A year has up to
 * 1,000 balls, and as React elements they take most of the server's time for a visit. For the same reason a ball is a
 * link without a class: the style sheet knows it by its column. The text contains numbers, keys of games and our own words
 * only, so nothing needs escaping.
 */
export function yearRowsHtml(game: string, rows: readonly TableRow[], search: readonly SearchRow[]): string {
  return rows.map((row) => rowHtml(game, row, search)).join('')
}

function rowHtml(game: string, row: TableRow, search: readonly SearchRow[]): string {
  const note = row.state === 'unconfirmed' ? '<abbr title="Unconfirmed">?</abbr>' : ''
  // The year is in the caption, and the weekday of a game is nearly always the same.
  const date = formatDayMonth(row.date).slice('Mon '.length)
  // The link is as large as its row.
  const draw = `<a href="${drawPath(drawOfDay(game, row.date))}">${date}</a>`
  const balls =
    row.state === 'no_draw'
      ? '<td colspan="10">No draw</td>'
      : setHtml(row, 'winning', search) + setHtml(row, 'machine', search)
  return `<tr><td>${row.serial ?? ''}</td><th scope="row">${draw}${note}</th>${balls}</tr>`
}

function setHtml(row: TableRow, type: DrawType, search: readonly SearchRow[]): string {
  if (row[type].length === 0) return '<td colspan="5"></td>'
  return row[type]
    .map((ball, place) => {
      const hit = isHit(search, type, place, ball) ? ` class="${HIT}"` : ''
      return `<td><a${hit} href="${numberPath(ball)}">${ball}</a></td>`
    })
    .join('')
}

const HIT = 'ball-hit'

const isHit = (search: readonly SearchRow[], type: DrawType, place: number, ball: number) =>
  search.some((wanted) => findsBall(wanted, type, place, ball))

/** Rings the matches of another search in rows that are shown, which is quicker than to replace the rows on each key. */
export function ringHits(
  body: HTMLTableSectionElement,
  rows: readonly TableRow[],
  search: readonly SearchRow[],
): void {
  for (const [i, row] of rows.entries()) {
    const balls = body.rows[i]!.querySelectorAll('td a')
    let at = 0
    for (const type of DRAW_TYPES)
      for (const [place, ball] of row[type].entries())
        balls[at++]!.classList.toggle(HIT, isHit(search, type, place, ball))
  }
}
