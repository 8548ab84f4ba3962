import type { ReactNode } from 'react'
import { useLocation } from '../../../platform/web/ui/location.ts'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { usePopup } from '../../../platform/web/ui/use-popup.ts'
import { Icon } from '../../../platform/web/ui/icons.tsx'
import { helpPath, PATHS } from '../../../platform/rules/site/paths.ts'
import { LogoutButton } from '../../../people/web/logout-button.tsx'

export interface NavItem {
  to: string
  label: ReactNode
  /** The path of its icon. */
  icon: string
}

/** Marks the link of a screen also on the pages below it. The start pages, whose address has one part, have none. */
const currentOf = (path: string, to: string): 'page' | 'true' | undefined =>
  path === to ? 'page' : to.lastIndexOf('/') > 0 && path.startsWith(`${to}/`) ? 'true' : undefined

/** Links to screens, each with its icon; the current one is marked. `columns` sets them side by side. */
export function NavList({
  items,
  columns = false,
  onFollow,
  end,
}: {
  items: readonly NavItem[]
  columns?: boolean
  onFollow?: (() => void) | undefined
  /** A last item that is not a link. */
  end?: ReactNode
}) {
  const [path] = useLocation()
  return (
    <ul className={columns ? 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-1' : ''}>
      {items.map(({ to, label, icon }) => (
        <li key={to}>
          <PageLink
            to={to}
            onClick={onFollow}
            aria-current={currentOf(path, to)}
            className={`nav-link ${columns ? 'min-h-12 gap-2.5 px-2' : 'min-h-11 gap-3 px-3'}`}
          >
            <IconPath path={icon} />
            <span className="min-w-0">{label}</span>
          </PageLink>
        </li>
      ))}
      {end && <li>{end}</li>}
    </ul>
  )
}

export function NavHeading({ children }: { children: ReactNode }) {
  return <p className="px-3 pt-4 pb-1 text-xs font-bold text-quiet">{children}</p>
}

interface Props {
  /** The accessible name of the navigation. */
  label: string
  /** The four most used screens. */
  items: readonly NavItem[]
  /** Shown beside the icon of the menu. */
  menuNote?: ReactNode
  /** The links of the menu; `close` closes it after a choice. */
  renderMenu: (close: () => void) => ReactNode
}

/** Five labels side by side grow with the text size only as far as they fit. The menu has no limit. */
const ITEM =
  'bar-item flex h-(--bottom-bar) w-full flex-col items-center justify-center gap-0.5 text-[min(calc(0.125rem+10px),3.9vw)]'

/** The phone's navigation: the most used screens within reach of the thumb, all of them in the menu. */
export function BottomBar({ label, items, menuNote, renderMenu }: Props) {
  const [path] = useLocation()
  const { popup, close } = usePopup()
  // A staff screen is in the bar or in the menu; a player's page may be in neither.
  const isInMenu = path.startsWith(`${PATHS.admin}/`) && !items.some(({ to }) => currentOf(path, to))
  return (
    <nav
      aria-label={label}
      className="no-print fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-sheet md:hidden"
    >
      {items.map(({ to, label: text, icon }) => (
        <PageLink key={to} to={to} aria-current={currentOf(path, to)} className={ITEM}>
          <IconPath path={icon} size={22} />
          {text}
        </PageLink>
      ))}
      <details ref={popup} className="bar-menu veiled">
        <summary aria-current={isInMenu || undefined} className={ITEM}>
          <Icon name="menu" size={22} />
          Menu
          <span className="absolute top-1 left-1/2">{menuNote}</span>
        </summary>
        <div className="sheet lifted">{renderMenu(close)}</div>
      </details>
    </nav>
  )
}

const MENU_ITEM = 'flex min-h-11 w-full items-center gap-3 rounded-md px-3'

/** The circle with the name's initial. It opens to the name, the plan, the account's screens and, on a phone, Logout. */
export function AccountMenu({ name, children }: { name: string; children: ReactNode }) {
  const { popup, close } = usePopup()
  const [path] = useLocation()
  // The first character of the name, which may be longer than one code unit.
  const initial = Array.from(name.trim())[0]?.toUpperCase()
  return (
    <details ref={popup} className="relative shrink-0 max-[16rem]:ml-auto">
      <summary aria-label="Account" className="grid size-[44px] place-items-center">
        <span className="grid size-[calc(0.5rem+20px)] place-items-center rounded-full border border-on-deep-edge bg-white/15 text-[calc(0.125rem+12px)] font-bold">
          {initial}
        </span>
      </summary>
      <div className="lifted absolute right-1 top-[calc(100%+2px)] w-[min(16rem,94vw)] rounded-lg p-2">
        <p className="mb-2 border-b border-line px-3 pt-2 pb-3">
          <strong className="block">{name}</strong>
          <span className="text-xs text-quiet">{children}</span>
        </p>
        <PageLink to={PATHS.profile} onClick={close} className={MENU_ITEM}>
          <Icon name="user" />
          Profile
        </PageLink>
        <PageLink to={PATHS.paymentChannel} onClick={close} className={MENU_ITEM}>
          <Icon name="card" />
          Payment Channel
        </PageLink>
        <PageLink to={helpPath(path)} onClick={close} className={MENU_ITEM}>
          <Icon name="chat" />
          Help
        </PageLink>
        <div className="md:hidden">
          <LogoutButton look="menu" />
        </div>
      </div>
    </details>
  )
}
