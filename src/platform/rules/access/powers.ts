import { endOfDay, lagosDate } from '../base/calendar.ts'
import { formatCount } from '../base/words.ts'
import { hasRight, type Right, type StaffMember } from './staff-roles.ts'

interface PowerRule {
  /** What the limit and the owners' mail count. */
  counted: string
  /** At most this many on a Lagos day by one member of staff. */
  daily: number
  /** The same for staff who are no owners, if it is another number. */
  dailyOfStaff?: number
}

/**
 * What staff can do that one person should not do alone and unseen. A call that can do one of these names it as its
 * `effect`. Each use then needs a fresh proof, counts against the limit of the day, and is in a mail to every owner.
 */
export const POWERS = {
  erases: { counted: 'people erased', daily: 10 },
  'erases-texts': { counted: 'texts erased', daily: 10 },
  'locks-out': { counted: 'people suspended', daily: 20 },
  'changes-logins': { counted: 'changes of an email or a second factor', daily: 10 },
  'adds-people': { counted: 'people added', daily: 50 },
  'changes-roles': { counted: 'changes of roles', daily: 20 },
  'sees-as': { counted: 'players whose screens were seen', daily: 20 },
  'exports-people': { counted: 'files of all people', daily: 5 },
  'grants-time': { counted: 'days of plans granted', daily: 1500, dailyOfStaff: 60 },
  'grants-time-to-all': { counted: 'compensations ordered', daily: 5 },
  'revokes-time': { counted: 'grants revoked', daily: 20 },
  'makes-vouchers': { counted: 'vouchers made', daily: 600 },
  'moves-money': { counted: 'refunds and other decisions about money', daily: 30 },
  'changes-prices': { counted: 'changes of prices', daily: 10 },
  speaks: { counted: 'announcements to players', daily: 20, dailyOfStaff: 10 },
  'changes-contact': { counted: 'changes of the help contact', daily: 5 },
  'changes-channels': { counted: 'changes of channels', daily: 20 },
  'removes-samples': { counted: 'removals of the samples', daily: 5 },
  'closes-alarms': { counted: 'alarms closed', daily: 100 },
  restores: { counted: 'decisions after a restore', daily: 10 },
} as const satisfies Record<string, PowerRule>
export type Power = keyof typeof POWERS

/** The writes without a power: each can be reversed, or changes nothing for players, and belongs to one right. */
export const HARMLESS = {
  'edits-draws': 'enter-results',
  'edits-games': 'manage-games',
  'edits-forecasts': 'publish-forecasts',
  'helps-people': 'help-people',
  'checks-payments': 'see-payments',
  'ends-announcements': 'post-notices',
  'tests-production': 'operate',
} as const satisfies Record<string, Right>

/** What a write by staff does. */
export type Effect = Power | keyof typeof HARMLESS

export const isPower = (effect: Effect | undefined): effect is Power =>
  effect !== undefined && effect in POWERS

/** The limit of a power for a member of staff on one Lagos day. */
export function dailyLimit(power: Power, person: StaffMember): number {
  const { daily, dailyOfStaff = daily }: PowerRule = POWERS[power]
  return hasRight(person, 'manage-staff') ? daily : dailyOfStaff
}

/** What a refused use says. @param used the sum of today, without this use */
export function limitText(power: Power, limit: number, used: number, amount: number): string {
  const most = `This is more than your daily limit: at most ${formatCount(limit)} ${POWERS[power].counted}`
  if (amount > limit) return `${most}. Choose less, or ask an owner.`
  return `${most}, and ${formatCount(used)} so far today. You can go on tomorrow, from midnight in Lagos.`
}

/** Milliseconds until the limits begin again. */
export const untilNextDay = (now: number): number => endOfDay(lagosDate(now)) - now

/** `People erased: 3 on this day, at most 10.` */
export function sumText(power: Power, sum: number, limit: number): string {
  const { counted } = POWERS[power]
  return `${counted.charAt(0).toUpperCase()}${counted.slice(1)}: ${formatCount(sum)} on this day, at most ${formatCount(limit)}.`
}

/** Milliseconds that the owners' mail waits, so that many uses are one mail; and that the change of a use may take. */
export const POWER_MAIL = { waitMs: 5 * 60_000, changeMs: 60_000 }
