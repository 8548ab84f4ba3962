import { PATHS } from '../../../platform/rules/site/paths.ts'
import { hasRight } from '../../../platform/rules/access/staff-roles.ts'
import { rightOfPage, STAFF_PATHS } from '../../../platform/rules/access/staff.ts'
import type { Me } from '../../../platform/web/access/me.ts'
import type { NavItem } from '../../../app/web/layout/nav.tsx'
import { SHAPES } from '../../../platform/web/ui/icons.tsx'
import { CHECK, TABLE } from '../../../platform/web/ui/more-icons.ts'
import { CALENDAR, CLOCK, EDIT, SETTINGS, USERS } from './staff-icons.ts'

interface NavGroup {
  /** Null for the links above the first heading. */
  heading: string | null
  items: readonly NavItem[]
}

const DASHBOARD: NavItem = { to: PATHS.admin, label: 'My Dashboard', icon: SHAPES.home }
const RESULTS: NavItem = { to: STAFF_PATHS.results, label: 'My Results', icon: EDIT }
const PREDICTIONS: NavItem = { to: STAFF_PATHS.predictions, label: 'My Predictions', icon: SHAPES.forecast }
const MEMBERS: NavItem = { to: STAFF_PATHS.users, label: 'Users', icon: USERS }
const MONEY: NavItem = { to: STAFF_PATHS.money, label: 'Money', icon: SHAPES.bars }
const PAYMENTS: NavItem = { to: STAFF_PATHS.payments, label: 'Payments', icon: SHAPES.card }

/** The links to pages that a member of staff may open. */
export const allowed = (items: readonly NavItem[], me: Me | null | undefined): NavItem[] =>
  items.filter(({ to }) => !to.startsWith(PATHS.admin) || (!!me && hasRight(me, rightOfPage(to))))

/** The staff's screens by task. Logout follows the last group. */
export const STAFF_GROUPS: readonly NavGroup[] = [
  { heading: null, items: [DASHBOARD] },
  {
    heading: 'Draws',
    items: [
      { to: STAFF_PATHS.calendar, label: 'Calendar', icon: CALENDAR },
      RESULTS,
      { to: STAFF_PATHS.games, label: 'Games', icon: CLOCK },
      { to: STAFF_PATHS.groups, label: 'Number groups', icon: SHAPES.moving },
    ],
  },
  {
    heading: 'Forecasts',
    items: [PREDICTIONS, { to: STAFF_PATHS.record, label: 'Forecast record', icon: CHECK }],
  },
  {
    heading: 'People and money',
    items: [
      MEMBERS,
      { to: STAFF_PATHS.talk, label: 'Talk to players', icon: SHAPES.chat },
      MONEY,
      { to: STAFF_PATHS.vouchers, label: 'Vouchers', icon: SHAPES.card },
      PAYMENTS,
      { to: STAFF_PATHS.audit, label: 'Audit', icon: TABLE },
    ],
  },
  {
    heading: 'The site',
    items: [
      { to: STAFF_PATHS.ready, label: 'Set-up', icon: CHECK },
      { to: STAFF_PATHS.status, label: 'Control room', icon: SHAPES.bars },
      { to: STAFF_PATHS.settings, label: 'Settings', icon: SETTINGS },
    ],
  },
  { heading: 'Leave', items: [{ to: PATHS.overview, label: 'Player screens', icon: SHAPES.search }] },
]

/** The phone's bottom bar, with labels of one word: the first four of a role. */
export const STAFF_BAR: readonly NavItem[] = [
  { ...DASHBOARD, label: 'Dashboard' },
  { ...RESULTS, label: 'Results' },
  { ...PREDICTIONS, label: 'Forecasts' },
  MEMBERS,
  PAYMENTS,
  MONEY,
]
