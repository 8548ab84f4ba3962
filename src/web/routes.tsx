import type { ComponentType, ReactNode } from 'react'
import type { PageAccess } from '../domain/page-access.ts'
import { PATHS, type Screen, SCREENS } from '../domain/paths.ts'

/** A page's module: the screen, and the API calls whose answers it is rendered from. */
interface Module {
  default: ComponentType
  calls?: (search: URLSearchParams) => string[]
}

type Layout = ComponentType<{ children: ReactNode }>

/** A layout's module: the frame around a page, and the API calls that the frame needs. */
interface LayoutModule {
  default: Layout
  calls?: () => string[]
}

const MODULES = import.meta.glob<Module>('./**/*-page.tsx')

/** Each layout is fetched with the first page that it frames: the login needs no sidebar. */
const LAYOUTS: Record<'plain' | 'dashboard' | 'admin', () => Promise<LayoutModule>> = {
  plain: () => import('./layout/plain-layout.tsx'),
  dashboard: () => import('./layout/dashboard-layout.tsx'),
  admin: () => import('./admin/admin-layout.tsx'),
}

/**
 * What a page loads from other hosts: nothing, the pictures that staff pasted, those and an upload to an image host, or
 * the checkout.
 */
export type PagePolicy = 'plain' | 'pictures' | 'uploads' | 'payments'

export interface Page {
  path: string
  title: string
  access: PageAccess
  /** The page's module, relative to this file. */
  module: string
  policy: PagePolicy
  layout: keyof typeof LAYOUTS
  status: number
}

function page(
  path: string,
  title: string,
  access: PageAccess,
  module: string,
  policy: PagePolicy = 'plain',
  status = 200,
): Page {
  const layout = access === 'admin' ? access : path.startsWith(PATHS.overview) ? 'dashboard' : 'plain'
  return { path, title, access, module, policy, layout, status }
}

const screen = ({ path, title }: Screen, module: string, policy?: PagePolicy) =>
  page(path, title, 'signed-in', module, policy)

/** Every page: its path, its title, who may see it, its module, and what it loads from other hosts. */
const PAGES = [
  page(PATHS.login, 'Login', 'signed-out', './accounts/login-page.tsx'),
  page(PATHS.loginCode, 'Enter your code', 'signed-out', './accounts/code-page.tsx'),
  page(PATHS.signUp, 'Sign Up', 'signed-out', './accounts/sign-up-page.tsx'),
  page(PATHS.forgotPassword, 'Reset Your Password', 'anyone', './accounts/forgot-password-page.tsx'),
  page(PATHS.resetPassword, 'Choose a new password', 'anyone', './accounts/reset-password-page.tsx'),
  page(PATHS.verifyEmail, 'Verify your email', 'anyone', './accounts/verify-email-page.tsx'),
  page(PATHS.popupDone, 'Google sign-in', 'anyone', './accounts/popup-done-page.tsx'),
  page(PATHS.profile, 'Profile', 'own', './accounts/profile/profile-page.tsx'),
  page(PATHS.secondFactor, 'Second factor', 'own', './accounts/second-factor/second-factor-page.tsx'),
  page(PATHS.confirmation, 'Choose your plan', 'own', './billing/confirmation-page.tsx', 'payments'),
  page(PATHS.notAuthorized, 'Access Denied', 'anyone', './site/not-authorized-page.tsx'),
  screen(SCREENS.overview, './overview/overview-page.tsx'),
  screen(SCREENS.prediction, './predictions/prediction-page.tsx', 'pictures'),
  screen(SCREENS.frequentNumbers, './statistics/frequent-page.tsx'),
  screen(SCREENS.dayResult, './draws/day-result-page.tsx'),
  screen(SCREENS.pastResults, './draws/past-results-page.tsx'),
  screen(SCREENS.classification, './classification/classification-page.tsx'),
  screen(SCREENS.paymentChannel, './billing/payment-channel-page.tsx', 'payments'),
  screen(SCREENS.movingNumbers, './statistics/moving-page.tsx'),
  screen(SCREENS.assistant, './assistant/assistant-page.tsx'),
  page(PATHS.admin, 'Admin', 'admin', './admin/overview/admin-page.tsx'),
  page(PATHS.adminPredictions, 'Predictions', 'admin', './predictions/admin/predictions-page.tsx', 'uploads'),
  page(PATHS.adminResults, 'Results', 'admin', './draws/desk/results-page.tsx'),
  page(PATHS.adminUsers, 'Users', 'admin', './members/users-page.tsx'),
  page(PATHS.adminGames, 'Games', 'admin', './draws/games/games-page.tsx'),
  page(PATHS.adminAudit, 'Audit', 'admin', './audit/audit-page.tsx'),
  page(PATHS.adminPayments, 'Payments', 'admin', './billing/admin/payments-page.tsx'),
]

const NOT_FOUND = page('*', '404 Page Not Found', 'anyone', './site/not-found-page.tsx', 'plain', 404)
/** Only redirects. */
const START: Page = { ...NOT_FOUND, path: PATHS.start, access: 'start', status: 200 }

/** The page of a path; the 404 page where there is none. */
export function findPage(path: string): Page {
  if (path === PATHS.start) return START
  const trimmed = path.replace(/\/+$/, '')
  return PAGES.find((candidate) => candidate.path === trimmed) ?? NOT_FOUND
}

/** The code of a page and of its layout. */
interface LoadedPage {
  Page: ComponentType
  Layout: Layout
  calls: (search: URLSearchParams) => string[]
}

const loaded = new Map<string, LoadedPage>()

/** Loads a page's code, once. */
export async function loadPage({ path, module, layout }: Page): Promise<void> {
  if (loaded.has(path)) return
  const [page, frame] = await Promise.all([MODULES[module]!(), LAYOUTS[layout]()])
  loaded.set(path, {
    Page: page.default,
    Layout: frame.default,
    calls: (search) => [...(frame.calls?.() ?? []), ...(page.calls?.(search) ?? [])],
  })
}

/** A page whose code is loaded; undefined before that. */
export function loadedPage({ path }: Page): LoadedPage | undefined {
  return loaded.get(path)
}
