import { clockOf, formatDuration, formatLongDate, lagosDate, MINUTE } from '../../rules/base/calendar.ts'

/** A mail before it is rendered. All texts are plain text. */
export interface Content {
  /** The name in the greeting; missing if the address may belong to a person who never chose that name. */
  username?: string
  before: string[]
  button: { instructions: string; text: string; link: string }
  after?: string[]
  /** Why the recipient received the mail, for its last line. */
  why: string
}

export interface MailKind<Data> {
  subject: string | ((data: Data) => string)
  /** A mail that is still queued after this time is not sent. */
  expiresAfterMs: number
  /** Whether players can stop these mails. Each then has a button and the headers for it. */
  canBeStopped?: true
  /** @param appUrl the app's address, without a trailing slash */
  build(data: Data, appUrl: string): Content
}

/** Defines one mail. The type of its data follows from `Data`. */
export const mail = <Data>(kind: MailKind<Data>) => kind

/** `14:05 on Monday 2 October 2023, Lagos time`. @param at milliseconds since 1970 */
export function lagosTime(at: number): string {
  return `${clockOf(at)} on ${lagosDay(at)}, Lagos time`
}

/** `Monday 2 October 2023`: the Lagos day of an instant. */
export const lagosDay = (at: number): string => formatLongDate(lagosDate(at))

/** `1 hour`, `30 minutes`. */
export const minutesInWords = (minutes: number) =>
  minutes === 60 ? '1 hour' : formatDuration(minutes * MINUTE)
