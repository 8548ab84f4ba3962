import { clockOf, formatDate, type LagosDate, MINUTE, SECOND } from '../../../platform/rules/base/calendar.ts'
import { NOTES } from '../../../platform/rules/base/messages.ts'
import type { Draw } from '../../../draws/rules/draw.ts'
import { dayShareText, drawShareText } from '../../../draws/rules/draw-text.ts'

/** `draw` and `table` are edited when a draw is corrected; staff write a `text`. */
export const POST_KINDS = ['draw', 'schedule', 'table', 'text'] as const
export type PostKind = (typeof POST_KINDS)[number]

/**
 * `sending`: a request is on its way; `uncertain`: it may have arrived, so only staff send it again; `refused`: Telegram
 * refused it; `dropped`: it is not to be sent.
 */
export const POST_STATES = ['waiting', 'sending', 'sent', 'uncertain', 'refused', 'dropped'] as const
export type PostState = (typeof POST_STATES)[number]

/** Advertising needs the number of the approval that the ARCON Act 2022 demands; a result is information. */
export const PURPOSES = ['information', 'advertising'] as const
export type Purpose = (typeof PURPOSES)[number]

/** What staff decide about a post that is uncertain, refused or late. */
export const DECISIONS = ['again', 'arrived', 'drop'] as const
export type Decision = (typeof DECISIONS)[number]

export const CHANNEL_LIMITS = {
  /** Characters of a message, by Telegram. */
  text: 4096,
  /** Milliseconds until Telegram's answer must have arrived. */
  answerMs: 10 * SECOND,
  /** Milliseconds after which a post on its way belongs to a process that died. */
  claimMs: MINUTE,
  /** Lagos minutes between which the schedule is posted. */
  scheduleAt: 7 * 60,
  scheduleUntil: 12 * 60,
  /** Lagos minutes at which the table of a day is posted although results are missing. */
  tableAt: 23 * 60,
  /** Posts that the staff's page shows. */
  shown: 30,
  approval: 60,
  channels: 20,
} as const

/** The form of a bot's token. */
export const TOKEN = /^\d{3,20}:[\w-]{30,64}$/
/** A channel's public name, or its number. */
export const CHAT = /^(@[A-Za-z]\w{3,31}|-?\d{5,20})$/

const FOOTER = `${NOTES.adults}. Not run by the lottery's operator: check with the operator.`

type PostedDraw = Pick<Draw, 'state' | 'winning' | 'machine' | 'date'> & { sample: boolean; game: string }

/** The lines of a draw's post; the first is its title. @param address of its public page */
export function drawPost(draw: PostedDraw, isCorrected: boolean, address: string): string[] {
  const [title, ...lines] = drawShareText(draw, address).split('\n')
  return [isCorrected ? `Corrected: ${title}` : title!, ...lines, FOOTER]
}

/** The lines that replace the post of a draw which staff removed. */
export const withdrawnPost = (game: string, date: LagosDate): string[] => [
  `Withdrawn: ${game}, ${formatDate(date)}`,
  'This result was published by mistake. Please do not use it.',
  FOOTER,
]

/** The lines of a day's draws before they are drawn. @param games by their close */
export const schedulePost = (
  date: LagosDate,
  games: readonly { name: string; closesAt: number }[],
  address: string,
): string[] => [
  `Draws of ${formatDate(date)}`,
  ...games.map(({ name, closesAt }) => `${clockOf(closesAt)} ${name}`),
  address,
  FOOTER,
]

/** The lines of a day's results. */
export const tablePost = (day: Parameters<typeof dayShareText>[0], address: string): string[] => [
  ...dayShareText(day, address).split('\n'),
  FOOTER,
]

const ADVERTISES =
  /₦|\bnaira\b|\b(basic|pro) plan\b|\bgo pro\b|\bsubscri(be|ption)|\bdiscount|\bsign up\b|\b(our|sure) (forecast|prediction|number|banker)|\bsure win/i

/** Whether a text offers a plan, a price or a forecast, so that it is not mere information. */
export const advertises = (text: string): boolean => ADVERTISES.test(text)

/** The number of a post from its link, such as `https://t.me/c/1234/56`, or as it is; null for another text. */
export function messageIdOf(text: string): number | null {
  const found = /^(?:https:\/\/t\.me\/(?:c\/)?\w+\/)?(\d{1,15})$/.exec(text.trim())
  return found ? Number(found[1]) : null
}
