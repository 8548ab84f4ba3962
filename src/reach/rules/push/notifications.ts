import {
  addDays,
  endOfDay,
  instantAt,
  type LagosDate,
  lagosDate,
  lagosMinutes,
} from '../../../platform/rules/base/calendar.ts'
import { type Calendar, slotOn } from '../../../draws/rules/draw-calendar.ts'
import { type DrawNews, newsText, valuesText } from '../../../draws/rules/live/live-news.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'

/** Limits of notifications. */
export const PUSH_LIMITS = {
  /** Characters of the address that a push service gives to a browser. */
  endpoint: 1000,
  /** Phones and computers of one user. A new one replaces the oldest. */
  devices: 10,
  /** Messages that one device gets separately. More at the same time become one summary. */
  separate: 3,
  /** Messages that a summary names. */
  summarised: 8,
  /** Bytes of an encrypted message. Push services refuse more. */
  bodyBytes: 4096,
  /** Milliseconds until a push service must have answered. */
  answerMs: 10_000,
  /** Milliseconds after which a test message is of no use. */
  testLifeMs: 300_000,
  /** Milliseconds until the first retry; each further one waits twice as long, up to an hour. */
  retryMs: 60_000,
  longestRetryMs: 3_600_000,
  /** Milliseconds that a push service can ask us to wait: a week, after which no result is news. */
  longestWaitMs: 7 * 24 * 3_600_000,
  /** Devices that one process takes at a time. */
  batch: 100,
  /** Milliseconds after which another process takes the devices of a process that died. Longer than a batch takes. */
  claimMs: 60_000,
  /** The longest time, in days, after which the result of a weekly game can still be news. */
  newsDays: 8,
  /** One job sends at most so many batches, so that it is never taken for one of a dead process. Another job continues. */
  batches: 20,
} as const

/** From so many answers of push services in two hours, and with more than this share refused, staff get one alarm. */
export const PUSH_ALARM = { answers: 10, share: 0.25 } as const

/** Whether so much fails that staff must look; null where too few were sent to say so. */
export function isPushFailing({ delivered, failed }: { delivered: number; failed: number }): boolean | null {
  const answers = delivered + failed
  return answers < PUSH_ALARM.answers ? null : failed / answers > PUSH_ALARM.share
}

/** What became of a test notification: as a push service answered, or `gone` where the server has no subscription. */
export const TEST_OUTCOMES = ['sent', 'gone', 'other-key', 'refused', 'later'] as const

/** The hours without notifications, in minutes since midnight in Lagos. They may pass midnight. */
export interface QuietHours {
  from: number
  until: number
}

/** What a notification shows and opens. */
export interface NotificationText {
  title: string
  body: string
  /** The page that a tap opens, without the host. */
  path: string
}

/** What a phone receives. A notification replaces an earlier one with the same tag. */
export interface PushPayload extends NotificationText {
  tag: string
  /** The user that it is for: another person may use the phone by now. */
  uid: string
}

/** When the quiet hours end, in milliseconds; null if it is not quiet at `now` (milliseconds). */
function quietEnd(quiet: QuietHours | null, now: number): number | null {
  if (!quiet) return null
  const { from, until } = quiet
  const minutes = lagosMinutes(now)
  const isQuiet = from < until ? minutes >= from && minutes < until : minutes >= from || minutes < until
  if (!isQuiet) return null
  const today = lagosDate(now)
  return instantAt(minutes < until ? today : addDays(today, 1), until)
}

const DAYS_BETWEEN_DRAWS = 7

/**
 * When the result of a draw is no news any more, in milliseconds: at the close of the game's next draw. For a game without
 * draw times it is the end of the following day.
 */
export function staleAt(game: Calendar, date: LagosDate): number {
  for (let days = 1; days <= DAYS_BETWEEN_DRAWS; days++) {
    const next = addDays(date, days)
    const slot = slotOn(game, next)
    if (slot) return instantAt(next, slot.close)
  }
  return endOfDay(addDays(date, 1))
}

/** The name of a draw's notification, which its corrections replace. */
export const drawTag = (game: string, date: LagosDate): string => `${game} ${date}`

/** The notification of a new, corrected or removed draw. */
export function drawNotification(news: DrawNews & { sample: boolean }, path: string): NotificationText {
  const { title } = newsText(news)
  return { title: news.sample ? `${title} (sample)` : title, body: valuesText(news), path }
}

/** A message that is due on a device. */
export interface DueMessage extends NotificationText {
  tag: string
  /** When it is no news any more, in milliseconds. */
  expiresAt: number
  /** Whether it is sent in quiet hours, too. */
  urgent: boolean
  /** Whether quiet hours have held it. */
  held: boolean
}

/** What to do with the messages that are due on a device. */
interface DeliveryPlan<Message> {
  drop: Message[]
  hold: Message[]
  /** When the held messages are due again, in milliseconds. */
  until: number | null
  /** Each notification with the messages that it contains. */
  send: { text: NotificationText & { tag: string }; messages: Message[] }[]
}

/**
 * Decides about the messages that are due on a device at `now` (milliseconds). Quiet hours hold all but the urgent ones.
 * Held messages, and many at once, become one summary.
 */
export function planDelivery<Message extends DueMessage>(
  due: readonly Message[],
  quiet: QuietHours | null,
  now: number,
): DeliveryPlan<Message> {
  const until = quietEnd(quiet, now)
  const fresh = due.filter(({ expiresAt }) => expiresAt > now)
  const isHeld = ({ urgent }: Message) => until !== null && !urgent
  const ready = fresh.filter((message) => !isHeld(message))
  const urgent = ready.filter((message) => message.urgent)
  const results = ready.filter((message) => !message.urgent)
  const isSummary =
    results.length > PUSH_LIMITS.separate || (results.length > 1 && results.some(({ held }) => held))
  const separate = isSummary ? urgent : ready
  return {
    drop: due.filter(({ expiresAt }) => expiresAt <= now),
    hold: fresh.filter(isHeld),
    until,
    send: [
      ...separate.map((message) => ({ text: message, messages: [message] })),
      ...(isSummary ? [{ text: summaryOf(results), messages: results }] : []),
    ],
  }
}

function summaryOf(messages: readonly NotificationText[]): NotificationText & { tag: string } {
  const shown = messages.slice(0, PUSH_LIMITS.summarised).map(({ title, body }) => joined(title, body))
  const more = messages.length - shown.length
  return {
    tag: 'summary',
    title: `${messages.length} results`,
    body: [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    path: PATHS.dayResult,
  }
}

const joined = (title: string, body: string) => (body === '' ? title : `${title}: ${body}`)

/** The game whose results a player of a lower plan gets live. */
export interface LiveGame {
  /** The key of the game; null without one. */
  game: string | null
  /** When it was last changed, in milliseconds; null for the first choice. */
  changedAt: number | null
}

/**
 * When a player may choose another live game, in milliseconds; null means now. The first choice is free, each later one is
 * a change, and a Lagos day has one: nobody hears of every game by changing after each draw.
 */
export function nextChangeAt({ changedAt }: Pick<LiveGame, 'changedAt'>, now: number): number | null {
  if (changedAt === null) return null
  const next = endOfDay(lagosDate(changedAt))
  return next > now ? next : null
}

/** The live game after a choice; null refuses it. Turning it off is always possible, and a later choice is a change. */
export function chooseLiveGame(known: LiveGame, game: string | null, now: number): LiveGame | null {
  if (game === known.game) return known
  const isFirst = known.game === null && known.changedAt === null
  if (isFirst) return { game, changedAt: null }
  return game !== null && nextChangeAt(known, now) !== null ? null : { game, changedAt: now }
}
