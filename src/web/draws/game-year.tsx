import type { SearchRow } from '../../domain/draws/number-search.ts'
import type { YearTable as Table } from '../../domain/draws/results-view.ts'
import type { Part, TypedSearch } from '../../domain/draws/search-address.ts'
import { Bell } from '../push/bell.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { downloadsPath, resultsPath } from './addresses.ts'
import type { ResultsAnswer } from './use-results.ts'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { drawsWords } from '../../domain/base/words.ts'
import { drawOfDay } from '../../domain/site/paths.ts'
import { useCorrected } from '../api/draw-news.ts'
import { ringHits, yearRowsHtml } from './year-rows.ts'

interface Props {
  table: Table
  answer: ResultsAnswer
  /** The searched rows. */
  rows: readonly SearchRow[]
  shown: TypedSearch
  part: Part
}

const PAST_TABLE = 'past-draws'

/** One year of one game, with links to its other years and to the other games. */
export function GameYear({ table, answer, rows, shown, part }: Props) {
  const { game, year, years, partial } = table
  const name = answer.games.find(({ key }) => key === game)?.name ?? game
  const link = (text: string | number, change: Partial<TypedSearch>, all: 'year' | null = null) => (
    <PageLink key={text} to={resultsPath({ ...shown, ...change }, { all, page: 1 })} className="link">
      {text}
    </PageLink>
  )
  const otherYears = years.filter((other) => other !== year)
  return (
    <section aria-label={`${name} ${year}`} className="min-w-0">
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
        <Bell game={{ key: game, name }} look="words" />
      </p>
      {otherYears.length > 0 && (
        <p className="results-links">
          {name}
          {otherYears.map((other) => link(other, { game, year: String(other) }))}
        </p>
      )}
      {/* A whole year stays a small page. */}
      {part.all !== 'year' && (
        <p className="results-links">
          Other games
          {answer.games
            .filter(({ key }) => key !== game)
            .map((other) => link(other.name, { game: other.key }))}
        </p>
      )}
    </section>
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
