// What the analytics service learns about a player who agreed, and when it is asked for its web config (docs/decisions).
import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import { LEGAL_PATHS } from '../../../platform/rules/legal/legal.ts'
import { PATHS, PATTERNS, publicForecastPath, subjectOf } from '../../../platform/rules/site/paths.ts'
import type { Plan } from '../../../platform/rules/access/plans.ts'

/** What is sent: a page was opened; the app was added to a home screen. */
export const ANALYTICS_EVENTS = ['view', 'install'] as const

const PAGES = {
  ...PATHS,
  ...PATTERNS,
  ...LEGAL_PATHS,
  publicForecast: publicForecastPath(':forecast'),
}
type PageKey = keyof typeof PAGES

/** An event of a player: which kind of page, never its subject. */
export interface AnalyticsEvent {
  event: (typeof ANALYTICS_EVENTS)[number]
  page: PageKey
  plan: Plan
}

/** The page of a path; null for a path without a page, and for the pages of staff. */
export function analyticsPage(path: string): PageKey | null {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path
  if (trimmed === PATHS.admin) return null
  const pages = Object.keys(PAGES) as PageKey[]
  const exact = pages.find((page) => PAGES[page] === trimmed)
  return exact ?? pages.find((page) => subjectOf(PAGES[page], trimmed) !== null) ?? null
}

export const ANALYTICS_LIMITS = {
  /** Characters of a path that a browser names. */
  path: 200,
  /** Events that wait for the next sending. Further ones are lost. */
  waiting: 10_000,
  /** Events of one request; the service accepts no more. */
  eventsPerRequest: 25,
  /** Requests to the service at the same time. */
  requests: 4,
  /** Milliseconds until a request with events is given up. */
  sendMs: 10_000,
  /** Bytes of an answer with the web config. */
  configBytes: 64 * 1024,
} as const

const SECOND = 1000
const MINUTE = 60 * SECOND

/** When the web config is fetched, and when events are sent. Milliseconds. */
export const ANALYTICS_TIMES = {
  /** The whole fetch: all tries, the pauses between them, and the answer's body. */
  total: 60 * SECOND,
  /** The pause before the second try. It doubles with each further try. */
  firstPause: SECOND,
  longestPause: 30 * SECOND,
  /** From a good answer to the next fetch. */
  refresh: 12 * 60 * MINUTE,
  /** From a failed fetch to the next. */
  afterFailure: 10 * MINUTE,
  /** Between two sendings of a process. A stop loses at most the events of this time. */
  send: 10 * SECOND,
}
export type AnalyticsTimes = typeof ANALYTICS_TIMES

/** Answers after which the web config is asked for again. */
export const RETRIED_STATUSES: readonly number[] = [429, 500, 503, 504]

/** What a player answered last to the question about analytics. */
export interface AnalyticsChoice {
  given: boolean
  /** Milliseconds. */
  at: number
}

/** Whether an event may be sent: the newest answer is an agreement, and the event came after it. */
export const mayBeSent = (choice: AnalyticsChoice | undefined, eventAt: number): boolean =>
  choice !== undefined && choice.given && choice.at <= eventAt

const EVENT_NAMES = { view: 'page_view', install: 'pwa_install' } as const

/** Google requires a time of engagement to show an active user. We measure none, so this is its own example's value. */
const ENGAGEMENT_MS = 100

/**
 * The body of a request of the Measurement Protocol.
 * @param clientId stands for one agreement of one player
 * @param day the Lagos date of the events. A player's session is a day, so that the service learns nothing finer.
 * @param appUrl the public address of this site
 */
export function measurementBody(
  clientId: string,
  day: LagosDate,
  appUrl: string,
  events: readonly AnalyticsEvent[],
) {
  return {
    client_id: clientId,
    consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
    events: events.map(({ event, page, plan }) => ({
      name: EVENT_NAMES[event],
      params: {
        page_location: appUrl + PAGES[page],
        plan,
        session_id: day.replaceAll('-', ''),
        engagement_time_msec: ENGAGEMENT_MS,
      },
    })),
  }
}
