import { ANALYTICS_PATH, LEGAL_PATHS } from '../domain/legal/legal.ts'
import type { PageAccess } from '../domain/site/page-access.ts'
import {
  FAIR_TITLE,
  forecastPath,
  PATHS,
  PATTERNS,
  publicForecastPath,
  type Screen,
  SCREENS,
  subjectOf,
} from '../domain/site/paths.ts'
import { PERSON_PATTERN, STAFF_PATHS } from '../domain/admin/staff.ts'

/**
 * What a page loads from other hosts: nothing, the pictures that staff pasted, those and an upload to an image host, or
 * the checkout.
 */
export type PagePolicy = 'plain' | 'pictures' | 'uploads' | 'payments'

export interface Page {
  path: string
  title: string
  /** The page's module, relative to this folder and without `-page.tsx`. */
  module: string
  /** Who may see it. */
  access: PageAccess
  /** The frame's module, relative to this folder and without `-layout.tsx`. */
  layout: 'layout/way-in' | 'layout/public' | 'layout/plain' | 'layout/dashboard' | 'admin/admin'
  policy: PagePolicy
  status: number
  /** Whether the browser runs it. A page without script is the same for all signed-out visitors, unless it is personal. */
  script: boolean
  isPersonal: boolean
  /** Whether a break replaces it. */
  pausedByBreak: boolean
  /** Whether proxies may keep it for a minute. It says when it was read. */
  isKeptByProxies: boolean
}

type Row = (path: string, title: string, module: string, own?: Partial<Page>) => Page

/** Makes rows that differ from `common` only where they say so. */
const rows =
  (common: Pick<Page, 'access' | 'layout'> & Partial<Page>): Row =>
  (path, title, module, own) => ({
    policy: 'plain',
    status: 200,
    script: true,
    isPersonal: false,
    pausedByBreak: false,
    isKeptByProxies: false,
    ...common,
    path,
    title,
    module,
    ...own,
  })

const wayIn = rows({ access: 'signed-out', layout: 'layout/way-in' })
const noScript = rows({ access: 'anyone', layout: 'layout/public', script: false })
const player = rows({ access: 'signed-in', layout: 'layout/dashboard' })
const screen = ({ path, title }: Screen, module: string, own?: Partial<Page>) =>
  player(path, title, module, own)
const staff = rows({ access: 'admin', layout: 'admin/admin' })

const publicResults = (path: string, title: string, module = 'draws/public-results') =>
  noScript(path, title, module, { isKeptByProxies: true })

const NOT_FOUND = noScript('*', '404 Page Not Found', 'site/not-found', { status: 404 })

/** Every page of the product. Of two rows that match an address, the first counts. */
export const PAGES: readonly Page[] = [
  wayIn(PATHS.login, 'Login', 'accounts/login'),
  wayIn(PATHS.loginCode, 'Enter your code', 'accounts/code'),
  wayIn(PATHS.signUp, 'Sign Up', 'accounts/sign-up'),
  wayIn(PATHS.forgotPassword, 'Reset Your Password', 'accounts/forgot-password', { access: 'anyone' }),
  wayIn(PATHS.resetPassword, 'Choose a new password', 'accounts/reset-password', { access: 'anyone' }),
  wayIn(PATHS.verifyEmail, 'Verify your email', 'accounts/verify-email', { access: 'anyone' }),
  wayIn(PATHS.popupDone, 'Google sign-in', 'accounts/popup-done', { access: 'anyone' }),

  // It only redirects.
  noScript(PATHS.start, 'Lotto Forecast', 'site/not-found', { access: 'start' }),
  noScript(PATHS.notAuthorized, 'Access Denied', 'site/not-authorized'),

  noScript(PATHS.record, 'Public record', 'record/record'),
  // The phone checks the whole record.
  noScript(PATHS.recordCheck, 'Check the record', 'record/check', { script: true }),
  // The phone checks the fingerprint.
  noScript(publicForecastPath(':forecast'), 'Forecast', 'predictions/public-slip', { script: true }),
  publicResults(PATHS.results, 'Results today'),
  publicResults(PATTERNS.resultsOf, 'Results'),
  publicResults(PATTERNS.gameYear, 'Results of a year'),
  publicResults(PATTERNS.publicDraw, 'Draw', 'draws/public-draw'),
  noScript(PATHS.methods, 'Methods', 'methods/methods'),
  noScript(PATTERNS.method, 'Method', 'methods/method'),
  noScript(LEGAL_PATHS.privacy, 'Privacy', 'legal/privacy'),
  noScript(LEGAL_PATHS.terms, 'Terms', 'legal/terms'),
  noScript(PATHS.help, 'Help', 'site/help', { isPersonal: true }),
  noScript(ANALYTICS_PATH, 'Your choice about analytics', 'legal/analytics', { isPersonal: true }),

  player(PATHS.profile, 'Profile', 'accounts/profile/profile', { access: 'own' }),
  player(PATHS.secondFactor, 'Second factor', 'accounts/second-factor/second-factor', { access: 'own' }),
  player(PATHS.confirmation, 'Choose your plan', 'billing/confirmation', {
    access: 'own',
    layout: 'layout/plain',
    policy: 'payments',
    pausedByBreak: true,
  }),
  screen(SCREENS.overview, 'overview/overview'),
  screen(SCREENS.prediction, 'predictions/prediction', { policy: 'pictures', pausedByBreak: true }),
  player(forecastPath(':id'), 'Forecast', 'predictions/slip', { policy: 'pictures', pausedByBreak: true }),
  screen(SCREENS.frequentNumbers, 'statistics/frequent'),
  screen(SCREENS.dayResult, 'draws/day-result'),
  screen(SCREENS.pastResults, 'draws/past-results'),
  screen(SCREENS.classification, 'classification/classification'),
  screen(SCREENS.paymentChannel, 'billing/payment-channel', { policy: 'payments', pausedByBreak: true }),
  screen(SCREENS.slip, 'slip/slip', { pausedByBreak: true }),
  screen(SCREENS.movingNumbers, 'statistics/moving'),
  screen(SCREENS.statistics, 'lab/lab'),
  player(PATHS.fair, FAIR_TITLE, 'lab/fair'),
  screen(SCREENS.assistant, 'assistant/assistant'),
  screen(SCREENS.ticket, 'tickets/ticket', { pausedByBreak: true }),
  player(PATHS.slipAdd, 'Add to my slip', 'slip/add', { pausedByBreak: true }),
  player(PATHS.downloads, 'Share and download', 'draws/downloads'),
  player(PATHS.number, 'Choose a number', 'draws/number'),
  player(PATTERNS.number, 'Number', 'draws/number'),
  player(PATTERNS.draw, 'Draw', 'draws/draw'),

  staff(PATHS.admin, 'Admin', 'admin/overview/admin'),
  staff(STAFF_PATHS.predictions, 'Predictions', 'predictions/admin/predictions', { policy: 'uploads' }),
  staff(STAFF_PATHS.record, 'Forecast record', 'predictions/admin/record'),
  staff(STAFF_PATHS.results, 'Results', 'draws/desk/results'),
  staff(STAFF_PATHS.users, 'Users', 'members/users'),
  staff(PERSON_PATTERN, 'Person', 'members/person'),
  staff(STAFF_PATHS.calendar, 'Draw calendar', 'draws/calendar/calendar'),
  staff(STAFF_PATHS.games, 'Games', 'draws/games/games'),
  staff(STAFF_PATHS.groups, 'Number groups', 'statistics/admin/groups'),
  staff(STAFF_PATHS.audit, 'Audit', 'audit/audit'),
  staff(STAFF_PATHS.status, 'Control room', 'admin/status/status'),
  staff(STAFF_PATHS.talk, 'Talk to players', 'admin/talk/talk'),
  staff(STAFF_PATHS.money, 'Money', 'billing/admin/money'),
  staff(STAFF_PATHS.payments, 'Payments', 'billing/admin/payments'),
  staff(STAFF_PATHS.settings, 'Settings', 'channels/settings'),

  NOT_FOUND,
]

/** The paths of all pages that exist. */
export const PAGE_PATHS = PAGES.filter(({ status }) => status === 200).map(({ path }) => path)

/** The page of a path; the 404 page where there is none. Slashes at the end are ignored. */
export function findPage(path: string): Page {
  const trimmed = path.replace(/\/+$/, '') || PATHS.start
  return PAGES.find((page) => page.path === trimmed || subjectOf(page.path, trimmed) !== null) ?? NOT_FOUND
}

/** What a page about one subject shows: the last part of its address, encoded. Empty for every other page. */
export const subjectAt = (page: Page, path: string): string => subjectOf(page.path, path) ?? ''
