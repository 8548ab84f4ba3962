import { formatNaira } from '../../domain/money.ts'
import { type Feature, FEATURES, opens, PLAN_KEYS, PLANS } from '../../domain/plans.ts'
import { useMe } from '../accounts/me.ts'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS } from '../../domain/paths.ts'
import { buttonClasses } from '../ui/button.tsx'
import { IconPath } from '../ui/icons.tsx'
import { LOCK } from '../ui/more-icons.ts'
import { PlanContents, Price } from './plan-contents.tsx'

/** Whether the user's plan opens a feature. The server checks the same table on every request. */
export function useOpens(feature: Feature): boolean {
  const me = useMe()
  return me != null && opens({ plan: me.subscription, role: me.role }, feature)
}

/** Shown instead of a locked feature: what it is, which plans hold it and what they cost. */
export function Locked({ feature, children }: { feature: Feature; children: string }) {
  const lowest = FEATURES[feature]
  const [plan, ...higher] = PLAN_KEYS.slice(PLAN_KEYS.indexOf(lowest)).map((key) => PLANS[key])
  return (
    <section aria-label="Locked" className="on-deep max-w-lg rounded-lg bg-deep p-4 text-on-deep">
      <h2 className="flex items-center gap-2 text-lg leading-tight font-bold">
        <IconPath path={LOCK} />
        Part of {[plan!, ...higher].map(({ name }) => name).join(' and ')}
      </h2>
      <p className="mt-1 text-sm text-on-deep-quiet">{children}</p>
      <PlanContents plan={lowest} />
      <p className="mt-3">
        <Price {...plan!} />
      </p>
      <p className="mt-1 mb-3 text-sm text-on-deep-quiet">
        {higher.map(({ name, kobo, per }) => `With ${name}: ${formatNaira(kobo)} per ${per}. `)}
        No automatic renewal.
      </p>
      <PageLink to={PATHS.paymentChannel} className={`${buttonClasses('gold')} min-h-13 w-full`}>
        Upgrade to {plan!.name}
      </PageLink>
    </section>
  )
}
