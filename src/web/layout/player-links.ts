import { PATHS, type Screen, SCREENS } from '../../domain/site/paths.ts'
import { SHAPES } from '../ui/icons.tsx'
import { CHECK } from '../ui/more-icons.ts'
import type { NavItem } from './nav.tsx'

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
export const MAIN_LINKS = linksTo(false)
export const MORE_LINKS: NavItem[] = [
  ...linksTo(true),
  { to: PATHS.record, label: 'Forecast record', icon: CHECK },
]

/** The links of the bottom bar. */
export const BAR_LINKS: NavItem[] = [
  { to: PATHS.overview, label: 'Overview', icon: SHAPES.home },
  { to: PATHS.pastResults, label: 'Results', icon: SHAPES.search },
  { to: PATHS.prediction, label: 'Prediction', icon: SHAPES.forecast },
  { to: PATHS.slip, label: 'My slip', icon: SHAPES.slip },
]

/** On a desktop the masthead's account menu has the profile. On a phone, people look for it in the menu too. */
export const MENU_MORE: NavItem[] = [
  ...MORE_LINKS,
  { to: PATHS.profile, label: 'Profile', icon: SHAPES.user },
]
