import type { ReactNode } from 'react'
import { formatNaira } from '../../domain/money.ts'
import { type Plan, PLANS } from '../../domain/plans.ts'

/** One plan: its price with its period, what it holds, and what can be done with it. */
export function PlanCard({ plan, children }: { plan: Plan; children?: ReactNode }) {
  const { name, kobo, per, contents } = PLANS[plan]
  return (
    <section aria-label={name} className="rounded-lg border border-line bg-sheet p-4">
      <h2 className="text-lg font-bold">{name}</h2>
      <p>
        <span className="text-xl font-bold">{formatNaira(kobo)}</span> per {per}
      </p>
      <ul className="my-3 list-inside list-disc text-sm">
        {contents.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {children}
    </section>
  )
}
