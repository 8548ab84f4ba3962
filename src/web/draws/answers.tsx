import { formatDate } from '../../domain/base/calendar.ts'
import { formatCount, decimal, times } from '../../domain/base/words.ts'
import { MESSAGES } from '../../domain/base/messages.ts'
import {
  luckOf,
  type SearchMessage,
  searchMessages,
  type SearchRow,
} from '../../domain/draws/number-search.ts'
import type { Finding } from '../../domain/draws/results-view.ts'
import { Ball } from '../ui/ball.tsx'

interface Props {
  rows: readonly SearchRow[]
  /** One for each row; null while the answer is fetched. */
  findings: readonly Finding[] | null
}

/** One box for each row of a search, rows without a match first. Screen readers announce the sentences. */
export function Answers({ rows, findings }: Props) {
  const messages =
    findings?.length === rows.length
      ? searchMessages(
          rows,
          findings.map(({ count }) => count),
        )
      : null
  return (
    <div role="status" aria-label="Answer">
      {rows.length > 0 && !messages && <p className="answer text-quiet">{MESSAGES.loading}</p>}
      {messages && messages.length > 0 && (
        <ul>
          {messages.map((message) => (
            <AnswerBox
              key={message.row}
              message={message}
              row={rows[message.row]!}
              finding={findings![message.row]!}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

function AnswerBox({ message, row, finding }: { message: SearchMessage; row: SearchRow; finding: Finding }) {
  const { searched, last } = finding
  return (
    <li className="answer">
      <Ball number={row.number} look={row.type} size={40} />
      <b>{message.text}</b>
      <dl>
        <Fact name="Luck gives about" value={times(decimal(luckOf(row.box, searched)))} />
        <Fact name="Last seen" value={last ? formatDate(last.date) : 'Never'} />
        {last ? (
          <Fact name="Draws since" value={String(last.since)} />
        ) : (
          <Fact name="Draws searched" value={formatCount(searched)} />
        )}
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
