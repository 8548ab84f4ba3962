import { DAY, instantAt, parseClock, parseDate } from '../../../platform/rules/base/calendar.ts'
import { PLAN_KEYS, type Plan } from '../../../platform/rules/access/plans.ts'
import { SCREENS } from '../../../platform/rules/site/paths.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'

/** Limits of what staff write to players. */
export const TALK_LIMITS = {
  /** Characters of the line above the app. */
  text: 160,
  /** Days for which a line can be shown. */
  days: 31,
  /** Characters of the hours of help. */
  hours: 80,
  /** Characters of the business's name, its licence and its state. */
  business: 200,
  /** Announcements that staff see. */
  listed: 20,
  /**
   * Milliseconds between two looks for announcements. A new line is on every open page within a minute: after this time,
   * and the ten seconds for which a server keeps the old lines.
   */
  pollMs: 40_000,
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

/** How players reach the business; each part is null where there is none. */
export interface HelpContact {
  email: string | null
  /** The digits of the WhatsApp number with the country's code: `2348031234567`. */
  whatsapp: string | null
  hours: string | null
}

/** Who runs the site, on the pages about privacy and terms; each part is null until an owner enters it. */
export interface Business {
  name: string | null
  licence: string | null
  /** The state whose law holds. */
  state: string | null
}
const BUSINESS = ['name', 'licence', 'state'] as const satisfies (keyof Business)[]

/** Nigeria's code, for numbers that are typed as people write them: 0803 123 4567. */
const COUNTRY_CODE = '234'

/** Checks a typed business and contact, whose email is valid or empty. @returns its values, or what is wrong by the names of the fields */
export function checkContact(
  typed: { email: string; whatsapp: string; hours: string } & Record<keyof Business, string>,
) {
  const digits = typed.whatsapp.replace(/[\s().-]/g, '').replace(/^\+|^00/, '')
  const whatsapp = digits.replace(/^0/, COUNTRY_CODE)
  const hours = typed.hours.replace(/\s+/g, ' ').trim()
  const problems: Record<string, string> = {}
  if (whatsapp !== '' && !/^[1-9]\d{7,14}$/.test(whatsapp))
    problems.whatsapp = 'Type the number with its country’s code, such as +234 803 123 4567.'
  if (hours.length > TALK_LIMITS.hours) problems.hours = `At most ${TALK_LIMITS.hours} characters.`
  const business = Object.fromEntries(
    BUSINESS.map((part) => {
      const text = typed[part].replace(/\s+/g, ' ').trim()
      if (text.length > TALK_LIMITS.business) problems[part] = `At most ${TALK_LIMITS.business} characters.`
      return [part, text || null]
    }),
  ) as Record<keyof Business, string | null>
  const contact: HelpContact = {
    email: typed.email || null,
    whatsapp: whatsapp || null,
    hours: hours || null,
  }
  const wanted = { ...contact, ...business }
  return { wanted: Object.keys(problems).length > 0 ? null : wanted, problems }
}

/** `Payment Channel`: the screen of an address; its path for other pages; null for anything else. */
export function screenName(from: string): string | null {
  const path = itemAt(from.split(/[?#]/), 0)
  const screen = Object.values(SCREENS).find((one) => one.path === path)
  return screen?.link ?? (/^\/[\w./-]{1,80}$/.test(path) ? path : null)
}

/** The addresses that open a message to the business, which already says what it is about. */
export function helpLinks(
  { email, whatsapp }: HelpContact,
  facts: readonly { name: string; value: string }[],
  reference: string,
) {
  const lines = facts.map(({ name, value }) => `${name}: ${value}`)
  const text = encodeURIComponent([...lines, '', ''].join('\n'))
  const subject = encodeURIComponent(`Help ${reference}`.trim())
  return {
    mail: email && `mailto:${email}?subject=${subject}&body=${text}`,
    whatsapp: whatsapp && `https://wa.me/${whatsapp}?text=${text}`,
  }
}
