import { createHmac } from 'node:crypto'
import ky, { isHTTPError } from 'ky'
import pLimit from 'p-limit'
import {
  ANALYTICS_LIMITS,
  ANALYTICS_TIMES,
  type AnalyticsEvent,
  type AnalyticsTimes,
  mayBeSent,
  measurementBody,
  RETRIED_STATUSES,
} from '../../rules/analytics/analytics.ts'
import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import type { Log } from '../../../platform/server/base/log.ts'
import type { Settings } from '../../../platform/server/base/settings.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { choicesOf, type StoredChoice } from './choice.ts'
import { z } from 'zod'
import { readUpTo } from '../../../platform/server/http/body.ts'

declare module '../../../platform/server/api/services.ts' {
  interface Services {
    /** Sends page views of players who agreed; null without ANALYTICS settings. */
    analytics: Analytics | null
  }
}

type Analytics = ReturnType<typeof createAnalytics>

interface Noted {
  at: number
  userId: string
  event: AnalyticsEvent
}

/**
 * Sends the page views of players who agreed to the analytics service. Events wait for a few seconds and are then sent by this server. Browsers load nothing from the service and send it
 * nothing. A player's consent is read right before each request, so a withdrawal also stops what waits.
 */
export function createAnalytics(
  { settings, db, log }: { settings: Settings; db: Db; log: Log },
  service: NonNullable<Settings['analytics']>,
  times: AnalyticsTimes = ANALYTICS_TIMES,
) {
  const webConfig = followWebConfig(service, log, times)
  const stopped = new AbortController()
  const limit = pLimit(ANALYTICS_LIMITS.requests)
  let noted: Noted[] = []
  let sending = Promise.resolve()

  async function sendNoted(): Promise<void> {
    const config = webConfig.current()
    const taken = noted
    noted = []
    if (!config || taken.length === 0) return
    const requests = [...Map.groupBy(taken, ({ userId }) => userId).values()].flatMap(inRequests)
    const results = await Promise.all(
      requests.map((events) => limit(() => sendIfAllowed(config, events).then(() => null, reasonOf))),
    )
    const reasons = results.filter((reason) => reason !== null)
    if (reasons.length > 0 && !stopped.signal.aborted)
      log.warn({ requests: reasons.length, reason: reasons[0] }, 'events for analytics are lost')
  }

  /** Reads the consent right before the request, as requests to a slow service wait for minutes. @param events of one player, not empty */
  async function sendIfAllowed({ measurementId }: WebConfig, events: readonly Noted[]): Promise<void> {
    const [{ userId }] = events as [Noted]
    const choice = (await choicesOf(db, [userId])).get(userId)
    const allowed = events.filter(({ at }) => mayBeSent(choice, at))
    const [first] = allowed
    if (!choice || !first) return
    const sent = allowed.map(({ event }) => event)
    const clientId = clientIdOf(settings, choice)
    await post(measurementId, measurementBody(clientId, lagosDate(first.at), settings.appUrl, sent))
  }

  async function post(measurementId: string, body: unknown): Promise<void> {
    const response = await ky.post(service.collectUrl, {
      searchParams: { measurement_id: measurementId, api_secret: service.apiSecret },
      json: body,
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(ANALYTICS_LIMITS.sendMs)]),
      timeout: false,
      redirect: 'manual',
      // A repeated request could count twice.
      retry: 0,
    })
    await response.body?.cancel()
  }

  const send = () =>
    (sending = sending
      .then(sendNoted)
      .catch((error: unknown) => log.warn({ error }, 'events for analytics are lost')))
  const timer = setInterval(() => void send(), times.send)
  timer.unref()

  return {
    /**
     * Whether the web config, which names the address for events, has arrived. Before that, players are not asked and
     * nothing waits.
     */
    isReady: () => webConfig.current() !== null,
    /** Notes an event of a player. Whether the player agreed is looked up before it is sent. @param at milliseconds */
    note(at: number, userId: string, event: AnalyticsEvent): void {
      if (webConfig.current() && noted.length < ANALYTICS_LIMITS.waiting) noted.push({ at, userId, event })
    },
    /** Sends what was noted. Events that the service does not accept are lost. */
    send,
    /** Sends nothing more; waiting events are lost. */
    async stop(): Promise<void> {
      clearInterval(timer)
      webConfig.stop()
      stopped.abort()
      await sending
    },
  }
}

/** Splits the events of a player. */
function inRequests(events: readonly Noted[]): Noted[][] {
  const size = ANALYTICS_LIMITS.eventsPerRequest
  return Array.from({ length: Math.ceil(events.length / size) }, (_, i) =>
    events.slice(i * size, (i + 1) * size),
  )
}

/**
 * The number under which the service knows one agreement. Only this server can compute it. A player who declines and agrees
 * again gets another.
 */
function clientIdOf({ authSecrets }: Settings, { id }: StoredChoice): string {
  const hash = createHmac('sha256', authSecrets[0].value).update(`analytics ${id}`).digest()
  return `${hash.readUInt32BE(0)}.${hash.readUInt32BE(4)}`
}

const webConfig = z.object({ measurementId: z.string().regex(/^G-[A-Z0-9]{1,20}$/) })

/** Where events go; the service may send more. */
type WebConfig = z.infer<typeof webConfig>

/**
 * Starts to fetch the web config again and again, and keeps the last good answer. It never throws: a failure is logged, and the next fetch
 * follows later.
 */
function followWebConfig(
  { configUrl, apiKey }: NonNullable<Settings['analytics']>,
  log: Log,
  times: AnalyticsTimes,
) {
  const stopped = new AbortController()
  let last: { config: WebConfig; etag: string | null } | null = null
  let timer: NodeJS.Timeout

  /** @throws Error if no try has a good answer in time */
  async function fetchConfig(): Promise<void> {
    // The time covers the answer's body too, so the signal is the only limit.
    const response = await ky.get(configUrl, {
      headers: {
        'x-goog-api-key': apiKey,
        accept: 'application/json',
        ...(last?.etag && { 'if-none-match': last.etag }),
      },
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(times.total)]),
      timeout: false,
      // Another host must not get the key.
      redirect: 'manual',
      throwHttpErrors: (status) => status !== 304,
      retry: {
        // The signal ends the tries.
        limit: Number.MAX_SAFE_INTEGER,
        methods: ['get'],
        statusCodes: [...RETRIED_STATUSES],
        afterStatusCodes: [...RETRIED_STATUSES],
        delay: (tries) => times.firstPause * 2 ** (tries - 1),
        backoffLimit: times.longestPause,
        jitter: (pause) => pause * (0.5 + Math.random()),
      },
    })
    if (response.status === 304 && last) return
    if (response.status !== 200) throw new Error(`The answer has the status ${response.status}`)
    const text = await readUpTo(ANALYTICS_LIMITS.configBytes, response)
    last = { config: webConfig.parse(JSON.parse(text)), etag: response.headers.get('etag') }
  }

  async function fetchAndPlan(): Promise<void> {
    let pause = times.refresh
    try {
      await fetchConfig()
    } catch (error) {
      if (stopped.signal.aborted) return
      pause = times.afterFailure
      log.warn(
        { reason: reasonOf(error), kept: last !== null },
        'the web config of analytics was not fetched',
      )
    }
    timer = setTimeout(() => void fetchAndPlan(), pause)
    timer.unref()
  }

  void fetchAndPlan()
  return {
    /** The last good answer; null before the first. */
    current: (): WebConfig | null => last?.config ?? null,
    /** Ends a running fetch, and all further ones. */
    stop() {
      stopped.abort()
      clearTimeout(timer)
    },
  }
}

/** What the log says about a failed request. The error's own message may contain the address, and so a secret. */
function reasonOf(error: unknown): string {
  if (isHTTPError(error)) return `status ${error.response.status}`
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'the answer cannot be read'
  if (!(error instanceof Error)) return 'unknown'
  const { code } = (error.cause ?? {}) as { code?: string }
  return code ?? (error.name === 'TimeoutError' ? 'no answer in time' : error.name)
}
