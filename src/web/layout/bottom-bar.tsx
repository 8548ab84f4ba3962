import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS } from '../../domain/paths.ts'
import { Icon } from './icons.tsx'
import { MAIN_LINKS, MORE_LINKS, NavHeading, NavList } from './nav.tsx'

const ITEMS = [
  { to: PATHS.overview, label: 'Overview', icon: 'overview' },
  { to: PATHS.pastResults, label: 'Results', icon: 'results' },
  { to: PATHS.dayResult, label: 'Day', icon: 'day' },
  { to: PATHS.classification, label: 'Chart', icon: 'chart' },
] as const

/** Five labels side by side grow with the text size only as far as they fit. The menu has no limit. */
const ITEM = 'flex min-h-14 w-full flex-col items-center justify-center text-[min(0.75rem,3.4vw)]'

/** The phone's navigation: the most used screens within reach of the thumb, all others in the menu. */
export function BottomBar() {
  const [path] = useLocation()
  return (
    <nav
      aria-label="Main"
      className="no-print fixed inset-x-0 bottom-0 z-10 grid grid-cols-5 border-t border-line bg-sheet md:hidden"
    >
      {ITEMS.map(({ to, label, icon }) => (
        <PageLink
          key={to}
          to={to}
          aria-current={path === to ? 'page' : undefined}
          className={`${ITEM} ${path === to ? 'font-semibold text-action' : 'text-quiet'}`}
        >
          <Icon name={icon} />
          {label}
        </PageLink>
      ))}
      <Menu />
    </nav>
  )
}

/** A `details` element, so it opens without script. It closes on a choice, on Escape and on a tap outside. */
function Menu() {
  const [path] = useLocation()
  const menu = useRef<HTMLDetailsElement>(null)
  const close = useCallback(() => menu.current?.removeAttribute('open'), [])
  useEffect(close, [path, close])
  useEffect(() => {
    const outside = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Node)) close()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return
      close()
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [close])
  return (
    <details ref={menu}>
      <summary className={`${ITEM} cursor-pointer list-none text-quiet`}>
        <Icon name="menu" />
        Menu
      </summary>
      <div className="fixed inset-x-0 bottom-14 max-h-[70vh] overflow-y-auto border-t border-line bg-sheet p-3 pb-4">
        <NavList items={MAIN_LINKS} onFollow={close} />
        <NavHeading>More</NavHeading>
        <NavList items={MORE_LINKS} onFollow={close} />
      </div>
    </details>
  )
}
