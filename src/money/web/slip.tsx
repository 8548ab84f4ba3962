import { formatDate, lagosDate } from '../../platform/rules/base/calendar.ts'
import { lastDay, PLANS } from '../../platform/rules/access/plans.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import type { ReactNode } from 'react'

type PlanAnswer = AnswerOf<'GET /api/plan'>

/** The last day of what a purchase now would add, shown before the payment, and the plan that runs beside it. */
export function purchasePreview({ plan, endsAt, beside }: PlanAnswer['purchases'][number]): string {
  const { name } = PLANS[plan]
  const end = formatDate(lastDay(endsAt))
  return beside
    ? `${name} would run until ${end}, next to your ${PLANS[beside].name}.`
    : `If you pay today, ${name} runs until ${end}.`
}

/** The first and the last day of a period. */
export function DateRange({ startsAt, endsAt }: { startsAt: number; endsAt: number }) {
  return (
    <>
      {formatDate(lagosDate(startsAt))} to {formatDate(lastDay(endsAt))}
    </>
  )
}

/** The periods that the user holds, one per line. */
export function PaidTime({ periods }: { periods: PlanAnswer['periods'] }) {
  if (periods.length === 0) return null
  return (
    <div className="mb-3 text-sm">
      <p id="paid-time" className="font-bold">
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

/** A payment's reference. It wraps to a new line before it breaks. */
export function Reference({ children }: { children: string }) {
  return <span className="inline-block max-w-full break-all">{children}</span>
}

/** One line of a slip, the `dl` with dashed rules. */
export function SlipLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
