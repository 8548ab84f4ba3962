import { positionWords } from '../../domain/positions.ts'
import { typedSearch, writeSearch } from '../../domain/search-address.ts'
import { allDraws } from '../../domain/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { DrawList } from '../draws/draw-list.tsx'
import { LuckNotes, SearchMessages } from '../draws/search-messages.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS } from '../../domain/paths.ts'
import { buttonClasses } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

type Answer = AnswerOf<'GET /api/assistant'>

/** Shows the search made from the question, its assumptions, the ignored words and the matches. */
export function AnswerView({ answer }: { answer: Answer }) {
  const { search, unknown, assumed, messages, rows, total } = answer
  return (
    <div className="mt-4">
      <div role="status">
        {search ? (
          <Understood search={search} gameName={answer.gameName} />
        ) : (
          <Empty text="No number from 1 to 90 was found in this question." />
        )}
        {unknown.length > 0 && (
          <p className="mt-2 rounded-lg bg-warn-soft px-3 py-2 text-warn">
            Not understood, so ignored: {unknown.map((word) => `“${word}”`).join(', ')}.
          </p>
        )}
        {assumed.map((text) => (
          <p key={text} className="mt-1 text-sm text-quiet">
            {text}
          </p>
        ))}
        <div className="mt-3">
          <SearchMessages messages={messages} />
        </div>
      </div>
      <LuckNotes notes={answer.luck} />
      {search && rows.length > 0 && (
        <section className="mt-4">
          <h2 className="mb-2 font-bold">
            {rows.length < total ? `The newest ${rows.length} of ${total} draws` : allDraws(total)}
          </h2>
          <DrawList rows={rows} search={search.rows} named />
        </section>
      )}
    </div>
  )
}

/** The search in words, with a link to edit it on the results page. */
function Understood({
  search,
  gameName,
}: {
  search: NonNullable<Answer['search']>
  gameName: string | null
}) {
  const query = new URLSearchParams(writeSearch(typedSearch(search)))
  return (
    <section aria-label="Understood as" className="rounded-lg border border-line bg-sheet p-3">
      <h2 className="font-bold">Understood as</h2>
      <ul className="mt-1 list-inside list-disc">
        {search.rows.map(({ number, type, box }) => (
          <li key={`${number} ${type} ${box}`}>
            {number} in {positionWords(box, type)}
          </li>
        ))}
        <li>Game: {gameName ?? 'all games'}</li>
        <li>Year: {search.year ?? 'all years'}</li>
      </ul>
      <PageLink to={`${PATHS.pastResults}?${query}`} className={`${buttonClasses('plain')} mt-3`}>
        Edit this search
      </PageLink>
    </section>
  )
}
