import type { ReactNode } from 'react'
import { capitalised, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { betWords, cameWords, playsIn, verdictWords } from '../../rules/entry.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { Icon } from '../../../platform/web/ui/icons.tsx'
import { RIGHT } from '../../../platform/web/ui/more-icons.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { MyBalls, Verdict } from '../../../draws/web/my-balls.tsx'
import { type DrawOfSlip, type Judged, numbersOf, SLIP, verdictsIn } from './use-slip.ts'

/** The own numbers that came in a draw of the last days, to ring its balls. */
export function useCame(draw: DrawOfSlip): ReadonlySet<number> {
  const { data } = useCall('GET /api/slip', SLIP)
  return cameIn(verdictsIn(data, draw))
}

export const cameIn = (verdicts: readonly Judged[]): ReadonlySet<number> =>
  new Set(verdicts.flatMap(({ came }) => came))

interface Props {
  /** Null if the draw does not take place. `named`: the day that names it. */
  draw: { game: string; date: LagosDate; named: LagosDate; closesAt: number } | null
  /** What became of the own numbers, the win first. */
  verdicts: readonly Judged[]
  /** Whether the result is in and its balls are still. */
  isIn: boolean
  /** Whether the verdict is read, so that one without a win takes a line only. */
  later: boolean
  /** Share, beside the verdict. */
  share: ReactNode
}

/** On a draw's page: my numbers before the result, and what became of them after it. */
export function MyDraw({ draw, verdicts, isIn, later, share }: Props) {
  const { data } = useCall('GET /api/slip', SLIP)
  if (!data) return null
  if (isIn)
    return verdicts.map((judged, i) => {
      const entry = data.entries.find(({ id }) => id === judged.entry)
      // Deleted since the draw was loaded.
      if (!entry) return null
      const words = cameWords(entry, judged.came)
      if (later && !judged.isWin)
        return (
          <SlipLine key={entry.id}>
            <span className="line-words">
              <b>{verdictWords(entry, judged)}:</b> {words}
            </span>
          </SlipLine>
        )
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
  return data.entries
    .filter((entry) => draw && playsIn(entry, draw.game, draw))
    .map((entry) => (
      <SlipLine key={entry.id}>
        <span className="line-words">
          My numbers
          <small>{betWords(entry)}</small>
        </span>
        <MyBalls numbers={numbersOf(entry)} />
      </SlipLine>
    ))
}

/** Leads to My slip. */
const SlipLine = ({ children }: { children: ReactNode }) => (
  <PageLink to={PATHS.slip} className="line">
    <Icon name="slip" />
    {children}
    <IconPath path={RIGHT} />
  </PageLink>
)
