import type { SearchRow } from '../../domain/number-search.ts'
import { positionWords } from '../../domain/positions.ts'
import { typedSearch, writeSearch } from '../../domain/search-address.ts'
import { allDraws } from '../../domain/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { DrawList } from '../draws/draw-list.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS } from '../../domain/paths.ts'
import { Ball } from '../ui/ball.tsx'
import { buttonClasses } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

type Answer = AnswerOf<'GET /api/assistant'>

/** Shows the answer, the search made from the question with its assumptions, the ignored words and the matches. */
export function AnswerView({ answer }: { answer: Answer }) {
  const { search, unknown, rows, total } = answer
  return (
    <>
      <div role="status">
        {search ? (
          <>
            <Messages answer={answer} rows={search.rows} />
            <Understood answer={answer} search={search} />
          </>
        ) : (
          <Empty text="No number from 1 to 90 was found in this question." />
        )}
        {unknown.length > 0 && (
          <p className="mt-2 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
            Not understood, so ignored: {unknown.map((word) => `“${word}”`).join(', ')}.
          </p>
        )}
      </div>
      {search && rows.length > 0 && (
        <section className="mt-4">
          <h2 className="mb-2 font-bold">
            {rows.length < total ? `The newest ${rows.length} of ${total} draws` : allDraws(total)}
          </h2>
          <DrawList rows={rows} search={search.rows} named />
        </section>
      )}
    </>
  )
}

/** The outcome of each row of the search in the specification's words, then the counts of chance alone. */
function Messages({ answer, rows }: { answer: Answer; rows: readonly SearchRow[] }) {
  return (
    <>
      <ul>
        {answer.messages.map(({ row, text }) => (
          <li key={row} className="answer">
            <Ball number={rows[row]!.number} look={rows[row]!.type} size="large" />
            <b>{text}</b>
          </li>
        ))}
      </ul>
      {answer.luck.map((text) => (
        <p key={text} className="mt-2 text-sm text-quiet">
          {text}
        </p>
      ))}
    </>
  )
}

/** The search in words, with a link to edit it on the results page. */
function Understood({ answer, search }: { answer: Answer; search: NonNullable<Answer['search']> }) {
  const query = new URLSearchParams(writeSearch(typedSearch(search)))
  return (
    <section aria-label="Understood as" className="mt-3 rounded-lg border border-line bg-sheet p-3 text-sm">
      <h2 className="font-bold">Understood as</h2>
      <ul className="flex flex-wrap gap-x-4">
        {search.rows.map(({ number, type, box }) => (
          <li key={`${number} ${type} ${box}`}>
            {number} in {positionWords(box, type)}
          </li>
        ))}
        <li>Game: {answer.gameName ?? 'all games'}</li>
        <li>Year: {search.year ?? 'all years'}</li>
      </ul>
      {answer.assumed.map((text) => (
        <p key={text} className="text-quiet">
          {text}
        </p>
      ))}
      <PageLink to={`${PATHS.pastResults}?${query}`} className={`${buttonClasses('plain')} mt-2 text-sm`}>
        Edit this search
      </PageLink>
    </section>
  )
}
