import { formatNaira } from '../../domain/base/words.ts'
import { PLAN_CARDS } from '../../domain/billing/plan-cards.ts'
import type { Plan } from '../../domain/billing/plans.ts'
import { IconPath } from '../ui/icon-path.tsx'
import { CHECK } from '../ui/more-icons.ts'

/** What a plan contains, with ticks. */
export function PlanContents({ plan }: { plan: Plan }) {
  return <Contents items={PLAN_CARDS[plan].contents} />
}

/** Items with ticks, long ones below each other. */
export function Contents({ items, long = false }: { items: readonly string[]; long?: boolean }) {
  return (
    <ul className={`plan-contents ${long ? 'grid-cols-1!' : ''}`}>
      {items.map((item) => (
        <li key={item}>
          <IconPath path={CHECK} size={16} />
          {item}
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
