import { formatDate, lagosDate } from '../../domain/calendar.ts'
import { lastDay, PLANS } from '../../domain/plans.ts'
import type { AnswerOf } from '../api/call.ts'

type PlanAnswer = AnswerOf<'GET /api/plan'>

/** What a purchase at this moment would add, said before anybody pays. */
export function Adds({
  purchase: { plan, startsAt, endsAt, beside },
  periods,
}: {
  purchase: PlanAnswer['purchases'][number]
  periods: PlanAnswer['periods']
}) {
  const name = PLANS[plan].name
  const first = formatDate(lagosDate(Date.parse(startsAt)))
  const last = formatDate(lastDay(Date.parse(endsAt)))
  const isHeld = periods.some((period) => period.plan === plan)
  return (
    <p className="mb-3 text-sm text-quiet">
      {isHeld
        ? `Adds ${name} from ${first} up to and including ${last}.`
        : `Runs up to and including ${last}.`}
      {beside && ` Your ${PLANS[beside].name} plan keeps running beside it.`} It does not renew by itself.
    </p>
  )
}

/** The time that somebody holds already, one line for each stretch. */
export function Held({ periods }: { periods: PlanAnswer['periods'] }) {
  if (periods.length === 0) return null
  return (
    <ul aria-label="Your paid time" className="mt-2 text-sm">
      {periods.map(({ plan, startsAt, endsAt }) => (
        <li key={plan + startsAt}>
          {PLANS[plan].name}: {formatDate(lagosDate(Date.parse(startsAt)))} to{' '}
          {formatDate(lastDay(Date.parse(endsAt)))}
        </li>
      ))}
    </ul>
  )
}
