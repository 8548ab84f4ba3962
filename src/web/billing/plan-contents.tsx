import { formatNaira } from '../../domain/money.ts'
import { type Plan, PLANS } from '../../domain/plans.ts'
import { IconPath } from '../ui/icons.tsx'
import { CHECK } from '../ui/more-icons.ts'

/** What a plan contains, with ticks. */
export function PlanContents({ plan }: { plan: Plan }) {
  return (
    <ul className="plan-contents">
      {PLANS[plan].contents.map((item) => (
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
