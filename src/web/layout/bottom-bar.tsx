import type { ReactNode } from 'react'
import { useLocation } from '../ui/location.ts'
import { IconPath } from '../ui/icon-path.tsx'
import { Icon } from '../ui/icons.tsx'
import { PageLink } from '../ui/page-link.tsx'
import type { NavItem } from './nav.tsx'
import { usePopup } from './use-popup.ts'

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
  return (
    <nav
      aria-label={label}
      className="no-print fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line bg-sheet md:hidden"
    >
      {items.map(({ to, label: text, icon }) => (
        <PageLink key={to} to={to} aria-current={path === to ? 'page' : undefined} className={ITEM}>
          <IconPath path={icon} size={22} />
          {text}
        </PageLink>
      ))}
      <details ref={popup} className="bar-menu veiled">
        <summary className={ITEM}>
          <Icon name="menu" size={22} />
          Menu
          <span className="absolute top-1 left-1/2">{menuNote}</span>
        </summary>
        <div className="sheet lifted">{renderMenu(close)}</div>
      </details>
    </nav>
  )
}
