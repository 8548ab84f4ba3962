import { endsSoon, PLANS } from '../../domain/billing/plans.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { type Me, useMe } from '../accounts/me.ts'
import { useReloadOnUserChange } from '../accounts/leave-to-login.ts'
import { LogoutButton } from '../accounts/logout-button.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { AccountMenu } from './account-menu.tsx'
import { LiveChip } from './live-chip.tsx'
import { Masthead } from './masthead.tsx'

/** The masthead of the player's screens: the welcome, the plan with the days left, the account and Logout. */
export function Header({ hasScript }: { hasScript: boolean }) {
  const me = useMe()
  useReloadOnUserChange(me?.uid)
  const name = me?.username || me?.email
  return (
    // Without a box of its own, so that the masthead sticks to the window and the warning scrolls away.
    <header className="contents">
      <Masthead home={PATHS.overview} status={hasScript ? <LiveChip /> : <span />}>
        {me && <PlanChip me={me} name={name ?? ''} />}
        <AccountMenu name={name ?? ''}>{me && <PlanLine me={me} />}</AccountMenu>
        <div className="hidden md:block">
          <LogoutButton look="masthead" />
        </div>
      </Masthead>
      {me && !me.breakUntil && endsSoon(me) && <EndWarning me={me} />}
    </header>
  )
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/**
 * The welcome, and the plan with its days left, on gold when it ends soon. They lead to the payment channels. Staff without a
 * plan see everything too; for them they lead to the staff's area. With large text only the account menu has them.
 */
function PlanChip({ me, name }: { me: Me; name: string }) {
  const isStaff = isStaffOnly(me)
  return (
    <PageLink
      to={isStaff ? PATHS.admin : PATHS.paymentChannel}
      className="ml-auto flex min-h-11 min-w-0 flex-col items-end justify-center text-[min(0.75rem,3.3vw)] leading-tight max-[16rem]:hidden md:flex-row md:items-center md:gap-4 md:text-sm"
    >
      <span className="max-w-full truncate text-on-deep-quiet">
        Welcome, <span className="text-on-deep">{name}</span>
      </span>
      <span className={`whitespace-nowrap ${endsSoon(me) ? 'rounded-full bg-gold px-2 text-on-gold' : ''}`}>
        <strong className={endsSoon(me) ? '' : 'text-gold'}>
          {isStaff ? 'Staff' : PLANS[me.subscription].name}
        </strong>
        {!isStaff && <span className="visually-hidden"> plan</span>}
        {me.daysLeft !== null && (
          <>
            {' '}
            {days(me.daysLeft)}
            <span className="visually-hidden"> left</span>
          </>
        )}
      </span>
    </PageLink>
  )
}

const isStaffOnly = ({ admin, subscription }: Me) => admin && subscription === 'free'

function PlanLine({ me }: { me: Me }) {
  if (isStaffOnly(me)) return 'Staff'
  return (
    <>
      {PLANS[me.subscription].name} plan{me.daysLeft !== null && `, ${days(me.daysLeft)} left`}
    </>
  )
}

function EndWarning({ me }: { me: Me }) {
  return (
    <p role="status" className="no-print bg-warn-soft px-3 py-2 text-sm text-warn md:text-center">
      Your {PLANS[me.subscription].name} plan ends soon: {days(me.daysLeft ?? 0)} left.{' '}
      <PageLink to={PATHS.paymentChannel} className="-my-3.5 inline-block py-3.5 font-bold underline">
        Renew
      </PageLink>
    </p>
  )
}
