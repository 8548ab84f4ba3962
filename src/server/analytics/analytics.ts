import { createHmac } from 'node:crypto'
import ky from 'ky'
import pLimit from 'p-limit'
import {
  ANALYTICS_LIMITS,
  ANALYTICS_TIMES,
  type AnalyticsEvent,
  type AnalyticsTimes,
  mayBeSent,
  measurementBody,
} from '../../domain/analytics/analytics.ts'
import { lagosDate } from '../../domain/base/calendar.ts'
import type { Log } from '../base/log.ts'
import type { Settings } from '../base/settings.ts'
import type { Db } from '../db/connect.ts'
import { choicesOf, type StoredChoice } from './choice.ts'
import { followWebConfig, reasonOf, type WebConfig } from './web-config.ts'

declare module '../api/services.ts' {
  interface Services {
    /** Sends page views of players who agreed; null without ANALYTICS settings. */
    analytics: Analytics | null
  }
}

/** Sends the page views of players who agreed to the analytics service. */
interface Analytics {
  /**
   * Whether the web config, which names the address for events, has arrived. Before that, players are not asked and nothing
   * waits.
   */
  isReady(): boolean
  /** Notes an event of a player. Whether the player agreed is looked up before it is sent. @param now milliseconds */
  note(now: number, userId: string, event: AnalyticsEvent): void
  /** Sends what was noted. Events that the service does not accept are lost. */
  send(): Promise<void>
  /** Sends nothing more; waiting events are lost. */
  stop(): Promise<void>
}

interface Noted {
  at: number
  userId: string
  event: AnalyticsEvent
}

/**
 * Events wait for a few seconds and are then sent by this server. Browsers load nothing from the service and send it
 * nothing. A player's consent is read right before each request, so a withdrawal also stops what waits.
 */
export function createAnalytics(
  { settings, db, log }: { settings: Settings; db: Db; log: Log },
  service: NonNullable<Settings['analytics']>,
  times: AnalyticsTimes = ANALYTICS_TIMES,
): Analytics {
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
    const byUser = Map.groupBy(taken, ({ userId }) => userId)
    const choices = await choicesOf(db, [...byUser.keys()])
    const requests = [...byUser].flatMap(([userId, events]) =>
      inRequests(events.filter(({ at }) => mayBeSent(choices.get(userId), at))),
    )
    const results = await Promise.all(
      requests.map((events) => limit(() => sendIfAllowed(config, events).then(() => null, reasonOf))),
    )
    const reasons = results.filter((reason) => reason !== null)
    if (reasons.length > 0 && !stopped.signal.aborted)
      log.warn({ requests: reasons.length, reason: reasons[0] }, 'events for analytics are lost')
  }

  /** Reads the consent again, as requests to a slow service wait for minutes. @param events of one player, not empty */
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
    isReady: () => webConfig.current() !== null,
    note(at, userId, event) {
      if (webConfig.current() && noted.length < ANALYTICS_LIMITS.waiting) noted.push({ at, userId, event })
    },
    send,
    async stop() {
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
