import { Fragment, type ReactNode, useCallback, useEffect, useState } from 'react'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { STAFF_PATHS, STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import { STAFF_MESSAGES } from '../../../platform/rules/access/staff-messages.ts'
import { keepDraftsOf } from '../../../platform/web/api/drafts.ts'
import { cameFrom } from '../../../platform/rules/site/destinations.ts'
import { useLocation } from '../../../platform/web/ui/location.ts'
import { LogoutButton } from '../../../people/web/logout-button.tsx'
import { useMe, useRefreshMe } from '../../../platform/web/access/me.ts'
import { NavHeading, type NavItem, NavList, BottomBar, AccountMenu } from './nav.tsx'
import { LiveChip, LiveStatus, useConnection } from './live-chip.tsx'
import { Masthead, SkipLink } from './masthead.tsx'
import { Icon } from '../../../platform/web/ui/icons.tsx'
import { Empty, Failure, Loading } from '../../../platform/web/ui/states.tsx'
import { ALARM_COUNT, useAdminCall, onRefused, useStaffProof } from '../../../people/web/staff/calls.ts'
import { Shortcuts } from '../../../people/web/staff/shortcuts.tsx'
import { allowed, STAFF_BAR, STAFF_GROUPS } from '../../../people/web/staff/staff-links.ts'

export const calls = () => [ALARM_COUNT]

/** The frame of the staff's screens: masthead, sidebar and content. On a phone a bottom bar replaces the sidebar. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  const check = useAdminCheck()
  const me = useMe()
  const isStaff = check.role === 'admin'
  const proof = useStaffProof()
  const alarms = <AlarmCount isStaff={isStaff} />
  return (
    <div className="with-sidebar">
      <SkipLink />
      <StaffHeader isStaff={isStaff} />
      <LiveStatus />
      <div className="mx-auto max-w-(--frame) md:grid md:grid-cols-[min(13.5rem,28vw)_minmax(0,1fr)]">
        <nav
          aria-label="Staff"
          className="no-print sticky top-(--masthead) hidden max-h-[calc(100vh-var(--masthead))] self-start overflow-y-auto px-3 py-4 md:block"
        >
          <Links alarms={alarms} />
        </nav>
        <main id="content" className="max-w-[66.5rem] min-w-0 px-3 pt-3 pb-20 md:px-6 md:pt-5 md:pb-12">
          <Checked check={check}>{children}</Checked>
          {isStaff && <Shortcuts />}
          {proof}
        </main>
      </div>
      <BottomBar
        label="Staff, most used"
        items={allowed(STAFF_BAR, me).slice(0, 4)}
        menuNote={alarms}
        renderMenu={(close) => <Links alarms={alarms} columns onFollow={close} />}
      />
    </div>
  )
}

function StaffHeader({ isStaff }: { isStaff: boolean }) {
  // Most screens of staff are not live, and reserve no place.
  const known = useConnection()
  const me = useMe()
  const uid = me?.uid
  useEffect(() => {
    if (uid) keepDraftsOf(uid)
  }, [uid])
  return (
    // Without a box of its own, so that the masthead sticks to the window.
    <header className="contents">
      <Masthead home={PATHS.admin} status={known ? <LiveChip /> : <span />}>
        {isStaff && (
          <p className="ml-auto min-w-0 text-right text-[min(0.6875rem,3.1vw)] leading-tight max-[16rem]:hidden md:flex md:gap-4 md:text-sm">
            <span className="block">{STAFF_MESSAGES.welcomeAdmin}</span>
            <strong className="text-gold">Staff</strong>
          </p>
        )}
        {me !== null && (
          <>
            <AccountMenu name={me?.username || me?.email || ''}>{isStaff && 'Staff'}</AccountMenu>
            <div className="hidden md:block">
              <LogoutButton look="masthead" />
            </div>
          </>
        )}
      </Masthead>
    </header>
  )
}

/** The number of open alarms; nothing for 0. */
function AlarmCount({ isStaff }: { isStaff: boolean }) {
  const { data } = useAdminCall(
    'GET /api/admin/alarms/count',
    isStaff ? ALARM_COUNT : undefined,
    STAFF_LIMITS.menuMs,
  )
  if (!data?.open) return null
  return (
    <span className="ml-1.5 rounded-full bg-warn-soft px-1.5 font-bold text-warn">
      {data.open}
      <span className="visually-hidden">{data.open === 1 ? ' open alarm' : ' open alarms'}</span>
    </span>
  )
}

/** The staff's screens in groups; Logout ends the last one. `columns` sets them side by side. */
function Links({
  alarms,
  columns = false,
  onFollow,
}: {
  /** The number of open alarms, shown beside Payments. */
  alarms: ReactNode
  columns?: boolean
  onFollow?: () => void
}) {
  const me = useMe()
  const logout = <LogoutButton look={columns ? 'sheet' : 'sidebar'} />
  const groups = STAFF_GROUPS.map((group) => ({ ...group, items: allowed(group.items, me) }))
  const shown = groups.filter(({ items }) => items.length > 0)
  return shown.map(({ heading, items }, place) => (
    <Fragment key={heading}>
      {heading && <NavHeading>{heading}</NavHeading>}
      <NavList
        items={items.map((item) => (item.to === STAFF_PATHS.payments ? withAlarms(item, alarms) : item))}
        columns={columns}
        onFollow={onFollow}
        end={place === shown.length - 1 && logout}
      />
    </Fragment>
  ))
}

const withAlarms = (item: NavItem, alarms: ReactNode): NavItem => ({
  ...item,
  label: (
    <>
      {item.label}
      {alarms}
    </>
  ),
})

function Checked({ check, children }: { check: AdminCheck; children: ReactNode }) {
  const { role, failed, retry } = check
  const [path] = useLocation()
  if (role === 'denied') return <Empty icon={USER} text={STAFF_MESSAGES.notAdmin} />
  const isSignedOut = role === 'signed-out'
  return (
    <>
      {isSignedOut && (
        <Empty icon={USER} text="Your session has ended.">
          <a className="link tap" href={cameFrom(PATHS.login, path)}>
            Login
          </a>{' '}
          leads back to this page.
        </Empty>
      )}
      {failed && <Failure text={STAFF_MESSAGES.adminCheckFailed} onRetry={retry} />}
      {/* Kept while nobody is signed in: after a login in another tab, what was typed is still there. */}
      <div hidden={isSignedOut}>{role === 'admin' || isSignedOut ? children : !failed && <Loading />}</div>
    </>
  )
}

const USER = <Icon name="user" size={32} />

interface AdminCheck {
  /** The server's last answer about the session and the account's role. */
  role: 'unknown' | 'admin' | 'denied' | 'signed-out'
  /** The last check failed. `role` keeps the previous answer. */
  failed: boolean
  retry: () => void
}

/** The interval of role checks while a staff screen is open. */
const CHECK_INTERVAL_MS = 60_000

/** Checks that the account is still an admin: at once, every minute, and after every refused call. */
function useAdminCheck(): AdminCheck {
  const me = useMe()
  const refresh = useRefreshMe()
  const [failed, setFailed] = useState(false)
  const retry = useCallback(
    () =>
      void refresh().then(
        () => setFailed(false),
        () => setFailed(true),
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- every render creates an equal function
    [],
  )
  useEffect(() => {
    retry()
    const timer = setInterval(retry, CHECK_INTERVAL_MS)
    const unsubscribe = onRefused(retry)
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [retry])
  const role = me === undefined ? 'unknown' : me === null ? 'signed-out' : me.admin ? 'admin' : 'denied'
  return { role, failed, retry }
}
