import { useLocation } from '../ui/location.ts'
import { PATHS } from '../../domain/paths.ts'
import { Icon, SHAPES } from '../ui/icons.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { NavHeading, NavList } from './nav.tsx'
import { MAIN_LINKS, MORE_LINKS } from './player-links.ts'
import { usePopup } from './use-popup.ts'

const ITEMS = [
  { to: PATHS.overview, label: 'Overview', icon: 'home' },
  { to: PATHS.pastResults, label: 'Results', icon: 'search' },
  { to: PATHS.prediction, label: 'Prediction', icon: 'forecast' },
  { to: PATHS.classification, label: 'Chart', icon: 'chart' },
] as const

/** On a desktop the masthead's account menu has the profile. On a phone, people look for it here too. */
const MENU_MORE = [...MORE_LINKS, { to: PATHS.profile, label: 'Profile', icon: SHAPES.user }]

/** Five labels side by side grow with the text size only as far as they fit. The menu has no limit. */
const ITEM =
  'bar-item flex h-(--bottom-bar) w-full flex-col items-center justify-center gap-0.5 text-[min(0.75rem,3.4vw)]'

/** The phone's navigation: the most used screens within reach of the thumb, all of them in the menu. */
export function BottomBar() {
  const [path] = useLocation()
  return (
    <nav
      aria-label="Main"
      className="no-print fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 border-t border-line bg-sheet md:hidden"
    >
      {ITEMS.map(({ to, label, icon }) => (
        <PageLink key={to} to={to} aria-current={path === to ? 'page' : undefined} className={ITEM}>
          <Icon name={icon} size={22} />
          {label}
        </PageLink>
      ))}
      <Menu />
    </nav>
  )
}

function Menu() {
  const { popup, close } = usePopup()
  return (
    <details ref={popup} className="bar-menu veiled">
      <summary className={ITEM}>
        <Icon name="menu" size={22} />
        Menu
      </summary>
      <div className="sheet lifted">
        <NavList items={MAIN_LINKS} columns onFollow={close} />
        <NavHeading>More</NavHeading>
        <NavList items={MENU_MORE} columns onFollow={close} />
      </div>
    </details>
  )
}
