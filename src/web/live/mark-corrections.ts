import { drawOfDay, drawPath } from '../../domain/site/paths.ts'
import { BOXES } from '../../domain/base/balls.ts'
import type { AnswerOf } from '../api/call.ts'

export type News = AnswerOf<'GET /api/live/news'>['draws'][number]

/** The corrections since the page was opened, by draw. Rows that are rendered again are marked again. */
const corrections = new Map<string, News>()
let observer: MutationObserver | null = null

/** Marks corrected draws on the screen with their old values, and removes the marks of draws that are right again. */
export function markCorrections(draws: readonly News[]): void {
  for (const news of draws) {
    const key = drawOfDay(news.game, news.date)
    if (news.changes.length > 0) corrections.set(key, news)
    else if (corrections.delete(key))
      for (const row of rowsOf(news)) for (const old of row.querySelectorAll('[data-was]')) old.remove()
  }
  if (corrections.size > 0 && !observer) {
    observer = new MutationObserver(markAll)
    observer.observe(document.body, { childList: true, subtree: true })
  }
  markAll()
}

function markAll(): void {
  for (const news of corrections.values()) {
    const old = news.changes.map((change) => change.old).join(', ')
    for (const row of listRowsOf(news)) setMark(row, old, 'draw-below text-xs')
    for (const row of yearRowsOf(news)) markCells(row, news.changes)
  }
  // The marks are changes of the page too.
  observer?.takeRecords()
}

/** The rows of a draw on the screen, in lists and in the table of its year. */
export const rowsOf = (news: News): HTMLElement[] => [...listRowsOf(news), ...yearRowsOf(news)]

/** The rows link to the draw's page, by its id or by its game and date. */
function linksTo({ publicId, game, date }: News): HTMLAnchorElement[] {
  const paths = new Set([drawPath(publicId), drawPath(drawOfDay(game, date))])
  return [...document.querySelectorAll<HTMLAnchorElement>('main a')].filter((link) =>
    paths.has(link.pathname),
  )
}

const listRowsOf = (news: News): HTMLElement[] =>
  linksTo(news).flatMap((link) =>
    link.closest('.year') ? [] : (link.closest<HTMLElement>('li, td, th') ?? []),
  )

const yearRowsOf = (news: News): HTMLTableRowElement[] =>
  linksTo(news).flatMap((link) => link.closest<HTMLTableRowElement>('.year tr') ?? [])

/** The columns of a year's table: the serial, the date, and two sets in the order of drawing. */
const COLUMNS: Readonly<Record<string, number>> = {
  serial: 0,
  date: 1,
  winning: 2,
  machine: 2 + BOXES.length,
}

/** Puts each old number below the ball that replaced it, and any other old value below the new one. */
function markCells({ cells }: HTMLTableRowElement, changes: News['changes']): void {
  const marks = new Map<HTMLElement, string[]>()
  const add = (cell: HTMLElement, old: string) => marks.set(cell, [...(marks.get(cell) ?? []), old])
  for (const { what, old } of changes) {
    const column = COLUMNS[what] ?? COLUMNS.date!
    const numbers = old.split(' - ')
    // A row without draw has one cell for both sets.
    const isSet = numbers.length === BOXES.length && cells.length > column + 1
    if (!isSet) add(cells[column] ?? cells[cells.length - 1]!, old)
    else
      for (const [place, number] of numbers.entries()) {
        const cell = cells[column + place]
        if (cell && cell.querySelector('a')?.textContent !== number) add(cell, number)
      }
  }
  for (const [cell, old] of marks) setMark(cell, old.join(', '), 'block')
}

/** Ends an element with an old value, struck through. React leaves an element that it did not make as it is. */
function setMark(parent: HTMLElement, old: string, className: string): void {
  const known = parent.querySelector<HTMLElement>(':scope > [data-was]')
  if (known?.dataset.was === old) return
  known?.remove()
  const mark = document.createElement('del')
  mark.className = className
  mark.style.whiteSpace = 'normal'
  mark.dataset.was = old
  const said = document.createElement('span')
  said.className = 'visually-hidden'
  said.textContent = ' corrected, was '
  mark.append(said, old)
  parent.append(mark)
}
