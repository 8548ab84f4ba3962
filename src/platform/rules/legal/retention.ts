// What the server stores about people, why, and for how long. The privacy page shows this table; the sweep deletes by its
// days, and a test compares both. A new table of the database needs a row here, or a place in one: legal.test.ts has the list.
import { ACCOUNT_LIMITS } from '../access/limits.ts'
import { DAY } from '../base/calendar.ts'
import { SESSIONS } from '../access/identity.ts'
import { SERVER_LIMITS } from '../base/limits.ts'
import { STAFF_LIMITS } from '../access/staff.ts'

const inDays = (days: number) => ({ kept: `${days} days`, days })

/** `kept`: how long, as a phrase; `days`: after which the sweep deletes it, where no other event ends it. */
export const RETENTION = {
  account: {
    what: 'Your account: name, email, login methods, second factor, choices of notifications, a break',
    why: 'You log in with it.',
    kept: 'until you delete the account',
  },
  sessions: {
    what: 'Logins: browser, network address, last use',
    why: 'You stay logged in, and you can see and end your logins.',
    kept: `until you log out, at most ${SESSIONS.player.longest / DAY} days`,
    days: SESSIONS.player.longest / DAY,
  },
  links: {
    what: 'Mailed links and codes',
    why: 'They prove that an address is yours.',
    kept: 'until they are used, at most one day after they expire',
  },
  limits: {
    what: 'How often a login or a form was tried, by a hash of the network address or the email',
    why: 'It stops people who guess passwords.',
    kept: 'until the limit ends, at most a day',
  },
  forms: {
    what: 'The answers to forms that made something, encrypted',
    why: 'A form that is sent twice counts once.',
    ...inDays(SERVER_LIMITS.formAnswerKeptDays),
  },
  attacks: {
    what: 'Refused logins, by a keyed hash of the email',
    why: 'Staff can see an attack on an account.',
    ...inDays(STAFF_LIMITS.attacksKeptDays),
  },
  mails: {
    what: 'The recipient of a mail that was sent or failed',
    why: 'Staff can explain why a mail did not arrive.',
    ...inDays(SERVER_LIMITS.mailKeptDays),
  },
  mailRows: {
    what: 'That a kind of mail was sent to an account, without its text',
    why: 'You can see which mails we sent.',
    ...inDays(SERVER_LIMITS.mailRowKeptDays),
  },
  planMails: {
    what: 'When we last sent you a mail about plans, and whether you stopped them',
    why: 'You get one a week at most, and none after you stop them.',
    kept: 'until you delete the account',
  },
  slip: {
    what: 'My slip: the numbers, bets and stakes that you saved',
    why: 'We check them after each draw.',
    kept: 'until you delete them, or the account',
  },
  notifications: {
    what: 'Browsers with notifications, and notifications that wait',
    why: 'Your browser’s push service delivers them.',
    kept: 'until you turn them off or log out; a waiting notification until it is out of date',
  },
  payments: {
    what: 'Payments, refunds and the plan time that they bought. We never see card numbers: Paystack takes the payment.',
    why: 'The law requires these records, and your plan is computed from them.',
    kept: 'not deleted; after you delete your account they name a random id, and no person',
  },
  webhooks: {
    what: 'Messages of Paystack about payments',
    why: 'Staff can trace a payment.',
    ...inDays(SERVER_LIMITS.webhookKeptDays),
  },
  audit: {
    what: 'What staff, players and programs changed, and from which network address',
    why: 'Staff can find misuse.',
    ...inDays(STAFF_LIMITS.auditKeptDays),
  },
  consents: {
    what: 'What you agreed to, which version, and when',
    why: 'We must be able to show it.',
    kept: 'not deleted; after you delete your account it names a random id, and no person',
  },
} as const satisfies Record<string, { what: string; why: string; kept: string; days?: number }>

/** The cookies of this site, all needed for what they do. */
export const COOKIES: readonly { what: string; kept: string }[] = [
  { what: 'Your login', kept: `until you log out, at most ${SESSIONS.player.longest / DAY} days` },
  { what: 'That this browser has logged in before, so that attackers cannot lock you out', kept: 'a year' },
  { what: 'Which style sheet this browser has stored', kept: 'a year' },
  {
    what: `A proof of login that lasts ${ACCOUNT_LIMITS.proofMinutes} minutes, during a login by Google or with a second factor`,
    kept: 'minutes',
  },
]
