import { formatDayMonth } from '../../domain/base/calendar.ts'
import { findsBall, type SearchRow } from '../../domain/draws/number-search.ts'
import { drawOfDay, drawPath, numberPath } from '../../domain/site/paths.ts'
import { DRAW_TYPES, type DrawType } from '../../domain/base/balls.ts'
import type { TableRow } from '../../domain/draws/results-view.ts'
import type { Corrected } from '../api/draw-news.ts'

/**
 * The rows of a year's table as HTML: S/N, date, five winning and five machine balls in drawing order. A year has up to
 * 1,000 balls, and as React elements they take most of the server's time for a visit. For the same reason a ball is a
 * link without a class: the style sheet knows it by its column. The text contains numbers, keys of games and our own words
 * only, so nothing but a mark needs escaping.
 */
export function yearRowsHtml(
  game: string,
  rows: readonly TableRow[],
  search: readonly SearchRow[],
  correctedOn: (date: string) => Corrected | undefined,
): string {
  return rows.map((row) => rowHtml(game, row, search, marksOf(row, correctedOn(row.date) ?? []))).join('')
}

/** The columns of a table: the serial, the date, and two sets in the order of drawing. */
const COLUMNS: Readonly<Record<string, number>> = { serial: 0, date: 1, winning: 2, machine: 7 }

/** The earlier values of a corrected row by column: an old number below the ball that replaced it. */
function marksOf(row: TableRow, changes: Corrected): string[][] {
  const marks: string[][] = []
  const add = (column: number, old: string) => (marks[column] ??= []).push(old)
  for (const { what, old } of changes) {
    const column = COLUMNS[what] ?? 1
    const now = what === 'winning' || what === 'machine' ? row[what] : []
    const numbers = old.split(' - ')
    if (now.length !== numbers.length) add(row.state === 'no_draw' ? Math.min(column, 2) : column, old)
    else
      for (const [place, number] of numbers.entries())
        if (Number(number) !== now[place]) add(column + place, number)
  }
  return marks
}

/** A correction may name a game, whose name staff type. */
const markHtml = (old: string[] | undefined) =>
  old
    ? `<del class="was"><span class="visually-hidden"> corrected, was </span>${old.join(', ').replace(/[<&]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</del>`
    : ''

function rowHtml(game: string, row: TableRow, search: readonly SearchRow[], marks: string[][]): string {
  const note = row.state === 'unconfirmed' ? '<abbr title="Unconfirmed">?</abbr>' : ''
  // The year is in the caption, and the weekday of a game is nearly always the same.
  const date = formatDayMonth(row.date).slice('Mon '.length)
  // The link is as large as its row.
  const draw = `<a href="${drawPath(drawOfDay(game, row.date))}">${date}</a>`
  const balls =
    row.state === 'no_draw'
      ? `<td colspan="10">No draw${markHtml(marks[2])}</td>`
      : setHtml(row, 'winning', search, marks) + setHtml(row, 'machine', search, marks)
  return `<tr><td>${row.serial ?? ''}${markHtml(marks[0])}</td><th scope="row">${draw}${note}${markHtml(marks[1])}</th>${balls}</tr>`
}

function setHtml(row: TableRow, type: DrawType, search: readonly SearchRow[], marks: string[][]): string {
  const first = COLUMNS[type]!
  if (row[type].length === 0) return `<td colspan="5">${markHtml(marks[first])}</td>`
  return row[type]
    .map((ball, place) => {
      const hit = isHit(search, type, place, ball) ? ` class="${HIT}"` : ''
      return `<td><a${hit} href="${numberPath(ball)}">${ball}</a>${markHtml(marks[first + place])}</td>`
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
