/** Limits of the mails about plans that owners send to a group of players. */
export const PLAN_MAILS = {
  /** Characters of the owner's own words. */
  text: 400,
  /** Days in which a player gets one at most, whatever the group. */
  apartDays: 7,
  /** Days before the end of a plan, and after it, in which its player is in a group. */
  endingDays: 7,
  endedDays: 30,
} as const

/** The players whom a mail about plans can go to. */
export const PLAN_MAIL_GROUPS = {
  ending: `Their plan ends within ${PLAN_MAILS.endingDays} days`,
  ended: `Their plan ended in the last ${PLAN_MAILS.endedDays} days`,
  'never-paid': 'They signed up and never paid',
} as const
export type PlanMailGroup = keyof typeof PLAN_MAIL_GROUPS
export const PLAN_MAIL_GROUP_KEYS = Object.keys(PLAN_MAIL_GROUPS) as [PlanMailGroup, ...PlanMailGroup[]]

/** Why a player of a group gets no mail. Of several reasons, the first counts. */
export const LEFT_OUT = {
  closed: 'without a proven email or age, or suspended',
  break: 'on a break',
  stopped: 'stopped these mails',
  recent: `had one in the last ${PLAN_MAILS.apartDays} days`,
} as const
export type LeftOut = keyof typeof LEFT_OUT
