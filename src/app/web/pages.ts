import { ANALYTICS_PATH, LEGAL_PATHS } from '../../platform/rules/legal/legal.ts'
import type { PageAccess } from '../../platform/rules/access/page-access.ts'
import {
  FAIR_TITLE,
  forecastPath,
  PATHS,
  PATTERNS,
  publicForecastPath,
  type Screen,
  SCREENS,
  subjectOf,
} from '../../platform/rules/site/paths.ts'
import { PERSON_PATTERN, STAFF_PATHS } from '../../platform/rules/access/staff.ts'

/**
 * What a page loads from other hosts: nothing, the pictures that staff pasted, those and an upload to an image host, or
 * the checkout.
 */
export type PagePolicy = 'plain' | 'pictures' | 'uploads' | 'payments'

export interface Page {
  path: string
  title: string
  /** The page's room and module: `draws/draw` is `src/app/web/screens/draw-page.tsx`; see {@link fileOfPage}. */
  module: string
  /** Who may see it. */
  access: PageAccess
  /** The frame's module in `layout`, without `-layout.tsx`. */
  layout: 'way-in' | 'wall' | 'paper' | 'public' | 'plain' | 'dashboard' | 'staff'
  policy: PagePolicy
  status: number
  /** Whether the browser runs it. A page without script is the same for all signed-out visitors, unless it is personal. */
  script: boolean
  isPersonal: boolean
  /** Whether a break replaces it. */
  pausedByBreak: boolean
  /** The screens that a phone opens most, also without a network. */
  isCommon: boolean
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
    isCommon: false,
    isKeptByProxies: false,
    ...common,
    path,
    title,
    module,
    ...own,
  })

const wayIn = rows({ access: 'signed-out', layout: 'way-in' })
const noScript = rows({ access: 'anyone', layout: 'public', script: false })
const player = rows({ access: 'signed-in', layout: 'dashboard' })
const screen = ({ path, title }: Screen, module: string, own?: Partial<Page>) =>
  player(path, title, module, own)
const staff = rows({ access: 'admin', layout: 'staff' })

const publicResults = (path: string, title: string, module = 'draws/public-results') =>
  noScript(path, title, module, { isKeptByProxies: true })

const NOT_FOUND = noScript('*', '404 Page Not Found', 'app/site/not-found', { status: 404 })

/** Every page of the product. Of two rows that match an address, the first counts. */
export const PAGES: readonly Page[] = [
  wayIn(PATHS.login, 'Login', 'people/login'),
  wayIn(PATHS.loginCode, 'Enter your code', 'people/code'),
  wayIn(PATHS.signUp, 'Sign Up', 'people/sign-up'),
  wayIn(PATHS.forgotPassword, 'Reset Your Password', 'people/forgot-password', { access: 'anyone' }),
  wayIn(PATHS.resetPassword, 'Choose a new password', 'people/reset-password', { access: 'anyone' }),
  wayIn(PATHS.verifyEmail, 'Verify your email', 'people/verify-email', { access: 'anyone' }),
  wayIn(PATHS.popupDone, 'Google sign-in', 'people/popup-done', { access: 'anyone' }),

  // It only redirects.
  noScript(PATHS.start, 'Lotto Forecast', 'app/site/not-found', { access: 'start' }),
  noScript(PATHS.notAuthorized, 'Access Denied', 'app/site/not-authorized'),

  noScript(PATHS.record, 'Public record', 'forecasts/record/record'),
  // The phone checks the whole record.
  noScript(PATHS.recordCheck, 'Check the record', 'forecasts/record/check', { script: true }),
  // The phone checks the fingerprint.
  noScript(publicForecastPath(':forecast'), 'Forecast', 'forecasts/public-slip', { script: true }),
  publicResults(PATHS.results, 'Results today'),
  publicResults(PATTERNS.resultsOf, 'Results'),
  publicResults(PATTERNS.gameYear, 'Results of a year'),
  publicResults(PATTERNS.publicDraw, 'Draw', 'draws/public-draw'),
  // It shows the time.
  noScript(PATHS.tv, 'Results on a TV', 'draws/wall/wall', {
    layout: 'wall',
    script: true,
    isPersonal: true,
  }),
  noScript(PATHS.methods, 'Methods', 'app/methods/methods'),
  noScript(PATTERNS.method, 'Method', 'app/methods/method'),
  noScript(LEGAL_PATHS.privacy, 'Privacy', 'app/legal/privacy'),
  noScript(LEGAL_PATHS.terms, 'Terms', 'app/legal/terms'),
  noScript(PATHS.stopMails, 'Mails about plans', 'operation/talk/stop-mails', { isPersonal: true }),
  noScript(PATHS.help, 'Help', 'app/site/help', { script: true, isPersonal: true }),
  noScript(ANALYTICS_PATH, 'Your choice about analytics', 'app/legal/analytics', { isPersonal: true }),

  player(PATHS.profile, 'Profile', 'app/screens/profile', { access: 'own' }),
  player(PATHS.secondFactor, 'Second factor', 'people/second-factor/second-factor', { access: 'own' }),
  player(PATHS.confirmation, 'Choose your plan', 'money/confirmation', {
    access: 'own',
    layout: 'plain',
    policy: 'payments',
    pausedByBreak: true,
  }),
  screen(SCREENS.overview, 'app/screens/overview', { isCommon: true }),
  screen(SCREENS.prediction, 'forecasts/prediction', { policy: 'pictures', pausedByBreak: true }),
  player(forecastPath(':id'), 'Forecast', 'forecasts/slip', { policy: 'pictures', pausedByBreak: true }),
  screen(SCREENS.frequentNumbers, 'statistics/frequent'),
  screen(SCREENS.dayResult, 'app/screens/day-result', { isCommon: true }),
  screen(SCREENS.pastResults, 'app/screens/past-results', { isCommon: true }),
  screen(SCREENS.classification, 'draws/classification/classification', { isCommon: true }),
  screen(SCREENS.paymentChannel, 'money/payment-channel', { policy: 'payments', pausedByBreak: true }),
  screen(SCREENS.slip, 'slip/slip', { pausedByBreak: true }),
  screen(SCREENS.movingNumbers, 'statistics/moving'),
  screen(SCREENS.statistics, 'statistics/lab/lab'),
  player(PATHS.fair, FAIR_TITLE, 'statistics/lab/fair'),
  screen(SCREENS.assistant, 'assistant/assistant'),
  screen(SCREENS.ticket, 'slip/tickets/ticket', { pausedByBreak: true }),
  player(PATHS.slipAdd, 'Add to my slip', 'slip/add', { pausedByBreak: true }),
  player(PATHS.paper, 'Print', 'draws/paper/paper', { layout: 'paper' }),
  player(PATHS.downloads, 'Share and download', 'draws/downloads'),
  player(PATHS.number, 'Choose a number', 'app/screens/number'),
  player(PATTERNS.number, 'Number', 'app/screens/number'),
  player(PATTERNS.draw, 'Draw', 'app/screens/draw'),

  staff(PATHS.admin, 'Admin', 'operation/start/admin'),
  staff(STAFF_PATHS.predictions, 'Predictions', 'forecasts/admin/predictions', { policy: 'uploads' }),
  staff(STAFF_PATHS.record, 'Forecast record', 'forecasts/admin/record'),
  staff(STAFF_PATHS.results, 'Results', 'draws/desk/results'),
  staff(STAFF_PATHS.users, 'Users', 'people/members/users'),
  staff(PERSON_PATTERN, 'Person', 'app/screens/person'),
  staff(STAFF_PATHS.calendar, 'Draw calendar', 'draws/calendar/calendar'),
  staff(STAFF_PATHS.games, 'Games', 'draws/games/games'),
  staff(STAFF_PATHS.groups, 'Number groups', 'statistics/admin/groups'),
  staff(STAFF_PATHS.audit, 'Audit', 'operation/audit/audit'),
  staff(STAFF_PATHS.ready, 'Ready for players', 'operation/ready/ready'),
  staff(STAFF_PATHS.status, 'Control room', 'operation/status/status'),
  staff(STAFF_PATHS.talk, 'Talk to players', 'operation/talk/talk'),
  staff(STAFF_PATHS.money, 'Money', 'money/admin/money'),
  staff(STAFF_PATHS.vouchers, 'Vouchers', 'money/admin/vouchers'),
  staff(STAFF_PATHS.payments, 'Payments', 'money/admin/payments'),
  staff(STAFF_PATHS.settings, 'Settings', 'reach/channels/settings'),

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

/** The file of a page's module, from `src`. The browser's build leaves out the pages without script, whose files end in `-static`. */
export const fileOfPage = ({ module, script }: Page): string =>
  `${module.replace('/', '/web/')}-${script ? 'page' : 'static'}.tsx`
