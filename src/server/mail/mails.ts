import {
  capitalised,
  DAY,
  formatClock,
  formatDuration,
  lagosDate,
  lagosMinutes,
  MINUTE,
  MONTHS,
  weekdayOf,
} from '../../domain/calendar.ts'
import { SERVER_LIMITS } from '../../domain/limits.ts'
import { formatNaira } from '../../domain/money.ts'
import { type PaidPlan, PLANS } from '../../domain/plans.ts'

/** A mail before it becomes text and HTML; everything in it is plain text. */
export interface Content {
  /** Whom it greets; null where the address may belong to somebody who never chose that name. */
  username: string | null
  before: string[]
  button: { instructions: string; text: string; link: string }
  after: string[]
  /** Why it came, for its last lines. */
  why: string
}

interface Kind<Data> {
  subject: string
  /** Milliseconds after which it is of no use and is not sent any more. */
  expiresAfterMs: number
  /** @param appUrl where people reach the app, without a slash at the end */
  build(data: Data, appUrl: string): Content
}

const kind = <Data>(entry: Kind<Data>) => entry

interface Link {
  /** Leads into this app. */
  link: string
}

interface Receipt {
  plan: PaidPlan
  kobo: number
  reference: string
  /** Instants, in milliseconds: when it was paid, and from when to when the plan runs by it. */
  at: number
  startsAt: number
  endsAt: number
}

interface Refunded extends Pick<Receipt, 'plan' | 'reference'> {
  /** When the plan was taken back. */
  at: number
}

interface Reminder {
  plan: PaidPlan
  endsAt: number
  /** Days left; 0 when it has ended. */
  days: number
}

interface GivenBack {
  plan: PaidPlan
  days: number
  reason: string
  endsAt: number
}

interface Alarms {
  alarms: {
    meaning: string
    /** Of the payment, as Paystack says it. */
    reference: string
    raisedAt: number
  }[]
}

interface Notice {
  username: string
  /** When it happened, in milliseconds. */
  at: number
}

const NOTICE_GOOD_FOR = 3 * DAY
const PAPER_GOOD_FOR = 7 * DAY
/** Alarms that one mail names; the admin area shows all of them. */
const NAMED_ALARMS = 20
const NOT_YOU = 'If this was not you, set a new password at once: that ends every session of your account.'
const HOLDER = 'it tells the holder of an account about a change that matters for its safety'

function alarmLines({ alarms }: Alarms): string[] {
  const lines = alarms
    .slice(0, NAMED_ALARMS)
    .map(
      ({ meaning, reference, raisedAt }) =>
        `${meaning} Reference: ${reference}. Raised at ${lagosTime(raisedAt)}.`,
    )
  const more = alarms.length - lines.length
  return more > 0 ? [...lines, `And ${more} more.`] : lines
}

const alarmButton = (appUrl: string) => ({
  instructions: 'An alarm closes when its cause has gone, or when an admin closes it with a reason.',
  text: 'Open payments',
  link: `${appUrl}/admin/payments`,
})

const TO_ADMINS = 'an admin account of Lotto Forecast has this address'

const resetButton = (appUrl: string) => ({
  instructions: NOT_YOU,
  text: 'Reset password',
  link: `${appUrl}/forgot-password`,
})

const factorButton = (appUrl: string) => ({
  instructions: 'If this was not you, set a new password at once and check your second factor.',
  text: 'Open second factor',
  link: `${appUrl}/dashboard/second-factor`,
})

/** Every mail that the product sends. Mails to an address that nobody has proved yet hold nothing that a stranger chose. */
export const MAILS = {
  'verify-email': kind<Link>({
    subject: 'Verify your e-mail address',
    expiresAfterMs: SERVER_LIMITS.verificationLinkMinutes * MINUTE,
    build: ({ link }) => ({
      username: null,
      before: ['Welcome to Lotto Forecast. One step is left: show us that this address is yours.'],
      button: {
        instructions: `The link works for ${inWords(SERVER_LIMITS.verificationLinkMinutes)}. It then leads you to the login page.`,
        text: 'Verify e-mail',
        link,
      },
      after: ['If you did not sign up, ignore this mail: without the link nobody can use your address.'],
      why: 'somebody signed up with this address',
    }),
  }),
  'reset-password': kind<Link>({
    subject: 'Set a new password',
    expiresAfterMs: SERVER_LIMITS.resetLinkMinutes * MINUTE,
    build: ({ link }) => ({
      username: null,
      before: ['Somebody asked for a new password for your account.'],
      button: {
        instructions: `The link works once, for ${inWords(SERVER_LIMITS.resetLinkMinutes)}.`,
        text: 'Set new password',
        link,
      },
      after: ['If it was not you, ignore this mail: your password stays as it is.'],
      why: 'somebody asked to reset the password of this address',
    }),
  }),
  'account-exists': kind<Record<string, never>>({
    subject: 'You already have an account',
    expiresAfterMs: DAY,
    build: (_, appUrl) => ({
      username: null,
      before: [
        'Somebody tried to sign up with this address, but it has an account already.',
        `If it was you, log in. If you forgot your password, set a new one: ${appUrl}/forgot-password`,
      ],
      button: { instructions: 'You can log in here.', text: 'Log in', link: `${appUrl}/login` },
      after: ['If it was not you, there is nothing to do: your account is unchanged.'],
      why: 'somebody tried to sign up with this address',
    }),
  }),
  'password-changed': kind<Notice>({
    subject: 'Your password was changed',
    expiresAfterMs: NOTICE_GOOD_FOR,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [`The password of your account was changed at ${lagosTime(at)}.`],
      button: resetButton(appUrl),
      after: ['If it was you, there is nothing to do.'],
      why: HOLDER,
    }),
  }),
  'google-linked': kind<Notice>({
    subject: 'Google sign-in was added to your account',
    expiresAfterMs: NOTICE_GOOD_FOR,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [`Since ${lagosTime(at)} your account can be opened by Google.`],
      button: resetButton(appUrl),
      after: [`You can unlink Google on your profile page: ${appUrl}/dashboard/profile`],
      why: HOLDER,
    }),
  }),
  'google-unlinked': kind<Notice>({
    subject: 'Google sign-in was removed from your account',
    expiresAfterMs: NOTICE_GOOD_FOR,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [`Since ${lagosTime(at)} your account can no longer be opened by Google.`],
      button: resetButton(appUrl),
      after: ['If it was you, there is nothing to do: log in with your e-mail and password.'],
      why: HOLDER,
    }),
  }),
  'way-in-added': kind<Notice>({
    subject: 'A password was added to your account',
    expiresAfterMs: NOTICE_GOOD_FOR,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [`Since ${lagosTime(at)} your account can also be opened with your e-mail and a password.`],
      button: resetButton(appUrl),
      after: ['If it was you, there is nothing to do. Your other ways in stay as they were.'],
      why: HOLDER,
    }),
  }),
  'second-factor-added': kind<Notice>({
    subject: 'A second factor was added to your account',
    expiresAfterMs: NOTICE_GOOD_FOR,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [
        `Since ${lagosTime(at)}, logins to your account ask for a code from an authenticator app. All other devices were logged out.`,
      ],
      button: factorButton(appUrl),
      after: ['If it was you, keep your recovery codes in a safe place.'],
      why: HOLDER,
    }),
  }),
  'second-factor-removed': kind<Notice>({
    subject: 'The second factor of your account was removed',
    expiresAfterMs: NOTICE_GOOD_FOR,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [`Since ${lagosTime(at)}, logins to your account no longer ask for a code.`],
      button: resetButton(appUrl),
      after: ['If it was you, there is nothing to do.'],
      why: HOLDER,
    }),
  }),
  'second-factor-reset': kind<Notice>({
    subject: 'The second factor of your account was reset',
    expiresAfterMs: NOTICE_GOOD_FOR,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [
        `An admin removed the second factor of your account at ${lagosTime(at)}. All devices were logged out, and logins no longer ask for a code.`,
      ],
      button: {
        instructions: 'If you did not ask for this, set a new password at once and tell the other admins.',
        text: 'Reset password',
        link: `${appUrl}/forgot-password`,
      },
      after: [`You can set up a new second factor after the next login: ${appUrl}/dashboard/second-factor`],
      why: HOLDER,
    }),
  }),
  'recovery-code-used': kind<Notice>({
    subject: 'A recovery code was used',
    expiresAfterMs: NOTICE_GOOD_FOR,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [`A recovery code of your account was used at ${lagosTime(at)}. It does not work again.`],
      button: factorButton(appUrl),
      after: ['If it was you, you can make new recovery codes on the same page.'],
      why: HOLDER,
    }),
  }),
  'account-deleted': kind<Notice>({
    subject: 'Your account was deleted',
    expiresAfterMs: NOTICE_GOOD_FOR,
    build: ({ username, at }, appUrl) => ({
      username,
      before: [
        `Your account was deleted at ${lagosTime(at)}, and every session has ended.`,
        'Records of payments are kept without your name, as the law asks. This is the last mail to you.',
      ],
      button: {
        instructions: 'A deleted account cannot be brought back. You may sign up again at any time.',
        text: 'Open Lotto Forecast',
        link: appUrl,
      },
      after: [],
      why: 'an account with this address was deleted',
    }),
  }),
  receipt: kind<Receipt>({
    subject: 'Your receipt',
    expiresAfterMs: PAPER_GOOD_FOR,
    build: ({ plan, kobo, reference, at, startsAt, endsAt }, appUrl) => ({
      username: null,
      before: [
        `Thank you. We received ${formatNaira(kobo)} for ${PLANS[plan].name} at ${lagosTime(at)}.`,
        `Your ${PLANS[plan].name} plan runs from ${dayOf(startsAt)} to the end of ${dayOf(endsAt - 1)} through this payment. No automatic renewal.`,
        `Reference: ${reference}`,
      ],
      button: {
        instructions: 'Your payments and their receipts are on the payment page.',
        text: 'Open payments',
        link: `${appUrl}/dashboard/payment-channel`,
      },
      after: ['Keep this mail: the reference finds your payment if you ever ask us about it.'],
      why: 'a payment was made for an account with this address',
    }),
  }),
  refunded: kind<Refunded>({
    subject: 'Your payment was refunded',
    expiresAfterMs: PAPER_GOOD_FOR,
    build: ({ plan, reference, at }, appUrl) => ({
      username: null,
      before: [
        `Your payment for ${PLANS[plan].name} was returned in full, and the time that it bought ended at ${lagosTime(at)}.`,
        `Reference: ${reference}`,
      ],
      button: {
        instructions: 'Your plan and your payments are on the payment page.',
        text: 'Open payments',
        link: `${appUrl}/dashboard/payment-channel`,
      },
      after: ['Your bank may need some days to show the money.'],
      why: 'a payment of an account with this address was returned',
    }),
  }),
  'plan-ends': kind<Reminder>({
    subject: 'Your plan ends soon',
    expiresAfterMs: DAY,
    build: ({ plan, endsAt, days }, appUrl) => ({
      username: null,
      before: [
        days === 0
          ? `Your ${PLANS[plan].name} plan ended with ${dayOf(endsAt - 1)}.`
          : `Your ${PLANS[plan].name} plan runs to the end of ${dayOf(endsAt - 1)}. ${days === 1 ? 'One day is' : `${days} days are`} left.`,
        'No automatic renewal: nothing is charged unless you pay again. If you pay early, the new time is added after your current period.',
      ],
      button: {
        instructions: `${PLANS[plan].name} costs ${formatNaira(PLANS[plan].kobo)} per ${PLANS[plan].per}.`,
        text: 'Open payments',
        link: `${appUrl}/dashboard/payment-channel`,
      },
      after: [],
      why: 'a plan of an account with this address ends',
    }),
  }),
  'alarm-raised': kind<Alarms>({
    subject: 'Payment alarm',
    expiresAfterMs: NOTICE_GOOD_FOR,
    build: (data, appUrl) => ({
      username: null,
      before: ['Something about money needs an admin.', ...alarmLines(data)],
      button: alarmButton(appUrl),
      after: [],
      why: TO_ADMINS,
    }),
  }),
  'alarms-open': kind<Alarms>({
    subject: 'Payment alarms are still open',
    expiresAfterMs: DAY,
    build: (data, appUrl) => ({
      username: null,
      before: [
        data.alarms.length === 1
          ? 'One payment alarm is still open. This mail comes once a day until it is closed.'
          : `${data.alarms.length} payment alarms are still open. This mail comes once a day until they are closed.`,
        ...alarmLines(data),
      ],
      button: alarmButton(appUrl),
      after: [],
      why: TO_ADMINS,
    }),
  }),
  'days-given-back': kind<GivenBack>({
    subject: 'We added days to your plan',
    expiresAfterMs: PAPER_GOOD_FOR,
    build: ({ plan, days, reason, endsAt }, appUrl) => ({
      username: null,
      before: [
        `We added ${days === 1 ? 'one day' : `${days} days`} to your ${PLANS[plan].name} plan: ${reason}`,
        `It now runs to the end of ${dayOf(endsAt - 1)}.`,
      ],
      button: { instructions: 'There is nothing to do.', text: 'Open Lotto Forecast', link: appUrl },
      after: [],
      why: 'the plan of an account with this address was changed',
    }),
  }),
}

export type Template = keyof typeof MAILS
export type MailData<Name extends Template> = Parameters<(typeof MAILS)[Name]['build']>[0]

/** `14:05 on Monday 2 October 2023, Lagos time`. */
function lagosTime(at: number): string {
  return `${formatClock(lagosMinutes(at))} on ${dayOf(at)}, Lagos time`
}

/** `Monday 2 October 2023`: the Lagos day of an instant. */
function dayOf(at: number): string {
  const date = lagosDate(at)
  const month = capitalised(MONTHS[Number(date.slice(5, 7)) - 1]!)
  return `${capitalised(weekdayOf(date))} ${Number(date.slice(8))} ${month} ${date.slice(0, 4)}`
}

const inWords = (minutes: number) => (minutes === 60 ? '1 hour' : formatDuration(minutes * MINUTE))
