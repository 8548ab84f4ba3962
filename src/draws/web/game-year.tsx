import { itemAt } from '../../platform/rules/base/lists.ts'
import { type SearchRow, findsBall } from '../rules/number-search.ts'
import type { YearTable as Table, TableRow } from '../rules/results-view.ts'
import type { Part, TypedSearch } from '../../platform/rules/site/search-address.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { downloadsPath, paperPath, resultsPath } from './addresses.ts'
import type { ResultsAnswer } from './use-results.ts'
import { memo, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { drawsWords, allDraws } from '../../platform/rules/base/words.ts'
import { drawOfDay, drawPath, numberPath } from '../../platform/rules/site/paths.ts'
import { useCorrected, type Corrected } from '../../platform/web/api/draw-news.ts'
import { formatDayMonth } from '../../platform/rules/base/calendar.ts'
import { DRAW_TYPES, type DrawType } from '../../platform/rules/base/balls.ts'

export interface GameYearProps {
  table: Table
  answer: ResultsAnswer
  /** The searched rows. */
  rows: readonly SearchRow[]
  shown: TypedSearch
  part: Part
  /** What follows the game. */
  follow: (game: { key: string; name: string }) => ReactNode
}

const PAST_TABLE = 'past-draws'

/** The other years that fit beside the heading. */
const MOST_BESIDE = 5

/** One year of one game, with links to its other years and to the other games. */
export function GameYear({ table, answer, rows, shown, part, follow }: GameYearProps) {
  const { game, year, years, partial } = table
  const name = answer.games.find(({ key }) => key === game)?.name ?? game
  const link = (text: string | number, change: Partial<TypedSearch>, all: 'year' | null = null) => (
    <PageLink key={text} to={resultsPath({ ...shown, ...change }, { all, page: 1 })} className="link">
      {text}
    </PageLink>
  )
  const otherYears = years.filter((other) => other !== year)
  return (
    <section aria-label={`${name} ${year}`} className="flex min-w-0 flex-col min-[75rem]:relative">
      {/* A year has hundreds of balls, each with its tab stop. */}
      <a href={`#${PAST_TABLE}`} className="link skip">
        Skip the draws
      </a>
      <YearTable name={name} table={table} search={rows} />
      <span id={PAST_TABLE} tabIndex={-1} />
      <p className="results-links">
        {partial && link(`All of ${year}`, { game, year: String(year) }, 'year')}
        <PageLink to={downloadsPath(shown)} className="link">
          Share or download
        </PageLink>
        <a href={paperPath({ game, year: String(year) })} className="link">
          Print the year
        </a>
        {follow({ key: game, name })}
      </p>
      {otherYears.length > 0 && (
        <p
          className={`results-links ${otherYears.length > MOST_BESIDE ? 'min-[75rem]:order-first' : 'min-[75rem]:absolute min-[75rem]:-top-2.5 min-[75rem]:right-0'}`}
        >
          <span className="min-[75rem]:sr-only">{name}</span>
          {otherYears.map((other) => link(other, { game, year: String(other) }))}
        </p>
      )}
      {/* A whole year stays a small page. */}
      {part.all !== 'year' && (
        <GameLinks games={answer.games.filter(({ key }) => key !== game)} shown={shown}>
          Other games
        </GameLinks>
      )}
    </section>
  )
}

/** The same search in each of the games. */
export function GameLinks({
  games,
  shown,
  children,
}: Pick<GameYearProps, 'shown'> & Pick<ResultsAnswer, 'games'> & { children?: ReactNode }) {
  return (
    <p className="results-links grid! grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] *:leading-tight">
      {children}
      {games.map(({ key, name }) => (
        <PageLink key={key} to={resultsPath({ ...shown, game: key })} className="link">
          {name}
        </PageLink>
      ))}
    </p>
  )
}

interface YearTableProps {
  /** The game's name. */
  name: string
  table: Table
  /** Rows of the number search. Their matches are ringed. */
  search: readonly SearchRow[]
}

/** One year of a game, newest first. The head stays below the masthead. */
const YearTable = memo(function YearTable({ name, table, search }: YearTableProps) {
  const { game, year, draws, partial, rows } = table
  const corrected = useCorrected(drawOfDay(game, `${year}-`))
  const body = useRef<HTMLTableSectionElement>(null)
  // Equal rows keep their elements, with the rings of the first search until `ringHits` changes them.
  const html = (rings: readonly SearchRow[]) =>
    yearRowsHtml(game, rows, rings, (date) => corrected.get(drawOfDay(game, date)))
  const plain = html([])
  const write = () => ({ plain, html: search.length === 0 ? plain : html(search) })
  const [written, setWritten] = useState(write)
  if (written.plain !== plain) setWritten(write())
  useLayoutEffect(() => ringHits(body.current!, rows, search), [rows, search])
  const count = drawsWords(draws)
  return (
    <div className="year-scroller">
      <table className="year">
        <caption>
          <h2>
            {name} {year}
          </h2>{' '}
          <span>{partial ? `newest ${rows.length} of ${count}` : `${count}, newest first`}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <abbr title="Serial number">S/N</abbr>
            </th>
            <th scope="col">Date</th>
            <th scope="colgroup" colSpan={5}>
              Winning
            </th>
            <th scope="colgroup" colSpan={5}>
              Machine
            </th>
          </tr>
        </thead>
        {/* oxlint-disable-next-line react/no-danger -- numbers and our own words, see yearRowsHtml */}
        <tbody ref={body} dangerouslySetInnerHTML={{ __html: written.html }} />
      </table>
    </div>
  )
})

/**
 * The rows of a year's table as HTML: S/N, date, five winning and five machine balls in drawing order. A year has up to
 * 1,000 balls, and as React elements they take most of the server's time for a visit. For the same reason a ball is a
 * link without a class: the style sheet knows it by its column. The text contains numbers, keys of games and our own words
 * only, so nothing but a mark needs escaping.
 */
function yearRowsHtml(
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
    ? `<del class="block whitespace-normal"><span class="visually-hidden"> corrected, was </span>${old.join(', ').replace(/[<&]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</del>`
    : ''

function rowHtml(game: string, row: TableRow, search: readonly SearchRow[], marks: string[][]): string {
  // The year is in the caption, and the weekday of a game is nearly always the same.
  const date = formatDayMonth(row.date).slice('Mon '.length)
  // The link is as large as its row.
  const draw = `<a href="${drawPath(drawOfDay(game, row.date))}">${date}</a>`
  const balls =
    row.state === 'no_draw'
      ? `<td colspan="10">No draw${markHtml(marks[2])}</td>`
      : setHtml(row, 'winning', search, marks) + setHtml(row, 'machine', search, marks)
  return `<tr><td>${row.serial ?? ''}${markHtml(marks[0])}</td><th scope="row">${draw}${markHtml(marks[1])}</th>${balls}</tr>`
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
function ringHits(
  body: HTMLTableSectionElement,
  rows: readonly TableRow[],
  search: readonly SearchRow[],
): void {
  for (const [i, row] of rows.entries()) {
    const balls = itemAt(body.rows, i).querySelectorAll('td a')
    let at = 0
    for (const type of DRAW_TYPES)
      for (const [place, ball] of row[type].entries())
        itemAt(balls, at++).classList.toggle(HIT, isHit(search, type, place, ball))
  }
}

interface FoundDrawsProps {
  heading: string
  found: { total: number; page: number; pages: number }
  /** How many of the found draws are listed. */
  listed: number
  shown: TypedSearch
  part: Part
  children: ReactNode
}

/** The draws that a search found, with the links to the other pages of the list. */
export function FoundDraws({
  heading,
  found: { total, page, pages },
  listed,
  shown,
  part,
  children,
}: FoundDrawsProps) {
  const pageLink = (to: number, text: string) => (
    <PageLink to={resultsPath(shown, { all: 'draws', page: to })} className="link">
      {text}
    </PageLink>
  )
  return (
    <section aria-labelledby="matches">
      <h2 id="matches" className={`mb-2 font-bold ${part.all === 'draws' ? '' : 'max-[75rem]:sr-only'}`}>
        {heading}
        {part.all === 'draws' && pages > 1 && (
          <span className="ml-2 text-xs font-normal text-quiet">
            page {page} of {pages}
          </span>
        )}
      </h2>
      {children}
      <p className="results-links">
        {part.all === 'draws' ? (
          <>
            {page > 1 && pageLink(page - 1, 'Newer draws')}
            {page < pages && pageLink(page + 1, 'Older draws')}
            <PageLink to={resultsPath(shown)} className="link">
              {shown.game === '' ? 'Back to the answer' : 'Back to the year'}
            </PageLink>
          </>
        ) : (
          total > listed && pageLink(1, allDraws(total))
        )}
        {/* Of one game, its year has the link. */}
        {shown.game === '' && (
          <PageLink to={downloadsPath(shown)} className="link">
            Share or download
          </PageLink>
        )}
      </p>
    </section>
  )
}
