import { OWN_WINDOW_SENTENCE } from '../../domain/lab/verdict.ts'
import { rangeWords } from '../../domain/luck/words.ts'
import { decimal, times } from '../../domain/base/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { Ball } from '../ui/ball.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { frequentPath } from './addresses.ts'
import { coveredDrawsText } from './covered-draws-text.ts'

/** How often each of the 90 numbers of a game came, in the order of the numbers, beside luck. */
export function AllNumbers({ answer }: { answer: AnswerOf<'GET /api/frequentNumbers/:game'> }) {
  const { gameName, counts, draws, expected, usual, outsideByLuck, set, window } = answer
  return (
    <section aria-labelledby="all-numbers" className="mt-3">
      <h2 id="all-numbers" className="font-bold">
        {gameName}
      </h2>
      <p className="text-sm text-quiet">{coveredDrawsText(draws)}.</p>
      <p className="mt-1">
        Luck gives any one number about {times(decimal(expected))}, usually {rangeWords(usual)}. Of 90 numbers
        luck puts about {decimal(outsideByLuck)} outside this range.
      </p>
      <ol className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-y-2">
        {counts.map((count, i) => {
          const number = i + 1
          return (
            <li key={number}>
              <Ball number={number} look={set === 'machine' ? set : 'winning'} />{' '}
              <span className="visually-hidden">came </span>
              <b>{count}</b>
              <span className="visually-hidden">{count === 1 ? ' time' : ' times'}</span>
            </li>
          )
        })}
      </ol>
      <p className="mt-3 text-sm text-quiet">{OWN_WINDOW_SENTENCE}</p>
      <PageLink to={frequentPath({ window, set })} className="link inline-flex min-h-11 items-center text-sm">
        All games
      </PageLink>
    </section>
  )
}
