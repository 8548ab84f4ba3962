import { formatDate } from '../../platform/rules/base/calendar.ts'
import { MESSAGES } from '../../platform/rules/base/messages.ts'
import { besideLuck, type SearchMessage, searchMessages, type SearchRow } from '../rules/number-search.ts'
import { type Found, scopeWords } from '../rules/results-view.ts'
import { Ball } from '../../platform/web/ui/ball.tsx'
import { LuckBar, LuckKey } from './luck-bar.tsx'
import type { Results, ResultsAnswer } from './use-results.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'

interface Props {
  results: Results
  answer: ResultsAnswer
}

/** One box for each row of a search, rows without a match first. Screen readers announce the sentences. */
export function Answers({ results: { checked, shown, isStale }, answer: { found, games } }: Props) {
  const { rows } = checked.search
  // Null while the answer is fetched.
  const fresh = !isStale && found?.findings.length === rows.length ? found : null
  const name = games.find(({ key }) => key === shown.game)?.name ?? 'All games'
  const messages = fresh
    ? searchMessages(
        rows,
        fresh.findings.map(({ count }) => count),
      )
    : []
  return (
    <div role="status" aria-label="Answer">
      {rows.length > 0 && !fresh && <p className="answer text-quiet">{MESSAGES.loading}</p>}
      {messages.length > 0 && (
        <ul>
          {messages.map((message) => (
            <AnswerBox
              key={message.row}
              message={message}
              row={itemAt(rows, message.row)}
              found={fresh!}
              name={name}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface BoxProps {
  message: SearchMessage
  row: SearchRow
  found: Found
  /** What is searched: a game, or all. */
  name: string
}

function AnswerBox({ message, row, found, name }: BoxProps) {
  const { count, searched, last } = itemAt(found.findings, message.row)
  return (
    <li className="answer">
      <Ball number={row.number} look={row.type} size={40} />
      <div>
        <b>{message.text}</b>
        <p className="text-label text-quiet">{scopeWords(name, searched, found.years)}</p>
      </div>
      <div className="col-span-2 px-2.5 pt-1">
        <LuckBar ends {...besideLuck(count, row.box, searched)} />
        <LuckKey />
      </div>
      <dl>
        <Fact name="Last seen" value={last ? formatDate(last.date) : 'Never'} />
        {last && <Fact name="Draws since" value={String(last.since)} />}
      </dl>
    </li>
  )
}

/** A figure of an answer with its name. */
export function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex-auto">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
