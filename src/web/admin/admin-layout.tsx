import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useLocation } from '../ui/location.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { STAFF_MESSAGES } from '../../domain/staff-messages.ts'
import { LogoutButton } from '../accounts/logout-button.tsx'
import { Brand } from '../site/brand.tsx'
import { NavHeading, type NavItem, NavList } from '../layout/nav.tsx'
import { SHAPES } from '../ui/icons.tsx'
import { CLOCK, EDIT, TABLE, USERS } from '../ui/more-icons.ts'
import { SkipLink } from '../layout/skip-link.tsx'
import { PATHS } from '../../domain/paths.ts'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { ALARM_COUNT, useAdminCall } from './calls.ts'
import { type AdminCheck, useAdminCheck } from './use-admin-check.ts'

/** The specification's links in its order. Logout follows them. */
const LINKS: NavItem[] = [
  { to: PATHS.admin, label: 'My Dashboard', icon: SHAPES.home },
  { to: PATHS.adminPredictions, label: 'My Predictions', icon: SHAPES.forecast },
  { to: PATHS.adminResults, label: 'My Results', icon: EDIT },
  { to: PATHS.adminUsers, label: 'Users', icon: USERS },
]

const moreLinks = (alarms: ReactNode): NavItem[] => [
  {
    to: PATHS.adminPayments,
    icon: SHAPES.card,
    label: (
      <>
        Payments
        {alarms}
      </>
    ),
  },
  { to: PATHS.adminGames, label: 'Games', icon: CLOCK },
  { to: PATHS.adminAudit, label: 'Audit', icon: TABLE },
  { to: PATHS.overview, label: 'Player screens', icon: SHAPES.out },
]

export const calls = () => [ALARM_COUNT]

/** The staff area: sidebar and content. On a phone a menu replaces the sidebar. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  const check = useAdminCheck()
  const alarms = <AlarmCount isStaff={check.role === 'admin'} />
  return (
    <>
      <SkipLink />
      <header className="flex items-center justify-between border-b border-line bg-sheet px-4 py-2 md:hidden">
        <p className="font-bold">Lotto Forecast, staff</p>
        <Menu alarms={alarms} />
      </header>
      <div className="mx-auto max-w-6xl md:flex">
        <nav aria-label="Staff" className="hidden w-44 shrink-0 py-4 pl-2 md:block lg:w-56 lg:px-4">
          <Brand />
          <Links alarms={alarms} />
        </nav>
        <main id="content" className="min-w-0 flex-1 px-3 pt-4 pb-10 sm:px-4">
          <Checked check={check}>{children}</Checked>
        </main>
      </div>
    </>
  )
}

const COUNT_INTERVAL_MS = 60_000

/** The number of open alarms; nothing for 0. */
function AlarmCount({ isStaff }: { isStaff: boolean }) {
  const { data } = useAdminCall(
    'GET /api/admin/alarms/count',
    isStaff ? ALARM_COUNT : undefined,
    COUNT_INTERVAL_MS,
  )
  if (!data?.open) return null
  return (
    <span className="ml-2 rounded-full bg-warn-soft px-2 text-sm font-bold text-warn">
      {data.open}
      <span className="visually-hidden">{data.open === 1 ? ' open alarm' : ' open alarms'}</span>
    </span>
  )
}

function Links({ alarms, onFollow }: { alarms: ReactNode; onFollow?: () => void }) {
  const follow = onFollow && { onFollow }
  return (
    <>
      <NavList items={LINKS} {...follow} />
      <div className="px-3 py-2">
        <LogoutButton />
      </div>
      <NavHeading>More</NavHeading>
      <NavList items={moreLinks(alarms)} {...follow} />
    </>
  )
}

function Checked({ check, children }: { check: AdminCheck; children: ReactNode }) {
  const { role, failed, retry } = check
  if (role === 'denied')
    return (
      <Empty text={STAFF_MESSAGES.notAdmin}>
        <a className="link" href={PATHS.login}>
          Login
        </a>
      </Empty>
    )
  return (
    <>
      {failed && <Failure text={STAFF_MESSAGES.adminCheckFailed} onRetry={retry} />}
      {role === 'admin' ? children : !failed && <Loading text={MESSAGES.loading} />}
    </>
  )
}

/** A `details` element, so it opens without script. It closes on a choice and on Escape. */
function Menu({ alarms }: { alarms: ReactNode }) {
  const [path] = useLocation()
  const menu = useRef<HTMLDetailsElement>(null)
  const close = useCallback(() => menu.current?.removeAttribute('open'), [])
  useEffect(close, [path, close])
  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return
      close()
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('keydown', escape)
    return () => document.removeEventListener('keydown', escape)
  }, [close])
  return (
    <details ref={menu}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center rounded-lg border border-edge px-3 font-bold">
        Menu
        {alarms}
      </summary>
      <nav
        aria-label="Staff"
        className="absolute inset-x-0 z-10 mt-2 max-h-[80vh] overflow-y-auto border-y border-line bg-sheet p-3"
      >
        <Links alarms={alarms} onFollow={close} />
      </nav>
    </details>
  )
}
