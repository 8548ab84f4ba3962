import { formatNaira } from '../../platform/rules/base/words.ts'
import { PLAN_CARDS } from '../rules/plan-cards.ts'
import {
  type Feature,
  FEATURES,
  opens,
  type Plan,
  PLAN_KEYS,
  PLANS,
} from '../../platform/rules/access/plans.ts'
import { useMe } from '../../platform/web/access/me.ts'
import { BreakNote } from '../../people/web/break-note.tsx'
import { usePlan } from './prices.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { buttonClasses } from '../../platform/web/ui/button.tsx'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { LOCK } from '../../platform/web/ui/more-icons.ts'
import { Contents, Price } from './plan-contents.tsx'

/** Whether the user's plan opens a feature. The server checks the same table on every request. */
export function useOpens(feature: Feature): boolean {
  const me = useMe()
  return me != null && opens({ ...me, plan: me.subscription }, feature)
}

interface Props {
  /** Replaces the names of the plans as the heading. */
  title?: string | undefined
  /** What is behind the lock; the contents of the plan by default. */
  holds?: readonly string[]
  children: string
}

/** Shown instead of a locked feature: what it is, which plans hold it and what they cost. */
export function Locked({ feature, ...props }: Props & { feature: Feature }) {
  return <LockedPlan plan={FEATURES[feature]} {...props} />
}

/** The plans from `plan` up hold what `children` describes. */
export function LockedPlan({ plan: lowest, title, holds, children }: Props & { plan: Plan }) {
  const me = useMe()
  if (me?.breakUntil) return <BreakNote until={me.breakUntil} />
  const [plan, ...higher] = PLAN_KEYS.slice(PLAN_KEYS.indexOf(lowest))
  const part = `Part of ${[plan!, ...higher].map((one) => PLANS[one].name).join(' and ')}`
  return (
    <section aria-label="Locked" className="on-deep max-w-lg rounded-lg bg-deep p-4 text-on-deep">
      <h2 className="flex items-center gap-2 text-lg leading-tight font-bold">
        <IconPath path={LOCK} />
        {title ?? part}
      </h2>
      <p className="mt-1 text-sm text-on-deep-quiet">
        {children}
        {title && ` ${part}.`}
      </p>
      <Contents items={holds ?? PLAN_CARDS[lowest].contents} long={holds !== undefined} />
      <p className="mt-3">
        <PlanPrice plan={plan!} />
      </p>
      <p className="mt-1 mb-3 text-sm text-on-deep-quiet">
        {higher.map((one) => (
          <WithPlan key={one} plan={one} />
        ))}
        No automatic renewal.
      </p>
      <PageLink to={PATHS.paymentChannel} className={`${buttonClasses('gold')} min-h-13 w-full`}>
        Upgrade to {PLANS[plan!].name}
      </PageLink>
    </section>
  )
}

const PlanPrice = ({ plan }: { plan: Plan }) => <Price {...usePlan(plan)} />

/** `With Pro: ₦1,500 per month. ` */
function WithPlan({ plan }: { plan: Plan }) {
  const { name, kobo, per } = usePlan(plan)
  return `With ${name}: ${formatNaira(kobo)} per ${per}. `
}
