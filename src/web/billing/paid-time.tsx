import { formatDate, lagosDate } from '../../domain/calendar.ts'
import { lastDay, PLANS } from '../../domain/plans.ts'
import type { AnswerOf } from '../api/call.ts'

type PlanAnswer = AnswerOf<'GET /api/plan'>

/** What a purchase at this moment would add, said before anybody pays. */
export function PurchasePreview({
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
        ? `PurchasePreview ${name} from ${first} up to and including ${last}.`
        : `Runs up to and including ${last}.`}
      {' It does not renew by itself.'}
      {beside && ` Your ${PLANS[beside].name} plan keeps running beside it.`}
    </p>
  )
}

/** From the first to the last day of a stretch of paid time. */
export function DateRange({ startsAt, endsAt }: { startsAt: string; endsAt: string }) {
  return (
    <>
      {formatDate(lagosDate(Date.parse(startsAt)))} to {formatDate(lastDay(Date.parse(endsAt)))}
    </>
  )
}

/** The time that somebody holds already, one line for each stretch. */
export function PaidTime({ periods }: { periods: PlanAnswer['periods'] }) {
  if (periods.length === 0) return null
  return (
    <div className="mt-2 text-sm">
      <p id="paid-time" className="font-semibold">
        Your paid time
      </p>
      <ul aria-labelledby="paid-time">
        {periods.map((period) => (
          <li key={period.plan + period.startsAt}>
            {PLANS[period.plan].name}: <DateRange {...period} />
          </li>
        ))}
      </ul>
    </div>
  )
}
