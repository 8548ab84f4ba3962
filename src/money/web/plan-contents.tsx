import type { ReactNode } from 'react'
import { formatNaira } from '../../platform/rules/base/words.ts'
import { FORECASTS, PLAN_CARDS } from '../rules/plan-cards.ts'
import type { Plan } from '../../platform/rules/access/plans.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { CHECK } from '../../platform/web/ui/more-icons.ts'

/** What the record found about the forecasts that a plan sells. */
export const VERDICT = '/api/public/record/verdict'

/** What a plan contains, with ticks; beside its forecasts what the record found. What else it gives is folded. */
export function PlanContents({ plan }: { plan: Plan }) {
  const { data } = useCall('GET /api/public/record/verdict', VERDICT)
  const { contents, also } = PLAN_CARDS[plan]
  return (
    <>
      <Contents items={contents}>
        {data?.verdict && (
          <a href={PATHS.record} className="link tap -my-3 text-xs">
            {data.verdict}
          </a>
        )}
      </Contents>
      <details className="mb-1.5 text-xs">
        <summary className="link tap -my-3">More</summary>
        <p>Also {also}.</p>
      </details>
    </>
  )
}

interface Props {
  items: readonly string[]
  /** Items below each other. */
  long?: boolean
  /** Below the forecasts of the list. */
  children?: ReactNode
}

/** Items with ticks. */
export function Contents({ items, long = false, children }: Props) {
  return (
    <ul className={`plan-contents ${long ? 'grid-cols-1!' : ''}`}>
      {items.map((item) => (
        <li key={item} className={item === FORECASTS && children ? 'col-span-full' : undefined}>
          <IconPath path={CHECK} size={16} />
          <span>
            {item} {item === FORECASTS && children}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A plan's price (kobo) with its period. */
export function Price({ kobo, per }: { kobo: number; per: string }) {
  return (
    <>
      <strong className="text-xl leading-tight tracking-tight">{formatNaira(kobo)}</strong>{' '}
      <span className="text-xs">per {per}</span>
    </>
  )
}
