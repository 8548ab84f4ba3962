import { PATHS, PATTERNS, type Screen, SCREENS } from '../domain/paths.ts'
import { type Layout, type LoadedPage, type Module, type Page, pageAt, type PagePolicy } from './page.ts'

/** A layout's module: the frame around a page, and the API calls that the frame needs. */
interface LayoutModule {
  default: Layout
  calls?: () => string[]
}

/** The pages of the door have their own table (`door-routes.ts`). */
const MODULES = import.meta.glob<Module>([
  './**/*-page.tsx',
  '!./accounts/*-page.tsx',
  '!./site/*-page.tsx',
  '!./draws/public-draw-page.tsx',
])

/** Each layout is fetched with the first page that it frames. */
const LAYOUTS: Record<'plain' | 'dashboard' | 'admin', () => Promise<LayoutModule>> = {
  plain: () => import('./layout/plain-layout.tsx'),
  dashboard: () => import('./layout/dashboard-layout.tsx'),
  admin: () => import('./admin/admin-layout.tsx'),
}

/** A page of the app, for signed-in users. */
export interface AppPage extends Page {
  access: 'own' | 'signed-in' | 'admin'
  layout: keyof typeof LAYOUTS
}

function page(
  path: string,
  title: string,
  access: AppPage['access'],
  module: string,
  policy: PagePolicy = 'plain',
): AppPage {
  const layout = access === 'admin' ? access : path.startsWith(PATHS.overview) ? 'dashboard' : 'plain'
  return { path, title, access, module, policy, layout, status: 200 }
}

const screen = ({ path, title }: Screen, module: string, policy?: PagePolicy) =>
  page(path, title, 'signed-in', module, policy)

/** Every page of the app: its path, its title, who may see it, its module, and what it loads from other hosts. */
const PAGES = [
  page(PATHS.profile, 'Profile', 'own', './accounts/profile/profile-page.tsx'),
  page(PATHS.secondFactor, 'Second factor', 'own', './accounts/second-factor/second-factor-page.tsx'),
  page(PATHS.confirmation, 'Choose your plan', 'own', './billing/confirmation-page.tsx', 'payments'),
  screen(SCREENS.overview, './overview/overview-page.tsx'),
  screen(SCREENS.prediction, './predictions/prediction-page.tsx', 'pictures'),
  screen(SCREENS.frequentNumbers, './statistics/frequent-page.tsx'),
  screen(SCREENS.dayResult, './draws/day-result-page.tsx'),
  screen(SCREENS.pastResults, './draws/past-results-page.tsx'),
  screen(SCREENS.classification, './classification/classification-page.tsx'),
  screen(SCREENS.paymentChannel, './billing/payment-channel-page.tsx', 'payments'),
  screen(SCREENS.movingNumbers, './statistics/moving-page.tsx'),
  screen(SCREENS.assistant, './assistant/assistant-page.tsx'),
  page(PATHS.number, 'Choose a number', 'signed-in', './draws/number-page.tsx'),
  page(PATTERNS.number, 'Number', 'signed-in', './draws/number-page.tsx'),
  page(PATTERNS.draw, 'Draw', 'signed-in', './draws/draw-page.tsx'),
  page(PATHS.admin, 'Admin', 'admin', './admin/overview/admin-page.tsx'),
  page(PATHS.adminPredictions, 'Predictions', 'admin', './predictions/admin/predictions-page.tsx', 'uploads'),
  page(PATHS.adminResults, 'Results', 'admin', './draws/desk/results-page.tsx'),
  page(PATHS.adminUsers, 'Users', 'admin', './members/users-page.tsx'),
  page(PATHS.adminGames, 'Games', 'admin', './draws/games/games-page.tsx'),
  page(PATHS.adminAudit, 'Audit', 'admin', './audit/audit-page.tsx'),
  page(PATHS.adminPayments, 'Payments', 'admin', './billing/admin/payments-page.tsx'),
]

/** The app's page of a path; undefined for a path outside the app. */
export function findPage(path: string): AppPage | undefined {
  return pageAt(PAGES, path)
}

const loaded = new Map<string, LoadedPage>()

/** Loads a page's code, once. */
export async function loadPage({ path, module, layout }: AppPage): Promise<LoadedPage> {
  const known = loaded.get(path)
  if (known) return known
  const [page, frame] = await Promise.all([MODULES[module]!(), LAYOUTS[layout]()])
  const code: LoadedPage = {
    Page: page.default,
    Layout: frame.default,
    calls: (search, subject) => [...(frame.calls?.() ?? []), ...(page.calls?.(search, subject) ?? [])],
    head: page.head,
  }
  loaded.set(path, code)
  return code
}

/** A page whose code is loaded; undefined before that. */
export function loadedPage({ path }: AppPage): LoadedPage | undefined {
  return loaded.get(path)
}
