import { PATHS } from '../domain/paths.ts'
import { STAFF_PATHS } from '../domain/staff-paths.ts'
import { type AppPage, createRoutes } from './app-routes.ts'
import type { Module, PagePolicy } from './page.ts'

const MODULES = import.meta.glob<Module>([
  './**/admin/**/*-page.tsx',
  './{members,audit}/*-page.tsx',
  './draws/{desk,games}/*-page.tsx',
])

const LAYOUTS = { admin: () => import('./admin/admin-layout.tsx') }

function page(path: string, title: string, module: string, policy: PagePolicy = 'plain'): AppPage {
  return { path, title, access: 'admin', module, policy, layout: 'admin', status: 200 }
}

/** Every page of staff: its path, its title, its module, and what it loads from other hosts. */
const PAGES = [
  page(PATHS.admin, 'Admin', './admin/overview/admin-page.tsx'),
  page(STAFF_PATHS.predictions, 'Predictions', './predictions/admin/predictions-page.tsx', 'uploads'),
  page(STAFF_PATHS.record, 'Forecast record', './predictions/admin/record-page.tsx'),
  page(STAFF_PATHS.results, 'Results', './draws/desk/results-page.tsx'),
  page(STAFF_PATHS.users, 'Users', './members/users-page.tsx'),
  page(STAFF_PATHS.games, 'Games', './draws/games/games-page.tsx'),
  page(STAFF_PATHS.groups, 'Number groups', './statistics/admin/groups-page.tsx'),
  page(STAFF_PATHS.audit, 'Audit', './audit/audit-page.tsx'),
  page(STAFF_PATHS.status, 'Status', './admin/status/status-page.tsx'),
  page(STAFF_PATHS.payments, 'Payments', './billing/admin/payments-page.tsx'),
]

export const STAFF_ROUTES = createRoutes(PAGES, MODULES, LAYOUTS)
