import { formatDuration } from '../../../platform/rules/base/calendar.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { verdictWords, SLIP_LIMITS } from '../../rules/entry.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { PLUS, RIGHT } from '../../../platform/web/ui/more-icons.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { MyBalls } from '../../../draws/web/my-balls.tsx'
import { entryOf, numbersOf, SLIP, type Slip } from './use-slip.ts'

/** How the player's own numbers did, or when they play: one line under the countdown, which leads to My slip. */
export function PersonalLine() {
  const { data } = useCall('GET /api/slip', SLIP)
  const now = useNow(5000)
  if (!data) return null
  const { words, numbers, came, isWin } = contentOf(data, now)
  return (
    <PageLink to={PATHS.slip} className={`line personal ${isWin ? 'verdict-won' : ''}`}>
      <span className="min-w-0 flex-1">{words}</span>
      {numbers && <MyBalls numbers={numbers} {...(came && { came })} />}
      <IconPath path={numbers ? RIGHT : PLUS} />
    </PageLink>
  )
}

/** The newest win first, then the newest verdict, then the next draw. */
function contentOf(slip: Slip, now: number) {
  const news = slip.judged.filter(({ closesAt }) => closesAt > now - SLIP_LIMITS.newsMs)
  const judged = news.find(({ isWin }) => isWin) ?? news[0]
  const next = slip.waiting[0]
  if (judged) {
    const entry = entryOf(slip, judged)
    const numbers = numbersOf(entry)
    const words = judged.isWin ? (
      <>
        <b>{verdictWords(entry, judged)}</b> in {judged.name}
      </>
    ) : (
      <>
        You:{' '}
        <b>
          {judged.came.length} of {numbers.length}
        </b>{' '}
        in {judged.name}
      </>
    )
    return { words, numbers, came: judged.came, isWin: judged.isWin }
  }
  if (next) {
    const numbers = numbersOf(entryOf(slip, next))
    const left = next.closesAt - now
    const words = (
      <>
        Your {numbers.length > 3 ? 'numbers' : numbers.join(', ')} play{' '}
        {left > 0 ? `in ${formatDuration(left)}` : `in ${next.name}`}
      </>
    )
    return { words, numbers }
  }
  return { words: 'Add your numbers. We check them after each draw.' }
}
