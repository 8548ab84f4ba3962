import { useId, useMemo } from 'react'
import { formatDate } from '../../platform/rules/base/calendar.ts'
import { findJoined, type JoinedFinding, joinedLuck, joinedText } from '../rules/joined-search.ts'
import { formatCount } from '../../platform/rules/base/words.ts'
import { isBlank, isJoin, type TypedRow } from '../../platform/rules/site/search-address.ts'
import { CONTROL } from '../../platform/web/ui/button.tsx'
import { Fact } from './answers.tsx'
import { DrawList } from './draw-list.tsx'
import { GameYear, type GameYearProps, FoundDraws } from './game-year.tsx'
import { type Results, type ResultsAnswer, useHistory } from './use-results.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'

interface Shown {
  results: Results
  answer: ResultsAnswer
}

interface Answered extends Shown {
  follow: GameYearProps['follow']
}

/** With a place, the row of the form whose join is chosen; without one, the answer. */
type Props = (Shown & { place: number }) | (Answered & { place?: undefined })

/** The parts of Games Results that only a search with joined rows needs: fetched with its second row. */
export default function JoinedSearch(props: Props) {
  return props.place === undefined ? (
    <JoinedAnswer {...props} />
  ) : (
    <JoinField results={props.results} place={props.place} />
  )
}

function JoinField({ results: { typed, checked }, place }: { results: Results; place: number }) {
  const id = useId()
  const join = typed.rows[place]?.join ?? ''
  const error = join === '' ? null : joinError(typed.rows, checked.problems, place, join)
  return (
    <p className="basis-full">
      <select
        name="join"
        aria-label={`How search ${place + 1} is joined`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        defaultValue={join}
        className={`${CONTROL} max-w-[20rem]`}
      >
        <option value="">and, counted separately</option>
        <option value="same">in the same draw as above</option>
      </select>
      {error && (
        <span id={id} className="search-error">
          {error}
        </span>
      )}
    </p>
  )
}

function joinError(
  rows: readonly TypedRow[],
  problems: Results['checked']['problems'],
  place: number,
  join: string,
): string | null {
  if (!isJoin(join)) return 'Choose how this row is joined.'
  let above = place - 1
  while (above >= 0 && isBlank(itemAt(rows, above))) above--
  const isReady = above >= 0 && !problems.some((problem) => problem.place === above)
  return isReady ? null : 'Complete the row above first: this row is joined to it.'
}

/** The sentences of the joined rows, the draws that were found, and one year of one game. */
function JoinedAnswer({ results, answer, follow }: Answered) {
  const { checked, shown, part, isStale } = results
  const { rows } = checked.search
  const phone = useHistory(true)
  const computed = useMemo(
    () => phone && findJoined(phone.history, checked.complete, checked.search, part),
    [phone, checked, part],
  )
  const joined = computed ?? (isStale ? null : answer.joined)
  const named = new Map(answer.games.map((game) => [game.key, game]))
  return (
    <>
      <div>
        <div role="status" aria-label="Joined rows" className="mb-4">
          {joined?.findings.map((finding) => (
            <FindingBox
              key={finding.rows.join()}
              finding={finding}
              rows={finding.rows.map((row) => itemAt(checked.complete, row))}
            />
          ))}
        </div>
        {joined && joined.total > 0 && part.all !== 'year' && (
          <FoundDraws
            heading="Draws found"
            found={joined}
            listed={joined.finds.length}
            shown={shown}
            part={part}
          >
            <DrawList
              rows={joined.finds.map((row) => ({
                ...row,
                name: row.game,
                operator: '',
                ...named.get(row.game),
              }))}
              search={rows}
              named={shown.game === ''}
            />
          </FoundDraws>
        )}
      </div>
      {answer.table && shown.game !== '' && (
        <GameYear
          table={answer.table}
          answer={answer}
          rows={rows}
          shown={shown}
          part={part}
          follow={follow}
        />
      )}
    </>
  )
}

function FindingBox({ finding, rows }: { finding: JoinedFinding; rows: readonly TypedRow[] }) {
  const { count, expected, last, searched } = finding
  return (
    <div className="answer">
      <b className="col-span-2">{joinedText(rows, count)}</b>
      <dl>
        <Fact name="Luck gives about" value={joinedLuck(expected)} />
        <Fact name="Last seen" value={last ? formatDate(last) : 'Never'} />
        <Fact name="Draws searched" value={formatCount(searched)} />
      </dl>
    </div>
  )
}
