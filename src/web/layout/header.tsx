import { endsSoon, PLANS } from '../../domain/plans.ts'
import { PATHS } from '../../domain/paths.ts'
import { type Me, useMe } from '../accounts/me.ts'
import { useReloadOnUserChange } from '../accounts/leave-to-login.ts'
import { LogoutButton } from '../accounts/logout-button.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Masthead } from './masthead.tsx'

/** The masthead of the player's screens: the welcome, the plan with the days left, the account and Logout. */
export function Header() {
  const me = useMe()
  useReloadOnUserChange(me?.uid)
  const name = me?.username || me?.email
  return (
    // Without a box of its own, so that the masthead sticks to the window and the warning scrolls away.
    <header className="contents">
      <Masthead
        home={PATHS.overview}
        welcome={
          <>
            Welcome, <span className="md:font-bold">{name}</span>
          </>
        }
      >
        {me && <PlanChip me={me} />}
        <AccountMenu name={name ?? ''}>{me && <PlanLine me={me} />}</AccountMenu>
        <div className="hidden md:block">
          <LogoutButton look="masthead" />
        </div>
      </Masthead>
      {me && endsSoon(me) && <EndWarning me={me} />}
    </header>
  )
}

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/**
 * The plan and its days left. It leads to the payment channels and is filled when the plan ends soon. Staff without a
 * plan see everything too; their chip leads to their own area. With large text it grows as far as it fits; the account
 * menu has the same text.
 */
function PlanChip({ me }: { me: Me }) {
  const look = endsSoon(me) ? 'bg-gold text-on-gold' : 'border border-on-deep-edge'
  const isStaff = isStaffOnly(me)
  return (
    <PageLink
      to={isStaff ? PATHS.admin : PATHS.paymentChannel}
      className="flex min-h-11 shrink-0 items-center"
    >
      <span
        className={`flex h-7 items-center gap-1 rounded-full px-2.5 text-[min(0.8125rem,4.5vw)] whitespace-nowrap ${look}`}
      >
        <strong className={endsSoon(me) ? '' : 'text-gold'}>
          {isStaff ? 'Staff' : PLANS[me.subscription].name}
        </strong>
        {!isStaff && <span className="visually-hidden"> plan</span>}
        {me.daysLeft !== null && (
          <span>
            {days(me.daysLeft)}
            <span className="visually-hidden"> left</span>
          </span>
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
      <PageLink to={PATHS.paymentChannel} className="-my-3 inline-block py-3 font-bold underline">
        Renew
      </PageLink>
    </p>
  )
}
