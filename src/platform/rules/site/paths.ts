import type { MethodKey } from '../methods/keys.ts'
import type { Feature } from '../access/plans.ts'

/** A screen of the dashboard, as the navigation and the table of pages need it. */
export interface Screen {
  path: string
  /** Its text in the navigation. */
  link: string
  /** Its heading, which is the document's title too. */
  title: string
  /** What the plan must open before the screen shows figures. */
  feature?: Feature
  /** The navigation lists it under "More". */
  isMore?: true
}

/** The screens of the dashboard in the order of the navigation: the specification's seven, then the others. */
export const SCREENS = {
  overview: { path: '/dashboard', link: 'Overview', title: 'Overview' },
  prediction: {
    path: '/dashboard/prediction',
    link: 'Prediction',
    title: 'Prediction / Forecast (Premium)',
    feature: 'prediction',
  },
  frequentNumbers: {
    path: '/dashboard/frequent-numbers',
    link: 'Frequent Number',
    title: 'Frequent Numbers (Premium)',
    feature: 'frequent-numbers',
  },
  dayResult: {
    path: '/dashboard/day-result',
    link: 'Day Result',
    title: 'Day Result',
    feature: 'day-result',
  },
  pastResults: {
    path: '/dashboard/past-results',
    link: 'Games Results',
    title: 'Games Results',
    feature: 'games-results',
  },
  classification: {
    path: '/dashboard/classification',
    link: 'Classification',
    title: 'Lotto Classification Chart',
    feature: 'classification',
  },
  paymentChannel: { path: '/dashboard/payment-channel', link: 'Payment Channel', title: 'Payment Channels' },
  slip: { path: '/dashboard/slip', link: 'My slip', title: 'My slip', isMore: true },
  movingNumbers: {
    path: '/dashboard/moving-numbers',
    link: 'Moving Numbers',
    title: 'Moving Numbers',
    feature: 'moving-numbers',
    isMore: true,
  },
  statistics: {
    path: '/dashboard/statistics',
    link: 'Statistics',
    title: 'Statistics',
    feature: 'statistics',
    isMore: true,
  },
  assistant: {
    path: '/dashboard/ai',
    link: 'AI Assistant',
    title: 'AI Assistant',
    feature: 'assistant',
    isMore: true,
  },
  ticket: { path: '/dashboard/ticket', link: 'Ticket Checker', title: 'Ticket Checker', isMore: true },
} as const satisfies Record<string, Screen>

const SCREEN_PATHS = Object.fromEntries(Object.entries(SCREENS).map(([name, { path }]) => [name, path])) as {
  [Name in keyof typeof SCREENS]: (typeof SCREENS)[Name]['path']
}

/** The address of every page, in one place. */
export const PATHS = {
  ...SCREEN_PATHS,
  start: '/',
  login: '/login',
  signUp: '/signup',
  loginCode: '/login/code',
  logout: '/logout',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  resendVerification: '/resend-verification',
  emailLink: '/email-link',
  stopMails: '/stop-mails',
  popupDone: '/popup-done',
  confirmation: '/confirmation',
  notAuthorized: '/not-authorized',
  record: '/record',
  recordCheck: '/record/check',
  methods: '/methods',
  help: '/help',
  results: '/results',
  tv: '/tv',
  profile: '/dashboard/profile',
  secondFactor: '/dashboard/second-factor',
  slipAdd: '/dashboard/slip/add',
  number: '/dashboard/number',
  downloads: '/dashboard/downloads',
  paper: '/dashboard/print',
  fair: '/dashboard/statistics/fair',
  admin: '/admin',
} as const

/** The heading of the page of all proofs, and the text of links to it. */
export const FAIR_TITLE = 'Are the draws fair?'

/** Help, which names the player's screen that it is opened from. */
export const helpPath = (from: string): string =>
  from.startsWith(PATHS.overview) ? `${PATHS.help}?from=${encodeURIComponent(from)}` : PATHS.help

/** The page of a number from 1 to 90. */
export const numberPath = (number: number): string => `${PATHS.number}/${number}`

/** A draw by its game's key and its Lagos date, before and after its result: `diamond.2025-06-23`. */
export const drawOfDay = (game: string, date: string): string => `${game}.${date}`

/** The page of a draw for players, by its {@link drawOfDay}. The public ids of earlier links lead to it too. */
export const drawPath = (draw: string): string => `/dashboard/draw/${draw}`

/** The page of a draw for everyone, which players share, by the same names. */
export const publicDrawPath = (draw: string): string => `/d/${draw}`

/** The public results of a Lagos date or of a game, by its key. */
export const publicResultsPath = (subject: string): string => `${PATHS.results}/${subject}`

/** The feeds of all games or of one, without their ending: `.xml` is Atom, `.json` JSON Feed. */
export const publicFeedPath = (game?: string): string =>
  `${game ? publicResultsPath(game) : PATHS.results}/feed`

/** The public results of a game's year. */
export const publicYearPath = (game: string, year: number | string): string =>
  `${publicResultsPath(game)}/${year}`

/** The slip of a forecast for players with the plan, by its number. */
export const forecastPath = (forecast: number | string): string => `${PATHS.prediction}/${forecast}`

/** The slip of a forecast of the record for everyone, by its number. */
export const publicForecastPath = (forecast: number | string): string => `${PATHS.record}/${forecast}`

/** Where the page that checks the record shows one entry of the log. */
export const LOOK_UP_ID = 'lookup'

/** An entry of the log on that page. @param fingerprint its number, or 64 hexadecimal digits */
export const recordCheckPath = (fingerprint: string): string =>
  `${PATHS.recordCheck}?fingerprint=${fingerprint}#${LOOK_UP_ID}`

/** The page of a method: how a figure is computed. */
export const methodPath = (method: MethodKey): string => `${PATHS.methods}/${method}`

/** The pages about one subject: the last parts of the address name it. */
export const PATTERNS = {
  number: `${PATHS.number}/:number`,
  draw: drawPath(':draw'),
  publicDraw: publicDrawPath(':draw'),
  method: `${PATHS.methods}/:method`,
  resultsOf: publicResultsPath(':subject'),
  gameYear: publicYearPath(':game', ':year'),
} as const

/** The subject in an address, as encoded there, such as `bingo/2026`; null if the address does not match the pattern. */
export function subjectOf(pattern: string, path: string): string | null {
  const [prefix, ...names] = pattern.split(':') as [string, ...string[]]
  if (!path.startsWith(prefix)) return null
  const subject = path.slice(prefix.length).replace(/\/+$/, '')
  const parts = subject.split('/')
  return parts.length === names.length && !parts.includes('') ? subject : null
}
