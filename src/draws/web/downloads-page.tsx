import { type FormEvent, useState } from 'react'
import { addDays, dayOf, FIRST_YEAR, lagosDate, parseDate } from '../../platform/rules/base/calendar.ts'
import { DOWNLOAD_LIMITS } from '../rules/history.ts'
import { MESSAGES } from '../../platform/rules/base/messages.ts'
import { PATHS, publicResultsPath, publicYearPath } from '../../platform/rules/site/paths.ts'
import { checkSearch, readSearch, SEARCH_PARAMETERS } from '../../platform/rules/site/search-address.ts'
import { searchAnswers } from '../rules/joined-search.ts'
import { searchShareText } from '../rules/draw-text.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { useNow } from '../../platform/web/api/use-now.ts'
import { ShareButton } from '../../platform/web/ui/share-button.tsx'
import { Button } from '../../platform/web/ui/button.tsx'
import { Field, Select } from '../../platform/web/ui/field.tsx'
import { formText } from '../../platform/web/ui/form-text.ts'
import { useSearch } from '../../platform/web/ui/location.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { Failure, Loading } from '../../platform/web/ui/states.tsx'
import { Head } from '../../platform/web/ui/title.tsx'
import { resultsAddress } from './addresses.ts'

const LISTS = '/api/history'

type Manifest = AnswerOf<'GET /api/history'>

/** The call of the search in the address; undefined without one. */
function searchCall(query: URLSearchParams): string | undefined {
  const withoutPart = [...query].filter(([name]) => name !== 'all' && name !== 'page')
  return query.has('number') ? resultsAddress(new URLSearchParams(withoutPart)) : undefined
}

export const parameters = [...SEARCH_PARAMETERS, 'from', 'to']

export const calls = (query: URLSearchParams) => [LISTS, ...[searchCall(query) ?? []].flat()]

/** What a player takes from Games Results: the search as a message, and draws as files. */
export default function DownloadsPage() {
  const query = new URLSearchParams(useSearch())
  const { data, error, refetch } = useCall('GET /api/history', LISTS)
  return (
    <div className="max-w-[40rem]">
      <Head title="Share and download" />
      {query.has('number') && <SearchSection query={query} />}
      {data ? (
        <>
          <YearForm lists={data} query={query} />
          <DaysForm query={query} />
        </>
      ) : error ? (
        <Failure text={MESSAGES.resultsFailed} detail={error.message} onRetry={refetch} />
      ) : (
        <Loading text={MESSAGES.loading} />
      )}
    </div>
  )
}

const SECTION = 'mb-3 rounded-lg border border-line bg-sheet p-4'

/** The search in the address with its answer. */
function SearchSection({ query }: { query: URLSearchParams }) {
  const call = searchCall(query)!
  const { data, error, refetch } = useCall('GET /api/results', call)
  if (error) return <Failure text={MESSAGES.resultsFailed} detail={error.message} onRetry={refetch} />
  if (!data) return <Loading text={MESSAGES.loading} />
  const { games, years, found, joined } = data
  const checked = checkSearch(
    readSearch(query),
    games.map(({ key }) => key),
    years,
  )
  const nameOf = (key: string) => games.find((game) => game.key === key)?.name ?? key
  const lists = { findings: found?.findings ?? [], joined: joined?.findings ?? [] }
  const answers = searchAnswers(checked, lists, nameOf)
  return (
    <section aria-labelledby="search" className={SECTION}>
      <h2 id="search" className="font-bold">
        Your search: {answers.scope}
      </h2>
      <ul className="my-2 text-sm">
        {answers.answers.map(({ sentence, luck }) => (
          <li key={sentence}>
            <b>{sentence}</b> {luck}
          </li>
        ))}
      </ul>
      <ShareButton
        label="Share this search"
        text={() => searchShareText(answers, location.origin + publicPage(checked.search))}
      />
      <p className="results-links">
        <PageLink to={`${PATHS.pastResults}?${query}`} className="link">
          Back to the search
        </PageLink>
      </p>
    </section>
  )
}

/** What strangers may see of a search: the results of its game and year, of its game, or of today. */
function publicPage({ game, year }: { game: string | null; year: number | null }): string {
  if (game === null) return PATHS.results
  return year === null ? publicResultsPath(game) : publicYearPath(game, year)
}

/** The buttons of a form, one for each format. */
function Formats({ path }: { path: string }) {
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <Button type="submit" kind="plain">
        CSV
      </Button>
      <Button type="submit" kind="plain" formAction={`${path}.json`}>
        JSON
      </Button>
    </div>
  )
}

const YEAR_FILE = '/api/downloads/year'

function YearForm({
  lists: { games, years, lastDrawn },
  query,
}: {
  lists: Manifest
  query: URLSearchParams
}) {
  return (
    <form action={`${YEAR_FILE}.csv`} aria-labelledby="year" className={SECTION}>
      <h2 id="year" className="mb-2 font-bold">
        Download a year of one game
      </h2>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label="Game"
          name="game"
          defaultValue={query.get('game') ?? lastDrawn ?? undefined}
          options={games.map(({ key, name }) => [key, name])}
        />
        <Select
          label="Year"
          name="year"
          defaultValue={query.get('year') ?? undefined}
          options={years.map(({ year }) => year).sort((a, b) => b - a)}
        />
      </div>
      <Formats path={YEAR_FILE} />
    </form>
  )
}

const DAYS_FILE = '/api/downloads/days'

function DaysForm({ query }: { query: URLSearchParams }) {
  const today = lagosDate(useNow(60_000))
  const [error, setError] = useState<string | undefined>()
  const to = parseDate(query.get('to') ?? '') ?? today
  const from = parseDate(query.get('from') ?? '') ?? addDays(to, -DOWNLOAD_LIMITS.suggestedDays)

  function check(event: FormEvent<HTMLFormElement>) {
    const [first, last] = ['from', 'to'].map((name) => parseDate(formText(event.currentTarget, name)))
    const problem = first && last ? rangeProblem(dayOf(last) - dayOf(first) + 1) : 'Choose both days.'
    setError(problem)
    if (problem) event.preventDefault()
  }

  const limits = { type: 'date', required: true, min: `${FIRST_YEAR}-01-01`, max: today }
  return (
    <form action={`${DAYS_FILE}.csv`} onSubmit={check} aria-labelledby="days" className={SECTION}>
      <h2 id="days" className="mb-2 font-bold">
        Download every game of some days
      </h2>
      <div className="grid grid-cols-2 gap-3">
        <Field label="First day" name="from" defaultValue={from} error={error} {...limits} />
        <Field label="Last day" name="to" defaultValue={to} {...limits} />
      </div>
      <p className="mt-1 text-sm text-quiet">At most {DOWNLOAD_LIMITS.days} days in one file.</p>
      <Formats path={DAYS_FILE} />
    </form>
  )
}

function rangeProblem(days: number): string | undefined {
  if (days < 1) return 'The first day is after the last day.'
  return days > DOWNLOAD_LIMITS.days
    ? `You chose ${days} days. Choose at most ${DOWNLOAD_LIMITS.days}.`
    : undefined
}
