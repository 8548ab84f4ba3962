import { endsSoon, PLANS } from '../../domain/plans.ts'
import { type Me, useMe } from '../accounts/me.ts'
import { LogoutButton } from '../accounts/logout-button.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS } from '../../domain/paths.ts'

/** The account's name, its plan with the days left, and Logout. */
export function Header() {
  const me = useMe()
  return (
    <header className="no-print border-b border-line bg-sheet">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-3 px-4 py-2">
        <div className="min-w-32 flex-1">
          <p className="truncate font-semibold">
            Welcome,{' '}
            <PageLink to={PATHS.profile} className="link">
              {me?.username || me?.email}
            </PageLink>
          </p>
          {me && <PlanLine me={me} />}
        </div>
        <LogoutButton />
      </div>
      {me && endsSoon(me) && <EndWarning me={me} />}
    </header>
  )
}

const days = (count: number) => (count === 1 ? '1 day left' : `${count} days left`)

function PlanLine({ me }: { me: Me }) {
  const plan = PLANS[me.subscription].name
  return (
    <p className="text-sm text-quiet">
      {plan} plan{me.daysLeft !== null && `, ${days(me.daysLeft)}`}
    </p>
  )
}

function EndWarning({ me }: { me: Me }) {
  return (
    <p role="status" className="bg-warn-soft px-4 py-2 text-center text-sm text-warn">
      Your {PLANS[me.subscription].name} plan ends soon: {days(me.daysLeft ?? 0)}.{' '}
      <PageLink to={PATHS.paymentChannel} className="font-semibold underline">
        Renew
      </PageLink>
    </p>
  )
}
