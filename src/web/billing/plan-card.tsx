import type { ReactNode } from 'react'
import { formatNaira } from '../../domain/money.ts'
import { type Plan, PLAN_KEYS, PLANS } from '../../domain/plans.ts'

/** One plan: its price per period, its contents and its actions. */
export function PlanCard({ plan, children }: { plan: Plan; children?: ReactNode }) {
  const { name, kobo, per, contents } = PLANS[plan]
  const below = PLAN_KEYS[PLAN_KEYS.indexOf(plan) - 1]
  const opensMore = below && PLANS[below].contents.some((item) => !contents.includes(item))
  return (
    <section aria-label={name} className="flex flex-col rounded-lg border border-line bg-sheet p-4">
      <h2 className="text-lg font-bold">{name}</h2>
      <p>
        <span className="text-xl font-bold">{formatNaira(kobo)}</span> per {per}
      </p>
      <ul className="my-3 list-inside list-disc text-sm">
        {contents.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {opensMore && <p className="mb-3 text-sm">Includes everything in {PLANS[below].name}.</p>}
      {children && <div className="mt-auto">{children}</div>}
    </section>
  )
}
