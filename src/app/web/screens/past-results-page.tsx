import { lazy, memo, Suspense, useMemo } from 'react'
import { MESSAGES } from '../../../platform/rules/base/messages.ts'
import {
  BLANK_ROW,
  isBlank,
  SEARCH_LIMITS,
  SEARCH_PARAMETERS,
  type Part,
  type TypedSearch,
} from '../../../platform/rules/site/search-address.ts'
import { Cause } from '../../../platform/web/ui/cause.tsx'
import { Bell } from '../../../reach/web/push/bell.tsx'
import { SavedNumbers } from '../../../slip/web/parts/saved-numbers.tsx'
import { type Entry, numbersOf, SLIP } from '../../../slip/web/parts/use-slip.ts'
import { Icon } from '../../../platform/web/ui/icons.tsx'
import { Empty, Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { Head } from '../../../platform/web/ui/title.tsx'
import { resultsAddress, resultsPath } from '../../../draws/web/addresses.ts'
import { Answers } from '../../../draws/web/answers.tsx'
import CheckResults from '../../../draws/web/check-results.tsx'
import { JoinedSearch } from '../../../draws/web/lazy-joined-search.ts'
import { SampleTag } from '../../../draws/web/sample-note.tsx'
import { SearchForm } from '../../../draws/web/search-form.tsx'
import { type Results, type ResultsAnswer, useResults } from '../../../draws/web/use-results.ts'
import { GameLinks, GameYear, FoundDraws } from '../../../draws/web/game-year.tsx'
import { useWide } from '../../../platform/web/ui/use-wide.ts'
import { ResponsibleNote } from '../../../platform/web/ui/responsible-note.tsx'
import type { SearchRow } from '../../../draws/rules/number-search.ts'
import type { Found } from '../../../draws/rules/results-view.ts'
import { DrawList } from '../../../draws/web/draw-list.tsx'

export const parameters = SEARCH_PARAMETERS

export const calls = (search: URLSearchParams) => [
  resultsAddress(search),
  ...(search.has('number') ? [] : [SLIP]),
]

/** Games Results: the number search with its answer, the matching draws, and one year of one game. */
export default function PastResultsPage() {
  const results = useResults()
  const { answer, error, formKey, retry } = results
  const failure = error && (
    <Failure text={MESSAGES.resultsFailed} detail={<Cause error={error} />} onRetry={retry} />
  )
  return (
    <>
      <Head title="Games Results">{answer?.sample && <SampleTag />}</Head>
      {answer ? (
        <>
          <div className="@container">
            <div className="results-desk">
              <div className="results-pane">
                <SearchForm key={formKey} results={results} lists={answer} />
                {results.typed.rows.every(isBlank) && <SavedNumbers pathOf={searchOf} />}
                {failure ?? <Answers results={results} answer={answer} />}
              </div>
              {!failure && results.checked.complete.some((row) => row.join) ? (
                <Suspense>
                  <JoinedSearch results={results} answer={answer} follow={follow} />
                </Suspense>
              ) : (
                <Draws {...results} answer={answer} />
              )}
            </div>
          </div>
          <CheckResults />
        </>
      ) : (
        (failure ?? <Loading />)
      )}
      <ResponsibleNote />
    </>
  )
}

const follow = (game: { key: string; name: string }) => <Bell game={game} look="words" />

/** The search for all numbers of a saved entry, in its game. */
const searchOf = (entry: Entry) =>
  resultsPath({
    rows: numbersOf(entry)
      .slice(0, SEARCH_LIMITS.rows)
      .map((number) => ({ ...BLANK_ROW, number: String(number) })),
    game: entry.game ?? '',
    year: '',
  })

type DrawsProps = Pick<Results, 'shown' | 'checked' | 'part' | 'isStale'> & { answer: ResultsAnswer }

/** The draws below the answer. Typing changes them only when the next answer is there. */
const Draws = memo(
  function Draws({ answer, shown, checked, part }: DrawsProps) {
    const { found, table } = answer
    if (answer.lastDrawn === null && !table) {
      return (
        <Empty icon={<Icon name="search" size={32} />} text="There are no draws yet.">
          They appear here as soon as the first is recorded.
        </Empty>
      )
    }
    return (
      <>
        {found && part.all !== 'year' && (
          <MatchingDraws
            found={found}
            games={answer.games}
            rows={checked.search.rows}
            shown={shown}
            part={part}
          />
        )}
        {shown.game === '' ? (
          !found && (
            <div>
              <p>Type a number to search all games, or choose a game.</p>
              <GameLinks games={answer.games} shown={shown} />
            </div>
          )
        ) : table ? (
          <GameYear
            table={table}
            answer={answer}
            rows={checked.search.rows}
            shown={shown}
            part={part}
            follow={follow}
          />
        ) : (
          part.all !== 'draws' && (
            <Empty icon={<Icon name="search" size={32} />} text="There are no draws of this game yet.">
              Choose another game.
            </Empty>
          )
        )}
      </>
    )
  },
  (before, after) => after.isStale || (before.answer === after.answer && before.checked === after.checked),
)

/** Without it the rest of the screen works on. */
const ByYear = lazy(() =>
  import('../../../draws/web/by-year.tsx').catch(() => new Promise<never>(() => undefined)),
)

interface Props {
  found: Found
  games: ResultsAnswer['games']
  /** The searched rows. */
  rows: readonly SearchRow[]
  shown: TypedSearch
  part: Part
}

/** The draws that a search found, newest first: the newest ones, or every one in pages. */
function MatchingDraws({ found, games, rows, shown, part }: Props) {
  const named = useMemo(() => new Map(games.map((game) => [game.key, game])), [games])
  const isWide = useWide()
  if (found.total === 0) return null
  const numbers = [...new Set(rows.map((row) => row.number))]
  const game = named.get(shown.game ?? '')
  const [row, ...others] = rows
  return (
    <div>
      <FoundDraws
        heading={`Draws with ${numbers.join(' or ')}`}
        found={found}
        listed={found.draws.length}
        shown={shown}
        part={part}
      >
        <DrawList
          rows={found.draws.map((row) => ({ ...row, name: row.game, operator: '', ...named.get(row.game) }))}
          search={rows}
          named={shown.game === ''}
        />
      </FoundDraws>
      {isWide && game && row && others.length === 0 && (
        <Suspense>
          <ByYear row={row} game={game} />
        </Suspense>
      )}
    </div>
  )
}
