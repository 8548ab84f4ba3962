import { DAY } from '../../rules/base/calendar.ts'
import { NOTES } from '../../rules/base/messages.ts'
import { formatNaira } from '../../rules/base/words.ts'
import { PATHS } from '../../rules/site/paths.ts'
import { type PaidPlan, PLANS } from '../../rules/access/plans.ts'
import { lagosDay, lagosTime, mail } from './mail-content.ts'

/** All times are in milliseconds since 1970. */
interface Receipt {
  plan: PaidPlan
  kobo: number
  reference: string
  /** Time of the payment. */
  at: number
  /** The period that the payment bought. */
  startsAt: number
  endsAt: number
}

/** The newest head of the record of forecasts when the mail was queued, `7 8f99…`; mails from before the record have none. */
export interface RecordNote {
  record?: { isSample: boolean; head: string }
}

interface Refunded extends Pick<Receipt, 'plan' | 'reference'> {
  /** When the grant was revoked. */
  at: number
}

interface PartRefunded extends Pick<Receipt, 'plan' | 'reference'> {
  /** Kobo that went back so far. */
  kobo: number
  days: number
  /** The new end of the time that the payment bought; null if it has ended. */
  endsAt: number | null
}

interface Reminder {
  plan: PaidPlan
  endsAt: number
  /** Days left; 0 after the end. */
  days: number
  /** The price when the mail was queued; missing in mails of earlier releases. */
  kobo?: number
  /** The next price with its date; empty without one. */
  next?: string
}

interface Compensation {
  plan: PaidPlan
  days: number
  reason: string
  endsAt: number
}

const RECEIPT_EXPIRES_MS = 7 * DAY

const paymentsButton = (appUrl: string, instructions: string) => ({
  instructions,
  text: 'Open payments',
  link: appUrl + PATHS.paymentChannel,
})

/** The head, so that a reader can later show that no forecast before it was changed. */
function recordNote(record: RecordNote['record'], appUrl: string): string[] {
  if (!record) return []
  return [
    `${record.isSample ? 'Sample record' : 'Record'} ${record.head} Keep this mail: ${appUrl}${PATHS.recordCheck} shows whether the forecasts up to then are unchanged.`,
  ]
}

/** What an owner writes to a group of players. */
interface AboutPlans {
  /** The last plan of the player; null without one. */
  held: { plan: PaidPlan; endsAt: number; isOver: boolean } | null
  /** The owner's own words; empty without any. */
  text: string
  /** What the plans cost when the mail was queued. */
  costs: string
}

function heldText(held: AboutPlans['held']): string {
  if (!held) return 'Your account has the Free plan.'
  const [name, day] = [PLANS[held.plan].name, lagosDay(held.endsAt - 1)]
  return held.isOver
    ? `Your ${name} plan ended on ${day}.`
    : `Your ${name} plan is paid to the end of ${day}.`
}

/** Mails about payments and plans. */
export const BILLING_MAILS = {
  receipt: mail<Receipt & RecordNote>({
    subject: 'Your receipt',
    expiresAfterMs: RECEIPT_EXPIRES_MS,
    build: ({ plan, kobo, reference, at, startsAt, endsAt, record }, appUrl) => ({
      before: [
        `Thank you. We received ${formatNaira(kobo)} for ${PLANS[plan].name} at ${lagosTime(at)}.`,
        `This payment covers your ${PLANS[plan].name} plan from ${lagosDay(startsAt)} to the end of ${lagosDay(endsAt - 1)}. No automatic renewal.`,
        `Reference: ${reference}`,
      ],
      button: paymentsButton(appUrl, 'Your payments and receipts are on the payment page.'),
      after: [
        'Please keep this email. If you contact us about the payment, give us the reference.',
        ...recordNote(record, appUrl),
      ],
      why: 'a payment was made for an account with this address',
    }),
  }),
  'nothing-received': mail<Pick<Receipt, 'plan' | 'kobo' | 'reference' | 'at'>>({
    subject: 'Your payment has not arrived yet',
    expiresAfterMs: DAY,
    build: ({ plan, kobo, reference, at }, appUrl) => ({
      before: [
        `At ${lagosTime(at)} you began to pay ${formatNaira(kobo)} for ${PLANS[plan].name}, and nothing has arrived yet.`,
        'If you sent the money, do not pay again: your plan starts by itself when it arrives. If you did not, you can pay now, or leave it: nothing is charged.',
        `Reference: ${reference}`,
      ],
      button: paymentsButton(appUrl, 'The payment page shows what we know of the payment.'),
      after: ['If something went wrong, ask Help on the site, with the reference. We write about this once.'],
      why: 'a payment was begun for an account with this address',
    }),
  }),
  refunded: mail<Refunded>({
    subject: 'Your payment was refunded',
    expiresAfterMs: RECEIPT_EXPIRES_MS,
    build: ({ plan, reference, at }, appUrl) => ({
      before: [
        `Your payment for ${PLANS[plan].name} was refunded in full, and the time that it bought ended at ${lagosTime(at)}.`,
        `Reference: ${reference}`,
      ],
      button: paymentsButton(appUrl, 'Your plan and your payments are on the payment page.'),
      after: ['Your bank may need some days to show the money.'],
      why: 'a payment of an account with this address was refunded',
    }),
  }),
  'part-refunded': mail<PartRefunded>({
    subject: 'A part of your payment was refunded',
    expiresAfterMs: RECEIPT_EXPIRES_MS,
    build: ({ plan, reference, kobo, days, endsAt }, appUrl) => ({
      before: [
        `${formatNaira(kobo)} of your payment for ${PLANS[plan].name} was refunded. The time that it bought is shorter by ${days === 1 ? 'one day' : `${days} days`}, the same part, rounded down.`,
        endsAt === null ? 'It has ended.' : `It now ends on ${lagosDay(endsAt - 1)}.`,
        `Reference: ${reference}`,
      ],
      button: paymentsButton(appUrl, 'Your plan and your payments are on the payment page.'),
      after: ['Your bank may need some days to show the money.'],
      why: 'a part of a payment of an account with this address was refunded',
    }),
  }),
  'plan-ends': mail<Reminder & RecordNote>({
    subject: 'Your plan ends soon',
    expiresAfterMs: DAY,
    build: ({ plan, endsAt, days, kobo = PLANS[plan].kobo, next, record }, appUrl) => ({
      before: [
        days === 0
          ? `Your ${PLANS[plan].name} plan ended on ${lagosDay(endsAt - 1)}.`
          : `Your ${PLANS[plan].name} plan is paid to the end of ${lagosDay(endsAt - 1)}. ${days === 1 ? 'One day is' : `${days} days are`} left.`,
        'No automatic renewal: we charge nothing unless you pay again. If you pay early, the new time is added after your current period.',
      ],
      button: paymentsButton(
        appUrl,
        `${PLANS[plan].name} costs ${formatNaira(kobo)} per ${PLANS[plan].per}${next ? `, ${next}` : ''}.`,
      ),
      after: recordNote(record, appUrl),
      why: 'a plan of an account with this address ends',
    }),
  }),
  'about-plans': mail<AboutPlans>({
    subject: 'About your plan',
    expiresAfterMs: DAY,
    canBeStopped: true,
    build: ({ held, text, costs }, appUrl) => ({
      before: [
        heldText(held),
        ...(text === '' ? [] : [text]),
        'No automatic renewal: we charge nothing unless you pay.',
      ],
      button: paymentsButton(appUrl, costs),
      after: [`${NOTES.adults}. ${NOTES.responsibly}. ${NOTES.odds}`],
      why: 'you have an account with this address',
    }),
  }),
  'days-given-back': mail<Compensation>({
    subject: 'We added days to your plan',
    expiresAfterMs: RECEIPT_EXPIRES_MS,
    build: ({ plan, days, reason, endsAt }, appUrl) => ({
      before: [
        `We added ${days === 1 ? 'one day' : `${days} days`} to your ${PLANS[plan].name} plan: ${reason}`,
        `It now runs to the end of ${lagosDay(endsAt - 1)}.`,
      ],
      button: { instructions: 'There is nothing to do.', text: 'Open Lotto Forecast', link: appUrl },
      why: 'the plan of an account with this address was changed',
    }),
  }),
}
