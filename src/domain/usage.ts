// Our own counts of page views. They contain no user id, no address and no cookie (docs/decisions).
import { LEGAL_PATHS } from './legal.ts'
import { PATHS, PATTERNS, publicDayPath, publicForecastPath, subjectOf } from './paths.ts'
import { type Plan, PLAN_KEYS } from './plans.ts'

/** What is counted: a page was opened; the app was added to a home screen. */
export const USAGE_EVENTS = ['view', 'install'] as const
export type UsageEvent = (typeof USAGE_EVENTS)[number]

const PAGES = {
  ...PATHS,
  ...PATTERNS,
  ...LEGAL_PATHS,
  publicDay: publicDayPath(':date'),
  publicForecast: publicForecastPath(':forecast'),
}
export type UsagePage = keyof typeof PAGES
export const USAGE_PAGES = Object.keys(PAGES) as [UsagePage, ...UsagePage[]]

/** The path of a page; the subject is a name such as `:number`. */
export const usagePattern = (page: UsagePage): string => PAGES[page]

/** The plan of the visitor; `none` without an account. Staff are not counted. */
export const USAGE_PLANS = ['none', ...PLAN_KEYS] as const
export type UsagePlan = 'none' | Plan

/** Where a view comes from. `own` continues a visit; every other source begins one. */
export const USAGE_SOURCES = ['own', 'direct', 'search', 'social', 'messenger', 'site'] as const
export type UsageSource = (typeof USAGE_SOURCES)[number]

export const USAGE_LIMITS = {
  /** Days for which the counts are kept. */
  keptDays: 1096,
  /** Seconds between two writes of a process. A crash loses at most the counts of this time. */
  flushSeconds: 10,
  /** Beacons of one network address in a minute. Many phones share one address. */
  beaconsPerMinute: 600,
  /** Characters of a path that a beacon names. */
  path: 200,
  /** Days of the charts. */
  chartDays: 30,
  /** Pages that the staff's list names. */
  pagesShown: 10,
} as const

/** One count: what happened, on which page, for which plan, from where. */
export interface Usage {
  event: UsageEvent
  page: UsagePage
  plan: UsagePlan
  source: UsageSource
}

/** The page of a path; null for a path without a page, and for the pages of staff. */
export function usagePage(path: string): UsagePage | null {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path
  if (trimmed === PATHS.admin) return null
  const exact = USAGE_PAGES.find((page) => PAGES[page] === trimmed)
  return exact ?? USAGE_PAGES.find((page) => subjectOf(PAGES[page], trimmed) !== null) ?? null
}

const HOSTS: Partial<Record<UsageSource, RegExp>> = {
  search: /(^|\.)(google|bing|yahoo|duckduckgo|yandex|ecosia|brave)\./,
  social: /(^|\.)(facebook|instagram|tiktok|youtube|linkedin|reddit|x|twitter)\.com$|^t\.co$/,
  messenger: /(^|\.)(whatsapp(\.com)?|wa\.me|t\.me|telegram\.(org|me)|messenger\.com|discord\.com)$/,
}

/**
 * Where a visit comes from, by the referrer that the browser sends. Apps send none, or `android-app://` and their name.
 * @param own the origin of this site
 */
export function usageSource(referrer: string | null, own: string): UsageSource {
  const [, origin, hostname] = /^([a-z-]+:\/\/([^/:?#]+)(?::\d+)?)/.exec(referrer?.toLowerCase() ?? '') ?? []
  if (origin === undefined || hostname === undefined) return 'direct'
  if (origin === own) return 'own'
  const known = USAGE_SOURCES.find((source) => HOSTS[source]?.test(hostname))
  return known ?? 'site'
}
