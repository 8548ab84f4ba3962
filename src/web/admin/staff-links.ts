import { PATHS } from '../../domain/paths.ts'
import type { NavItem } from '../layout/nav.tsx'
import { SHAPES } from '../ui/icons.tsx'
import { CLOCK, EDIT, TABLE, USERS } from '../ui/more-icons.ts'

interface NavGroup {
  /** Null for the links above the first heading. */
  heading: string | null
  items: readonly NavItem[]
}

const DASHBOARD: NavItem = { to: PATHS.admin, label: 'My Dashboard', icon: SHAPES.home }
const RESULTS: NavItem = { to: PATHS.adminResults, label: 'My Results', icon: EDIT }
const PREDICTIONS: NavItem = { to: PATHS.adminPredictions, label: 'My Predictions', icon: SHAPES.forecast }
const MEMBERS: NavItem = { to: PATHS.adminUsers, label: 'Users', icon: USERS }

/** The staff's screens by task. Logout follows the last group. */
export const STAFF_GROUPS: readonly NavGroup[] = [
  { heading: null, items: [DASHBOARD] },
  { heading: 'Draws', items: [RESULTS, { to: PATHS.adminGames, label: 'Games', icon: CLOCK }] },
  { heading: 'Forecasts', items: [PREDICTIONS] },
  {
    heading: 'People and money',
    items: [
      MEMBERS,
      { to: PATHS.adminPayments, label: 'Payments', icon: SHAPES.card },
      { to: PATHS.adminAudit, label: 'Audit', icon: TABLE },
    ],
  },
  { heading: 'Leave', items: [{ to: PATHS.overview, label: 'Player screens', icon: SHAPES.search }] },
]

/** The phone's bottom bar, with labels of one word. */
export const STAFF_BAR: readonly NavItem[] = [
  { ...DASHBOARD, label: 'Dashboard' },
  { ...RESULTS, label: 'Results' },
  { ...PREDICTIONS, label: 'Forecasts' },
  MEMBERS,
]
