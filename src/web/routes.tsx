import type { ComponentType, ReactNode } from 'react'
import type { PageAccess } from '../domain/page-access.ts'
import { PATHS } from '../domain/paths.ts'

/** A page's module: the screen, and the calls of the API that it is drawn from. */
interface Module {
  default: ComponentType
  calls?: (search: URLSearchParams) => string[]
}

type Layout = ComponentType<{ children: ReactNode }>

/** A layout's module: what surrounds the page, and the calls that it is drawn from itself. */
interface LayoutModule {
  default: Layout
  calls?: () => string[]
}

/** What stands around pages. Each is fetched with the first page that it surrounds: the login needs no sidebar. */
const LAYOUTS: Record<'plain' | 'dashboard' | 'admin', () => Promise<LayoutModule>> = {
  plain: () => import('./layout/plain-layout.tsx'),
  dashboard: () => import('./layout/dashboard-layout.tsx'),
  admin: () => import('./admin/admin-layout.tsx'),
}

/**
 * What a page loads from other hosts: nothing, pictures that staff pasted, those and an upload to an image host, or the
 * checkout.
 */
export type PagePolicy = 'plain' | 'pictures' | 'uploads' | 'payments'

export interface Page {
  path: string
  title: string
  access: PageAccess
  layout: keyof typeof LAYOUTS
  policy: PagePolicy
  status: number
  /** Name of the page's module in the build, so that its script can be fetched with the page. For the server only. */
  module: string
  load: () => Promise<Module>
}

type Definition = Omit<Page, 'status' | 'layout' | 'policy'> & Partial<Pick<Page, 'layout' | 'policy'>>

function page(definition: Definition, status = 200): Page {
  const layout = definition.path.startsWith('/dashboard') ? 'dashboard' : 'plain'
  return { layout, policy: 'plain', ...definition, status }
}

const PAGES = [
  page({
    path: PATHS.login,
    title: 'Login',
    access: 'signed-out',
    module: 'src/web/accounts/login-page.tsx',
    load: () => import('./accounts/login-page.tsx'),
  }),
  page({
    path: PATHS.loginCode,
    title: 'Enter your code',
    access: 'signed-out',
    module: 'src/web/accounts/code-page.tsx',
    load: () => import('./accounts/code-page.tsx'),
  }),
  page({
    path: PATHS.signUp,
    title: 'Sign Up',
    access: 'signed-out',
    module: 'src/web/accounts/sign-up-page.tsx',
    load: () => import('./accounts/sign-up-page.tsx'),
  }),
  page({
    path: PATHS.forgotPassword,
    title: 'Reset Your Password',
    access: 'anyone',
    module: 'src/web/accounts/forgot-password-page.tsx',
    load: () => import('./accounts/forgot-password-page.tsx'),
  }),
  page({
    path: PATHS.resetPassword,
    title: 'Choose a new password',
    access: 'anyone',
    module: 'src/web/accounts/reset-password-page.tsx',
    load: () => import('./accounts/reset-password-page.tsx'),
  }),
  page({
    path: PATHS.verifyEmail,
    title: 'Verify your email',
    access: 'anyone',
    module: 'src/web/accounts/verify-email-page.tsx',
    load: () => import('./accounts/verify-email-page.tsx'),
  }),
  page({
    path: PATHS.popupDone,
    title: 'Google sign-in',
    access: 'anyone',
    module: 'src/web/accounts/popup-done-page.tsx',
    load: () => import('./accounts/popup-done-page.tsx'),
  }),
  page({
    path: PATHS.profile,
    title: 'Profile',
    access: 'own',
    module: 'src/web/accounts/profile/profile-page.tsx',
    load: () => import('./accounts/profile/profile-page.tsx'),
  }),
  page({
    path: PATHS.secondFactor,
    title: 'Second factor',
    access: 'own',
    module: 'src/web/accounts/second-factor/second-factor-page.tsx',
    load: () => import('./accounts/second-factor/second-factor-page.tsx'),
  }),
  page({
    path: PATHS.confirmation,
    title: 'Choose your plan',
    access: 'own',
    policy: 'payments',
    module: 'src/web/billing/confirmation-page.tsx',
    load: () => import('./billing/confirmation-page.tsx'),
  }),
  page({
    path: PATHS.notAuthorized,
    title: 'Access Denied',
    access: 'anyone',
    module: 'src/web/site/not-authorized-page.tsx',
    load: () => import('./site/not-authorized-page.tsx'),
  }),
  page({
    path: PATHS.overview,
    title: 'Overview',
    access: 'signed-in',
    module: 'src/web/overview/overview-page.tsx',
    load: () => import('./overview/overview-page.tsx'),
  }),
  page({
    path: PATHS.prediction,
    title: 'Prediction / Forecast (Premium)',
    access: 'signed-in',
    policy: 'pictures',
    module: 'src/web/predictions/prediction-page.tsx',
    load: () => import('./predictions/prediction-page.tsx'),
  }),
  page({
    path: PATHS.frequentNumbers,
    title: 'Frequent Numbers (Premium)',
    access: 'signed-in',
    module: 'src/web/statistics/frequent-page.tsx',
    load: () => import('./statistics/frequent-page.tsx'),
  }),
  page({
    path: PATHS.dayResult,
    title: 'Day Result',
    access: 'signed-in',
    module: 'src/web/draws/day-result-page.tsx',
    load: () => import('./draws/day-result-page.tsx'),
  }),
  page({
    path: PATHS.pastResults,
    title: 'Games Results',
    access: 'signed-in',
    module: 'src/web/draws/past-results-page.tsx',
    load: () => import('./draws/past-results-page.tsx'),
  }),
  page({
    path: PATHS.classification,
    title: 'Lotto Classification Chart',
    access: 'signed-in',
    module: 'src/web/classification/classification-page.tsx',
    load: () => import('./classification/classification-page.tsx'),
  }),
  page({
    path: PATHS.paymentChannel,
    title: 'Payment Channels',
    access: 'signed-in',
    policy: 'payments',
    module: 'src/web/billing/payment-channel-page.tsx',
    load: () => import('./billing/payment-channel-page.tsx'),
  }),
  page({
    path: PATHS.movingNumbers,
    title: 'Moving Numbers',
    access: 'signed-in',
    module: 'src/web/statistics/moving-page.tsx',
    load: () => import('./statistics/moving-page.tsx'),
  }),
  page({
    path: PATHS.assistant,
    title: 'AI Assistant',
    access: 'signed-in',
    module: 'src/web/assistant/assistant-page.tsx',
    load: () => import('./assistant/assistant-page.tsx'),
  }),
  page({
    path: PATHS.admin,
    title: 'Admin',
    access: 'admin',
    layout: 'admin',
    module: 'src/web/admin/overview/admin-page.tsx',
    load: () => import('./admin/overview/admin-page.tsx'),
  }),
  page({
    path: PATHS.adminPredictions,
    title: 'Predictions',
    access: 'admin',
    layout: 'admin',
    policy: 'uploads',
    module: 'src/web/predictions/admin/predictions-page.tsx',
    load: () => import('./predictions/admin/predictions-page.tsx'),
  }),
  page({
    path: PATHS.adminResults,
    title: 'Results',
    access: 'admin',
    layout: 'admin',
    module: 'src/web/draws/desk/results-page.tsx',
    load: () => import('./draws/desk/results-page.tsx'),
  }),
  page({
    path: PATHS.adminUsers,
    title: 'Users',
    access: 'admin',
    layout: 'admin',
    module: 'src/web/members/users-page.tsx',
    load: () => import('./members/users-page.tsx'),
  }),
  page({
    path: PATHS.adminGames,
    title: 'Games',
    access: 'admin',
    layout: 'admin',
    module: 'src/web/draws/games/games-page.tsx',
    load: () => import('./draws/games/games-page.tsx'),
  }),
  page({
    path: PATHS.adminAudit,
    title: 'Audit',
    access: 'admin',
    layout: 'admin',
    module: 'src/web/audit/audit-page.tsx',
    load: () => import('./audit/audit-page.tsx'),
  }),
  page({
    path: PATHS.adminPayments,
    title: 'Payments',
    access: 'admin',
    layout: 'admin',
    module: 'src/web/billing/admin/payments-page.tsx',
    load: () => import('./billing/admin/payments-page.tsx'),
  }),
]

const notFoundModule = {
  title: '404 Page Not Found',
  module: 'src/web/site/not-found-page.tsx',
  load: () => import('./site/not-found-page.tsx'),
}

const START = page({ ...notFoundModule, path: PATHS.start, access: 'start' })
const NOT_FOUND = page({ ...notFoundModule, path: '*', access: 'anyone' }, 404)

/** The page of a path; the 404 page where there is none. */
export function findPage(path: string): Page {
  if (path === PATHS.start) return START
  const plain = path.replace(/\/+$/, '')
  return PAGES.find((candidate) => candidate.path === plain) ?? NOT_FOUND
}

/** The code of a page and of what stands around it. */
interface LoadedPage {
  Page: ComponentType
  Layout: Layout
  calls: (search: URLSearchParams) => string[]
}

const loaded = new Map<string, LoadedPage>()

/** Loads a page's code, once. */
export async function loadPage({ path, load, layout }: Page): Promise<void> {
  if (loaded.has(path)) return
  const [page, around] = await Promise.all([load(), LAYOUTS[layout]()])
  loaded.set(path, {
    Page: page.default,
    Layout: around.default,
    calls: (search) => [...(around.calls?.() ?? []), ...(page.calls?.(search) ?? [])],
  })
}

/** A page whose code is here already. */
export function loadedPage({ path }: Page): LoadedPage | undefined {
  return loaded.get(path)
}
