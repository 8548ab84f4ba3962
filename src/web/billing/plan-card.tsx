import type { ReactNode } from 'react'
import { PLAN_CARDS } from '../../domain/billing/plan-cards.ts'
import { nextPriceText } from '../../domain/billing/prices.ts'
import { type Plan, PLAN_KEYS } from '../../domain/billing/plans.ts'
import { usePlan } from '../site/prices.ts'
import { PlanContents, Price } from './plan-contents.tsx'

interface Props {
  plan: Plan
  /** When the time of a purchase would end. */
  note?: string | false | undefined
  /** Names the contents in one line. */
  isShort?: boolean
  /** The plan's button. */
  children?: ReactNode
}

/** One plan: its price per period, its contents, when its time ends, and its button. The highest plan is marked. */
export function PlanCard({ plan, note, isShort = false, children }: Props) {
  const { name, next, ...price } = usePlan(plan)
  const isHighest = plan === PLAN_KEYS[PLAN_KEYS.length - 1]
  return (
    <section
      aria-label={name}
      className={`flex flex-col rounded-lg bg-sheet px-3 py-2.5 ${isHighest ? 'border-2 border-brand' : 'border border-line'}`}
    >
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h2 className="text-lg leading-tight font-bold">{name}</h2>
        {isHighest && <span className="tag tag-gold self-center">Everything</span>}
        <p className="ml-auto">
          <Price {...price} />
        </p>
        {next && <p className="w-full text-xs font-bold">{nextPriceText({ next })}</p>}
      </div>
      {isShort ? <p className="my-1 text-label">{PLAN_CARDS[plan].line}</p> : <PlanContents plan={plan} />}
      <div className="mt-auto">
        {note && <p className="mb-1.5 text-xs text-quiet">{note}</p>}
        {children}
      </div>
    </section>
  )
}
