import { MESSAGES } from '../../domain/messages.ts'
import { Cause } from '../layout/cause.tsx'
import { Title } from '../ui/title.tsx'
import { Failure, Loading } from '../ui/states.tsx'
import { resultsAddress } from './addresses.ts'
import { GameTables } from './game-tables.tsx'
import { SampleTag } from './sample-note.tsx'
import { SearchForm } from './search-form.tsx'
import { SearchOutcome } from './search-outcome.tsx'
import { useResults } from './use-results.ts'

export const calls = (search: URLSearchParams) => [resultsAddress(search)]

/** Games Results: the number search and the yearly tables per game. */
export default function PastResultsPage() {
  const results = useResults()
  const { view, error, retry } = results
  return (
    <>
      <Title>Games Results</Title>
      {view?.sample && <SampleTag />}
      {view && <SearchForm key={results.formKey} results={results} games={view.games} years={view.years} />}
      {view && <SearchOutcome results={results} view={view} />}
      {view ? (
        <GameTables results={results} view={view} />
      ) : error ? (
        <Failure text={MESSAGES.resultsFailed} detail={<Cause error={error} />} onRetry={retry} />
      ) : (
        <Loading text={MESSAGES.loading} />
      )}
    </>
  )
}
