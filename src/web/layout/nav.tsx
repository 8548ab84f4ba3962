import type { ReactNode } from 'react'
import { useLocation } from '../ui/location.ts'
import { IconPath } from '../ui/icon-path.tsx'
import { PageLink } from '../ui/page-link.tsx'

export interface NavItem {
  to: string
  label: ReactNode
  /** The path of its icon. */
  icon: string
}

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
            aria-current={path === to ? 'page' : undefined}
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
