import type { ReactNode } from 'react'
import { capitalised } from '../../../domain/base/calendar.ts'
import { PATHS } from '../../../domain/site/paths.ts'
import { betWords, cameWords, verdictWords } from '../../../domain/slip/words.ts'
import { useCall } from '../../api/use-call.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { MyBalls } from './my-balls.tsx'
import { entryOf, type Judged, numbersOf, SLIP, type Slip } from './use-slip.ts'
import { Verdict } from './verdict.tsx'

interface DrawOfSlip {
  game: string
  date: string
}

/** The player's verdicts of a draw, the win first; empty before the result and without own numbers. */
export function useVerdicts(draw: DrawOfSlip): Judged[] {
  const { data } = useCall('GET /api/slip', SLIP)
  return verdictsIn(data, draw)
}

function verdictsIn(slip: Slip | undefined, { game, date }: DrawOfSlip): Judged[] {
  const found = slip?.judged.filter((one) => one.game === game && one.date === date) ?? []
  return found.sort((a, b) => Number(b.isWin) - Number(a.isWin))
}

/** The own numbers that came in a draw, to ring its balls. */
export function useCame(draw: DrawOfSlip): ReadonlySet<number> {
  return new Set(useVerdicts(draw).flatMap(({ came }) => came))
}

interface Props {
  draw: DrawOfSlip
  /** Whether the result is in and its balls are still. */
  isIn: boolean
  /** Share, beside the verdict. */
  share: ReactNode
}

/** On a draw's page: my numbers before the result, and what became of them after it. */
export function MyDraw({ draw, isIn, share }: Props) {
  const { data } = useCall('GET /api/slip', SLIP)
  if (!data) return null
  if (isIn)
    return verdictsIn(data, draw).map((judged, i) => {
      const entry = entryOf(data, judged)
      const words = cameWords(entry, judged.came)
      return (
        <Verdict
          key={entry.id}
          isWin={judged.isWin ?? false}
          title={verdictWords(entry, judged)}
          text={judged.isWin ? `${words} ${capitalised(betWords(entry))}.` : words}
        >
          {i === 0 && share}
        </Verdict>
      )
    })
  return data.waiting
    .filter(({ game, date }) => game === draw.game && date === draw.date)
    .map((waiting) => {
      const entry = entryOf(data, waiting)
      return (
        <PageLink key={entry.id} to={PATHS.slip} className="line">
          <span className="min-w-0 flex-1">
            My numbers
            <small>{betWords(entry)}</small>
          </span>
          <MyBalls numbers={numbersOf(entry)} />
        </PageLink>
      )
    })
}
