import { OWN_CHOICE_SENTENCE } from '../../domain/lab/proofs/words.ts'
import { FEWEST_EXPECTED, luckScale } from '../../domain/luck/luck-bar.ts'
import { times } from '../../domain/base/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { Ball } from '../ui/ball.tsx'
import { LuckBar, LuckKey } from '../ui/luck-bar.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { frequentPath } from './addresses.ts'
import { coveredDrawsText } from './covered-draws-text.ts'

/** How often each of the 90 numbers of a game came, in the order of the numbers, beside luck. */
export function AllNumbers({ answer }: { answer: AnswerOf<'GET /api/frequentNumbers/:game'> }) {
  const { gameName, counts, draws, expected: mean, usual, set, window } = answer
  const bars = counts.map((value, i) => ({ number: i + 1, bar: { value, mean, ...usual } }))
  const scale = luckScale(bars.map(({ bar }) => bar))
  const isFew = mean < FEWEST_EXPECTED
  return (
    <section aria-labelledby="all-numbers" className="mt-3">
      <h2 id="all-numbers" className="font-bold">
        {gameName}
      </h2>
      <p className="text-sm text-quiet">{coveredDrawsText(draws)}.</p>
      {isFew ? <p className="mt-1 text-sm">Too few draws to compare with luck.</p> : <LuckKey />}
      <ol className={`all-numbers ${isFew ? 'all-numbers-plain' : ''}`}>
        {bars.map(({ number, bar }) => (
          <li key={number}>
            <Ball number={number} look={set === 'machine' ? set : 'winning'} />{' '}
            <span className="visually-hidden">came </span>
            <b>{bar.value}</b>
            <span className="visually-hidden">{times(bar.value).slice(String(bar.value).length)}</span>
            {!isFew && <LuckBar {...bar} scale={scale} ends={number === 1} />}
          </li>
        ))}
      </ol>
      <p className="mt-3 text-sm text-quiet">{OWN_CHOICE_SENTENCE}</p>
      <PageLink to={frequentPath({ window, set })} className="link tap text-sm">
        All games
      </PageLink>
    </section>
  )
}
