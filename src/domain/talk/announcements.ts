import { DAY, instantAt, parseClock, parseDate } from '../base/calendar.ts'
import { PLAN_KEYS, type Plan } from '../billing/plans.ts'

/** Limits of what staff write to players. */
export const TALK_LIMITS = {
  /** Characters of the line above the app. */
  text: 160,
  /** Days for which a line can be shown. */
  days: 31,
  /** Characters of the hours of help. */
  hours: 80,
} as const

/** Who sees a line: everyone, or the players of a plan. */
export const AUDIENCES = ['all', ...PLAN_KEYS] as const
export type Audience = (typeof AUDIENCES)[number]

/** A line above the app. Instants in milliseconds. */
export interface Announcement {
  id: number
  text: string
  audience: Audience
  from: number
  until: number
}

/** The lines that a visitor sees now. @param plan null for a visitor without an account */
export const announcementsFor = <Line extends Announcement>(
  lines: readonly Line[],
  plan: Plan | null,
  now: number,
): Line[] =>
  lines.filter(
    ({ audience, from, until }) => from <= now && now < until && (audience === 'all' || audience === plan),
  )

/** A line as staff type it: Lagos times such as `2026-11-28T18:30`; without `from` it is shown at once. */
export interface TypedAnnouncement {
  text: string
  from: string
  until: string
}

/**
 * Checks a typed line.
 * @returns its values, or what is wrong by the names of the fields
 */
export function checkAnnouncement(typed: TypedAnnouncement, now: number) {
  const text = typed.text.replace(/\s+/g, ' ').trim()
  const from = typed.from === '' ? now : lagosInstant(typed.from)
  const until = lagosInstant(typed.until)
  const problems: Record<string, string> = {}
  if (text === '') problems.text = 'Write the line.'
  else if (text.length > TALK_LIMITS.text) problems.text = `At most ${TALK_LIMITS.text} characters.`
  if (from === null) problems.from = 'This is not a time.'
  if (until === null) problems.until = 'Choose until when it is shown.'
  else if (until <= Math.max(from ?? now, now)) problems.until = 'Choose a time after now and after "From".'
  else if (until > Math.max(from ?? now, now) + TALK_LIMITS.days * DAY)
    problems.until = `At most ${TALK_LIMITS.days} days.`
  if (from === null || until === null || Object.keys(problems).length > 0) return { wanted: null, problems }
  return { wanted: { text, from: Math.max(from, now), until }, problems }
}

/** The instant of `2026-11-28T18:30` in Lagos, in milliseconds; null for anything else. */
function lagosInstant(text: string): number | null {
  const [day = '', clock = ''] = text.split('T')
  const [date, minutes] = [parseDate(day), parseClock(clock.slice(0, 5))]
  return date && minutes !== null ? instantAt(date, minutes) : null
}
