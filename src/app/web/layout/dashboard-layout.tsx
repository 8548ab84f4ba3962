import { type ReactNode, useState } from 'react'
import { useMe, type Me } from '../../../platform/web/access/me.ts'
import { NumberSheetHost } from '../../../statistics/web/numbers/sheet-host.tsx'
import { AnnouncementLines } from '../../../operation/web/talk/announcement-lines.tsx'
import { NavHeading, NavList, type NavItem, BottomBar, AccountMenu } from './nav.tsx'
import { LiveStatus, LiveChip } from './live-chip.tsx'
import { Notice } from './notice.tsx'
import { SHAPES, Icon } from '../../../platform/web/ui/icons.tsx'
import { useLocation } from '../../../platform/web/ui/location.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { helpPath, PATHS, type Screen, SCREENS } from '../../../platform/rules/site/paths.ts'
import { Masthead, SkipLink } from './masthead.tsx'
import { CHECK } from '../../../platform/web/ui/more-icons.ts'
import { ACCOUNT_LIMITS } from '../../../platform/rules/access/limits.ts'
import type * as ResendCode from '../../../people/web/link-form.tsx'
import { endsSoon, PLANS } from '../../../platform/rules/access/plans.ts'
import { useReloadOnUserChange } from '../../../people/web/leave-to-login.ts'
import { LogoutButton } from '../../../people/web/logout-button.tsx'

interface Props {
  children: ReactNode
  /** A page without script has no words on how current it is. */
  hasScript?: boolean
}

/** Masthead, sidebar and content. On a phone a bottom bar replaces the sidebar. */
export default function DashboardLayout({ children, hasScript = true }: Props) {
  const me = useMe()
  const [path] = useLocation()
  // These fill a large screen; others keep the width of a desktop.
  const isWide = WIDE.has(path)
  const help = { to: helpPath(path), label: 'Help', icon: SHAPES.chat }
  return (
    <div className="with-sidebar">
      <SkipLink />
      <AnnouncementLines plan={me?.subscription ?? null} />
      <Header hasScript={hasScript} />
      <LiveStatus />
      <div className="mx-auto max-w-(--frame) md:grid md:grid-cols-[min(13.5rem,28vw)_minmax(0,1fr)]">
        <nav
          aria-label="Main"
          className="no-print sticky top-(--masthead) hidden max-h-[calc(100vh-var(--masthead))] self-start overflow-y-auto px-3 py-4 md:block"
        >
          <NavList items={MAIN_LINKS} />
          <NavHeading>More</NavHeading>
          <NavList items={[...MORE_LINKS, help]} />
        </nav>
        <main
          id="content"
          className={`min-w-0 px-3 pt-3 pb-20 md:px-6 md:pt-5 md:pb-12 ${isWide ? '' : 'max-w-[66.5rem]'}`}
        >
          <Notice />
          <VerifyReminder />
          {children}
          <p className="no-print mt-2 text-center text-sm md:hidden">
            <PageLink to={help.to} className="link inline-flex min-h-11 min-w-11 items-center justify-center">
              {help.label}
            </PageLink>
          </p>
        </main>
      </div>
      <BottomBar
        label="Main"
        items={BAR_LINKS}
        renderMenu={(close) => (
          <>
            <NavList items={MAIN_LINKS} columns onFollow={close} />
            <NavHeading>More</NavHeading>
            <NavList items={[...MENU_MORE, help]} columns onFollow={close} />
            <LogoutButton look="sheet" />
          </>
        )}
      />
      <NumberSheetHost />
    </div>
  )
}

const WIDE: ReadonlySet<string> = new Set([
  PATHS.overview,
  PATHS.frequentNumbers,
  PATHS.dayResult,
  PATHS.pastResults,
])

const ICONS: Record<keyof typeof SCREENS, string> = {
  overview: SHAPES.home,
  prediction: SHAPES.forecast,
  frequentNumbers: SHAPES.bars,
  dayResult: SHAPES.day,
  pastResults: SHAPES.search,
  classification: SHAPES.chart,
  paymentChannel: SHAPES.card,
  slip: SHAPES.slip,
  movingNumbers: SHAPES.moving,
  statistics: SHAPES.flask,
  assistant: SHAPES.chat,
  ticket: CHECK,
}

const screens = Object.entries(SCREENS) as [keyof typeof SCREENS, Screen][]
const linksTo = (isMore: boolean): NavItem[] =>
  screens
    .filter(([, screen]) => (screen.isMore ?? false) === isMore)
    .map(([name, { path, link }]) => ({ to: path, label: link, icon: ICONS[name] }))

/** The specification's seven screens, and the others. */
const MAIN_LINKS = linksTo(false)
const MORE_LINKS: NavItem[] = [...linksTo(true), { to: PATHS.record, label: 'Forecast record', icon: CHECK }]

/** The links of the bottom bar. */
const BAR_LINKS: NavItem[] = [
  { to: PATHS.overview, label: 'Overview', icon: SHAPES.home },
  { to: PATHS.pastResults, label: 'Results', icon: SHAPES.search },
  { to: PATHS.prediction, label: 'Prediction', icon: SHAPES.forecast },
  { to: PATHS.slip, label: 'My slip', icon: SHAPES.slip },
]

/** On a desktop the masthead's account menu has the profile. On a phone, people look for it in the menu too. */
const MENU_MORE: NavItem[] = [...MORE_LINKS, { to: PATHS.profile, label: 'Profile', icon: SHAPES.user }]

/** One line that reminds of the verification. The rest opens on request, and only then is the form's code fetched. */
function VerifyReminder() {
  const me = useMe()
  const [form, setForm] = useState<typeof ResendCode | null>(null)
  const [result, setResult] = useState<string | null>(null)
  if (!me || me.emailVerified) return null
  const isPaid = me.subscription !== 'free'
  // Without a network no mail can be sent; the next opening tries again.
  const load = () => void import('../../../people/web/link-form.tsx').then(setForm, () => undefined)
  return (
    <details
      className="disclosure no-print mb-3 rounded-lg border border-line bg-sheet text-sm"
      onToggle={load}
    >
      <summary className="flex min-h-11 items-center justify-between px-3 text-label">
        <span>
          <b>Verify your email</b>
          {isPaid ? '. Your plan is active.' : ', or you cannot log in next time.'}
        </span>
        <Icon name="down" />
      </summary>
      <div className="space-y-2 px-3 pb-3">
        <p>
          Open the link in our mail to <b className="wrap-anywhere">{me.email}</b>. It works for{' '}
          {ACCOUNT_LIMITS.verificationLinkMinutes} minutes.
        </p>
        <p>
          You stay logged in for a day after the sign-up. Later, verify and log in:{' '}
          {isPaid ? 'your plan is on your account.' : 'your account is kept.'}
        </p>
        <p role="status" className="font-bold empty:hidden">
          {result}
        </p>
        {form && <form.ResendForm email={me.email} onDone={setResult} />}
      </div>
    </details>
  )
}

/** The masthead of the player's screens: the welcome, the plan with the days left, the account and Logout. */
function Header({ hasScript }: { hasScript: boolean }) {
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
