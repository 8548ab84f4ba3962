import type { SearchRow } from '../../domain/draws/number-search.ts'
import type { YearTable as Table } from '../../domain/draws/results-view.ts'
import type { Part, TypedSearch } from '../../domain/draws/search-address.ts'
import { Bell } from '../push/bell.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { downloadsPath, resultsPath } from './addresses.ts'
import type { ResultsAnswer } from './use-results.ts'
import { YearTable } from './year-table.tsx'

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
