import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { PageLink } from '../ui/page-link.tsx'
import { type Screen, SCREENS } from '../../domain/paths.ts'

interface Item {
  to: string
  label: ReactNode
}

const linksTo = (screens: readonly Screen[]): Item[] =>
  screens.map(({ path, link }) => ({ to: path, label: link }))

const screens: Screen[] = Object.values(SCREENS)
export const MAIN_LINKS = linksTo(screens.filter(({ isMore }) => !isMore))
export const MORE_LINKS = linksTo(screens.filter(({ isMore }) => isMore))

/** Links to screens; the current one is marked. */
export function NavList({ items, onFollow }: { items: readonly Item[]; onFollow?: () => void }) {
  const [path] = useLocation()
  return (
    <ul>
      {items.map(({ to, label }) => (
        <li key={to}>
          <PageLink
            to={to}
            onClick={onFollow}
            aria-current={path === to ? 'page' : undefined}
            className={`flex min-h-11 items-center rounded-lg px-3 ${path === to ? 'bg-soft font-semibold text-action' : ''}`}
          >
            {label}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

export function NavHeading({ children }: { children: ReactNode }) {
  return <p className="mt-4 px-3 text-xs font-semibold text-quiet">{children}</p>
}
