import { formatNaira } from '../../domain/money.ts'
import { type Feature, FEATURES, opens, PLAN_KEYS, PLANS } from '../../domain/plans.ts'
import { useMe } from '../accounts/me.ts'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS } from '../../domain/paths.ts'
import { buttonClasses } from '../ui/button.tsx'

/** Whether the user's plan opens a feature. The server checks the same table on every request. */
export function useOpens(feature: Feature): boolean {
  const me = useMe()
  return me != null && opens({ plan: me.subscription, role: me.role }, feature)
}

/** Shown instead of a locked feature: what it is and what it costs. */
export function Locked({ feature, children }: { feature: Feature; children: string }) {
  const lowest = FEATURES[feature]
  const plans = PLAN_KEYS.slice(PLAN_KEYS.indexOf(lowest)).map((key) => PLANS[key])
  return (
    <section aria-label="Locked" className="mt-4 rounded-lg border border-line bg-sheet p-6">
      <p>{children}</p>
      <p className="mt-2">
        It is part of{' '}
        {plans.map(({ name, kobo, per }) => `${name} (${formatNaira(kobo)} per ${per})`).join(' and ')}. No
        automatic renewal.
      </p>
      <PageLink to={PATHS.paymentChannel} className={`${buttonClasses('main')} mt-4`}>
        Upgrade to {PLANS[lowest].name}
      </PageLink>
    </section>
  )
}
